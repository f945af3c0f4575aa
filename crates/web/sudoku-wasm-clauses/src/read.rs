//! Puzzles of other programs: links and texts of f-puzzles, SudokuPad and the Interactive Sudoku Solver, and our JSON.

use crate::board::board;
use located::Located;
use page_board::{Fault, Reading, json};
use puzzle_formats::{Drawn, LineMeaning, Options, detect};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use sudoku_core::PuzzleSpec;
use wasm_bindgen::prelude::wasm_bindgen;

/// What a person says of the drawings of SudokuPad, as `--line` and `--ignore-drawings` do.
#[derive(Debug, Deserialize)]
struct Answer {
    lines: Vec<String>,
    ignore_drawings: bool,
}

impl Answer {
    fn options(&self) -> Result<Options, String> {
        let rule = |line: &String| line.parse().map_err(|error| format!("{line}: {error}"));
        let lines = self.lines.iter().map(rule).collect::<Result<_, String>>()?;
        Ok(Options { lines, ignore_drawings: self.ignore_drawings })
    }
}

/// What has to be said of the drawings before the puzzles can be read.
#[derive(Debug, Serialize)]
struct Question {
    /// The colours, and how many lines there are of each.
    lines: Vec<(String, usize)>,
    /// What lines can mean.
    meanings: Vec<&'static str>,
    /// The names of other drawings.
    others: BTreeSet<String>,
}

/// A text that is read, or waits for an answer.
#[derive(Debug, Serialize)]
struct Asked {
    #[serde(flatten)]
    reading: Reading,
    question: Option<Question>,
}

/// Reads the puzzles of a text, one or one a line; `null` if it is in none of the formats. The answer is
/// `{"lines": ["67f067=whisper"], "ignore_drawings": true}`, or empty where nothing was asked yet: if the text lacks
/// nothing but the meaning of its drawings, the result has a `question`.
///
/// # Errors
/// The answer is not one. What is wrong with the text is a part of the result, `{"error": {"line": 3, …}}`.
#[wasm_bindgen]
pub fn read(text: &str, answer: &str) -> Result<String, String> {
    let options = match answer {
        "" => None,
        json => {
            let answer: Answer = serde_json::from_str(json).map_err(|error| error.to_string())?;
            Some(answer.options()?)
        }
    };
    let lines: Vec<(usize, &str)> =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
    let is_list = lines.len() > 1 && lines.iter().all(|(_, line)| detect(line).is_some());
    let texts = if is_list {
        lines
    } else if detect(text).is_some() {
        vec![(0, text)]
    } else {
        return Ok("null".to_owned());
    };
    let has_answer = options.is_some();
    let (reading, question) = match all(&texts, &options.unwrap_or_default()) {
        Ok((reading, _)) => (reading, None),
        Err(fault) if has_answer => (fault.into(), None),
        // An answer helps only where nothing else is wrong; otherwise that is said.
        Err(fault) => match all(&texts, &Options { lines: Vec::new(), ignore_drawings: true }) {
            Ok((_, drawn)) => (fault.into(), Some(Question::from(drawn))),
            Err(other) => (other.into(), None),
        },
    };
    json(&Asked { reading, question })
}

impl From<Drawn> for Question {
    fn from(Drawn { lines, others }: Drawn) -> Self {
        let meanings = LineMeaning::names().collect();
        Self { lines: lines.into_iter().collect(), meanings, others }
    }
}

/// The puzzles, and what is drawn in any of them and was passed over.
fn all(texts: &[(usize, &str)], options: &Options) -> Result<(Reading, Drawn), Fault> {
    let mut reading = Reading::default();
    let mut drawn = Drawn::default();
    for (above, text) in texts {
        let at = |error: Located| {
            let fault = Fault::from(error);
            Fault { line: fault.line + above, ..fault }
        };
        let read = puzzle_formats::read(text, options).map_err(at)?;
        let refused = |message: String| at(Located::at_start(message));
        read.spec.puzzle().map_err(|error| refused(error.to_string()))?;
        let board = board(&read.spec).map_err(refused)?;
        if reading.boards.is_empty() {
            let title = read.spec.title.iter().map(|title| format!("title: {title}"));
            let kinds: BTreeSet<_> = read
                .spec
                .constraints
                .iter()
                .map(sudoku_core::constraint::Constraint::kind)
                .collect();
            let kinds: Vec<_> = kinds.into_iter().collect();
            let rules = (!kinds.is_empty()).then(|| format!("rules: {}", kinds.join(", ")));
            reading.notes = title.chain(rules).chain(read.notes).collect();
        }
        reading.push(board);
        for (colour, n) in read.drawn.lines {
            *drawn.lines.entry(colour).or_default() += n;
        }
        drawn.others.extend(read.drawn.others);
    }
    Ok((reading, drawn))
}

/// Reads what [`crate::links::pack`] wrote.
///
/// # Errors
/// It is not that.
#[wasm_bindgen]
pub fn unpack(packed: &str) -> Result<String, String> {
    let text = puzzle_formats::lz_string::decompress(packed).map_err(|error| error.message)?;
    let spec = PuzzleSpec::from_json(&text).map_err(|error| error.message)?;
    spec.puzzle().map_err(|error| error.to_string())?;
    json(&board(&spec)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAGE: &str =
        r#"{"rows":4,"cols":4,"constraints":[{"cage":{"cells":["r1c1","r1c2"],"total":5}}]}"#;

    #[test]
    fn one_or_many_or_none() {
        let one = read(CAGE, "").unwrap();
        assert!(one.contains(r#""notes":["rules: cage"],"error":null,"question":null"#), "{one}");
        let two = read(&format!("{CAGE}\n\n{CAGE}\n"), "").unwrap();
        assert_eq!(two.matches(r#""block""#).count(), 2);
        assert_eq!(read("53..7....", "").unwrap(), "null");
        assert_eq!(read("<table>", "").unwrap(), "null");
    }

    #[test]
    fn what_drawings_mean_is_asked() {
        let text = |more: &str| {
            format!(
                r##"{{"cells":[[{{}},{{}}],[{{}},{{}}]],"lines":[{{"color":"#FF0000","wayPoints":[[0.5,0.5],[0.5,1.5]]}}]{more}}}"##
            )
        };
        let overlays = r#","overlays":[{"text":"X"}]"#;
        let asked = read(&format!("{}\n{}", text(""), text(overlays)), "").unwrap();
        assert!(
            asked.contains(r#""question":{"lines":[["ff0000",2]],"meanings":["none","#),
            "{asked}"
        );
        assert!(
            asked.contains(r#""others":["overlays"]"#) && asked.contains(r#""boards":[]"#),
            "{asked}"
        );
        let answer = r#"{"lines":["ff0000=palindrome"],"ignore_drawings":false}"#;
        let told = read(&text(""), answer).unwrap();
        assert!(
            told.contains("rules: palindrome") && told.contains(r#""question":null"#),
            "{told}"
        );
        // An answer that leaves something open is refused and not asked again.
        let refused = read(&text(overlays), answer).unwrap();
        assert!(
            refused.contains(r#""question":null"#) && refused.contains("overlays:"),
            "{refused}"
        );
        // Nor is anything asked where an answer would not do.
        let broken = read(&text(r#","unheard":[1]"#), "").unwrap();
        assert!(broken.contains(r#""question":null"#) && broken.contains("unheard"), "{broken}");
        assert!(read(&text(""), r#"{"lines":["ff0000=wave"],"ignore_drawings":false}"#).is_err());
    }

    #[test]
    fn what_is_wrong_has_its_line() {
        let text = format!("{CAGE}\n{}\n", CAGE.replace("cage", "cags"));
        let wrong = read(&text, "").unwrap();
        assert!(wrong.contains(r#""boards":[]"#) && wrong.contains(r#""line":2"#), "{wrong}");
        assert!(wrong.contains("cags"), "{wrong}");
        let outside = CAGE.replace("r1c2", "r9c9");
        assert!(read(&outside, "").unwrap().contains("r9c9"));
        assert!(read("https://sudokupad.app/abcdef", "").unwrap().contains(r#""boards":[]"#));
    }
}
