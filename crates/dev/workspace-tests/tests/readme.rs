//! The commands of the README and of other documents, run as they stand there; what they print is what they say.

use workspace_tests::{Checkout, root, shown};

/// A command of a `console` block and the lines that the README shows below it.
struct Example {
    command: String,
    expected: Vec<String>,
}

/// The examples of a document, in order: `$ command`, then its output up to the next `$` or the end.
///
/// A line `...` stands for any number of lines.
fn examples(document: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut in_block = false;
    for line in document.lines() {
        if line.starts_with("```") {
            in_block = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| in_block) {
            examples.push(Example { command: command.to_owned(), expected: Vec::new() });
        } else if let Some(example) = examples.last_mut().filter(|_| in_block) {
            example.expected.push(line.to_owned());
        }
    }
    examples
}

fn matches(expected: &[String], found: &[&str]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((dots, rest)) if dots == "..." => {
            (0..=found.len()).any(|skipped| matches(rest, &found[skipped..]))
        }
        Some((line, rest)) => {
            found.first().is_some_and(|first| *first == line) && matches(rest, &found[1..])
        }
    }
}

#[test]
fn the_readme_shows_what_happens() {
    show("README.md", 5);
}

#[test]
fn the_pages_show_what_happens() {
    let pages = std::fs::read_dir(root().join("docs")).expect("a folder");
    let mut pages: Vec<_> = pages.map(|entry| entry.expect("an entry").path()).collect();
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    for page in pages {
        let name = page.file_name().map(|name| name.display().to_string()).unwrap_or_default();
        let least = if ["bulk.md", "packages.md"].contains(&name.as_str()) { 4 } else { 0 };
        show(&format!("docs/{name}"), least);
    }
}

/// Runs the examples of a document, of which there are at least `least`.
fn show(document: &str, least: usize) {
    let text = std::fs::read_to_string(root().join(document)).expect("a document");
    let examples = examples(&text);
    assert!(examples.len() >= least, "{document} has its examples in console blocks");
    if examples.is_empty() {
        return;
    }
    let here = Checkout::new();
    for Example { command, expected } in examples {
        let external = ["z3", "cadical"].into_iter().find(|name| command.contains(*name));
        if command.starts_with("make test")
            || external.is_some_and(|name| !workspace_tests::have(name))
        {
            continue;
        }
        // The tools are built already; everything else is the line as it stands.
        let output =
            here.sh(&format!("exec 2>&1; {}", command.replace("make ", "make BIN=\"$BIN\" ")));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let found: Vec<&str> = text.lines().collect();
        assert!(
            matches(&expected, &found),
            "$ {command}\n{}\nexpected:\n{}",
            shown(&output),
            expected.join("\n")
        );
    }
}
