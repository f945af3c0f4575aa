//! Metadata files are read as Python's `packaging.metadata` reads them: 3,000 made from the grammar of heads,
//! and those of the wheels in the folder that the variable `SUDOKU_WHEELS` names.

#![expect(clippy::unwrap_used, reason = "a test that goes wrong here should fail")]

#[path = "../../lock-check/tests/support/mod.rs"]
mod support;

use pkg_index::{Metadata, metadata_text_of_wheel};
use support::{Random, ask, head, json};

#[test]
fn heads_are_read_as_packaging_does() {
    compare(&(0..3_000).map(|seed| head(&mut Random(seed))).collect::<Vec<_>>());
}

#[test]
fn real_wheels_are_read_as_packaging_does() {
    let Some(folder) = std::env::var_os("SUDOKU_WHEELS") else {
        eprintln!("no real wheels were compared: SUDOKU_WHEELS names no folder");
        return;
    };
    let wheels = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let wheels = wheels.filter(|path| path.extension().is_some_and(|ending| ending == "whl"));
    let texts = wheels.map(|path| {
        let at = path.display().to_string();
        let text = metadata_text_of_wheel(&at, &std::fs::read(&path).unwrap()).unwrap();
        String::from_utf8(text).unwrap()
    });
    compare(&texts.collect::<Vec<_>>());
}

fn compare(files: &[String]) {
    let questions: Vec<String> = files.iter().map(|file| json(file)).collect();
    let Some(answers) = ask("metadata", &questions) else { return };
    for (file, answer) in files.iter().zip(&answers) {
        let ours = Metadata::parse("METADATA", file.as_bytes()).unwrap();
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
            format!("\"provides_extra\": {}", list(&ours.provides_extra)),
        ] {
            assert!(answer.contains(&field), "{field} is not in {answer} of\n{file}");
        }
    }
}
