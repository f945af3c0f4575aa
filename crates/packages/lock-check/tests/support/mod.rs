//! Asks Python's `packaging`, where it is installed: `oracle.py` beside this folder.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test that goes wrong here should fail")]

use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// SplitMix64: the same numbers on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    pub(crate) fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

/// The answers of the oracle, a line each; `None` if there is no Python with a new `packaging`, which is
/// said in a line.
pub(crate) fn ask(what: &str, questions: &[String]) -> Option<Vec<String>> {
    let python = python()?;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("questions");
    let mut file = File::create(&path).unwrap();
    for question in questions {
        writeln!(file, "{question}").unwrap();
    }
    let oracle = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lock-check/tests/oracle.py");
    let questions_file = File::open(&path).unwrap();
    let output = Command::new(python).arg(oracle).arg(what).stdin(questions_file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answers: Vec<String> =
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), questions.len());
    Some(answers)
}

fn python() -> Option<PathBuf> {
    let named = std::env::var_os("SUDOKU_PYTHON_TOOLS")
        .map(|folder| PathBuf::from(folder).join("bin/python"));
    let is_new =
        "import packaging as p, packaging.metadata; assert int(p.__version__.split('.')[0]) >= 26";
    let works = |python: &PathBuf| {
        let output = Command::new(python).args(["-c", is_new]).output();
        output.is_ok_and(|output| output.status.success())
    };
    let found = named.into_iter().chain([PathBuf::from("python3")]).find(works);
    if found.is_none() {
        eprintln!("not compared with packaging: no Python here has version 26 or later of it");
    }
    found
}

/// A string as JSON.
pub(crate) fn json(text: &str) -> String {
    let mut json = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => json.extend(['\\', c]),
            c if c < ' ' => write!(json, "\\u{:04x}", u32::from(c)).unwrap(),
            c => json.push(c),
        }
    }
    json.push('"');
    json
}

/// Versions of all kinds.
pub(crate) const VERSIONS: [&str; 30] = [
    "0",
    "0.9",
    "1",
    "1.0",
    "1.0.0",
    "1.0.1",
    "1.1",
    "1.10",
    "1.2.dev1",
    "1.2a1.dev2",
    "1.2a1",
    "1.2b2",
    "1.2rc1",
    "1.2",
    "1.2.post1.dev1",
    "1.2.post1",
    "1.2.post2",
    "1.2+local",
    "1.2+local.1",
    "1.2.3",
    "2",
    "2.0.1",
    "2.1.5",
    "2.1",
    "3.0.0a7",
    "3.0.0a8",
    "3.0",
    "1!0.5",
    "1!1",
    "1.0a1",
];

/// Every operator with every version, as far as it may stand there, and prefixes.
pub(crate) fn specifiers() -> Vec<String> {
    let mut all = Vec::new();
    for version in VERSIONS {
        for operator in ["==", "!=", "<=", ">=", "<", ">", "~=", "==="] {
            let has_local = version.contains('+');
            let may_have_local = matches!(operator, "==" | "!=" | "===");
            let has_two =
                version.contains('.') && version.split(".dev").next().unwrap().contains('.');
            if (has_local && !may_have_local) || (operator == "~=" && !has_two) {
                continue;
            }
            all.push(format!("{operator}{version}"));
        }
        if version.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'!')) {
            all.extend([format!("=={version}.*"), format!("!={version}.*")]);
        }
    }
    all
}

/// A file by the grammar of heads: folded headers, lines of blanks, line ends of three kinds, bodies.
pub(crate) fn head(random: &mut Random) -> String {
    let end = random.one_of(&["\n", "\n", "\n", "\r\n"]);
    let mut lines: Vec<String> =
        vec!["Metadata-Version: 2.1".into(), "Name: pkg".into(), "Version: 1.0".into()];
    for _ in 0..random.below(9) {
        let line = match random.below(9) {
            0 => format!("Requires-Dist: dep-{}", random.below(9)),
            1 => {
                format!("requires-dist: dep{}>=1 ; extra == 'x'", random.one_of(&["", "[y]", " "]))
            }
            2 => "License: BSD".to_owned(),
            3 => "Description: a text".to_owned(),
            4 => "Keywords:".to_owned(),
            5 => format!("Provides-Extra: {}", random.one_of(&["x", "y", "Z_z"])),
            6 => "Classifier: A :: B".to_owned(),
            7 => "Author: J\u{f6}rg: one, two".to_owned(),
            _ => "Project-URL: Home, https://example.org/x?a:b".to_owned(),
        };
        let folds = !line.contains("equires-") && !line.starts_with("Provides");
        lines.push(line);
        while folds && random.below(2) == 0 {
            let fold =
                ["        ", "\t", "  Requires-Dist: hidden", " ", "    All rights: reserved."];
            lines.push(random.one_of(&fold).to_owned());
        }
    }
    if random.below(2) == 0 {
        let at = 3 + random.below(lines.len() - 2);
        if lines.get(at).is_none_or(|line| !line.starts_with([' ', '\t'])) {
            lines.insert(at, "Requires-Python: >=3.8, <4".to_owned());
        }
    }
    if random.below(2) == 0 {
        lines.extend([String::new(), "A body".into(), "Requires-Dist: not-this".into()]);
    }
    lines.join(end) + end
}
