//! Specifiers and metadata mean here what they mean to Python's `packaging`, which pip uses.

mod support;

use lock_check::{Metadata, Specifiers, Version};
use support::{Random, VERSIONS, ask, head, json, specifiers};

#[test]
fn specifiers_admit_what_packaging_admits() {
    let pairs: Vec<(String, &str)> = specifiers()
        .into_iter()
        .flat_map(|specifier| VERSIONS.map(|version| (specifier.clone(), version)))
        .collect();
    let questions: Vec<String> = pairs
        .iter()
        .map(|(specifier, version)| {
            format!("{{\"specifier\": {}, \"version\": {}}}", json(specifier), json(version))
        })
        .collect();
    let Some(answers) = ask("specifiers", &questions) else { return };
    let mut wrong = Vec::new();
    for ((specifier, version), answer) in pairs.iter().zip(&answers) {
        let ours = Specifiers::parse(specifier)
            .ok()
            .map(|specifiers| specifiers.contains(&Version::parse(version).unwrap()));
        let ours = ours.map_or("null".to_owned(), |ours| ours.to_string());
        // `===` compares texts; a version here has none.
        if ours != *answer && !specifier.starts_with("===") {
            wrong.push(format!("{specifier} {version}: {ours}, expected {answer}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), pairs.len(), wrong.join("\n"));
    assert!(pairs.len() > 6_000);
}

#[test]
fn heads_are_read_as_packaging_does() {
    let files: Vec<String> = (0..3_000).map(|seed| head(&mut Random(seed))).collect();
    let questions: Vec<String> = files.iter().map(|file| json(file)).collect();
    let Some(answers) = ask("metadata", &questions) else { return };
    for (file, answer) in files.iter().zip(&answers) {
        let ours = Metadata::read(file.as_bytes());
        let list = |all: &[String]| {
            let all: Vec<String> = all.iter().map(|one| json(one)).collect();
            if all.is_empty() { "null".to_owned() } else { format!("[{}]", all.join(", ")) }
        };
        let python = ours.requires_python.as_ref().map_or("null".to_owned(), |text| json(text));
        for field in [
            format!("\"name\": {}", json(&ours.name)),
            format!("\"version\": {}", json(&ours.version)),
            format!("\"requires_python\": {python}"),
            format!("\"requires_dist\": {}", list(&ours.requires_dist)),
        ] {
            assert!(answer.contains(&field), "{field} is not in {answer} of\n{file}");
        }
    }
}
