//! How a result is printed: as a line, as CSV, as JSON.

use crate::args::Format;
use crate::job::{Finding, Job, Mode};
use grid_engine::lanes::Outcome;
use grid_engine::rate::{Rating, Technique, rate};
use grid_engine::{N_CELLS, Puzzle, canonical};
use std::io::Write;

/// The line of names that CSV starts with.
pub(crate) fn head(job: &Job) -> &'static [u8] {
    match job.format {
        Format::Csv => b"line,puzzle,givens,status,solutions,solution,guesses,reason\n",
        Format::Line | Format::Jsonl => b"",
    }
}

/// What is printed about a line.
struct Row<'a> {
    line: u64,
    /// The puzzle as it stands in the input, or the beginning of what does.
    text: &'a [u8],
    finding: &'a Finding,
    solved: Option<(&'a Puzzle, &'a Outcome)>,
    job: &'a Job,
}

/// Prints a result.
pub(crate) fn print(
    job: &Job,
    line: u64,
    text: &[u8],
    finding: &Finding,
    solved: Option<(&Puzzle, &Outcome)>,
    out: &mut Vec<u8>,
) {
    let shown;
    let text = if solved.is_some() {
        text
    } else {
        shown = beginning(text);
        shown.as_bytes()
    };
    let row = Row { line, text, finding, solved, job };
    match job.format {
        Format::Line => row.line(out),
        Format::Csv => row.csv(out),
        Format::Jsonl => row.jsonl(out),
    }
    out.push(b'\n');
}

impl Row<'_> {
    fn line(&self, out: &mut Vec<u8>) {
        if self.job.only.is_some() {
            return out.extend_from_slice(self.text);
        }
        match (self.job.mode, self.solution(), self.solved) {
            (Mode::Canonical, Some(_), Some((puzzle, _))) => {
                return out.extend_from_slice(&canonical(puzzle).text());
            }
            (Mode::Rate, Some(_), Some((puzzle, _))) => {
                let Rating { guesses, technique } = rate(puzzle);
                out.extend_from_slice(self.text);
                return put(out, format_args!(" {guesses} {}", name_of(technique)));
            }
            (Mode::First | Mode::Unique | Mode::All, Some(solution), _) => {
                return out.extend_from_slice(&solution);
            }
            _ => {}
        }
        out.extend_from_slice(self.text);
        out.push(b' ');
        match (self.finding, self.job.mode) {
            (Finding::Invalid { .. }, _) => {
                out.extend_from_slice(b"invalid: ");
                out.extend_from_slice(self.reason().as_bytes());
            }
            (_, Mode::Count) => out.extend_from_slice(self.count().as_bytes()),
            (finding, _) => out.extend_from_slice(finding.name().as_bytes()),
        }
    }

    fn csv(&self, out: &mut Vec<u8>) {
        put(out, format_args!("{},", self.line));
        match self.solved {
            Some((puzzle, _)) => {
                out.extend_from_slice(self.text);
                put(out, format_args!(",{},", puzzle.n_givens()));
            }
            None => put(out, format_args!("{},,", quoted(self.text))),
        }
        put(out, format_args!("{},{},", self.finding.name(), self.count()));
        out.extend(self.solution().into_iter().flatten());
        match self.solved {
            Some((_, outcome)) => put(out, format_args!(",{},", outcome.guesses)),
            None => out.extend_from_slice(b",,"),
        }
        if let Finding::Invalid { .. } = self.finding {
            out.extend_from_slice(quoted(self.reason().as_bytes()).as_bytes());
        }
    }

    fn jsonl(&self, out: &mut Vec<u8>) {
        put(out, format_args!("{{\"line\":{},\"puzzle\":\"", self.line));
        escape(self.text, out);
        out.push(b'"');
        if let Some((puzzle, _)) = self.solved {
            put(out, format_args!(",\"givens\":{}", puzzle.n_givens()));
        }
        put(out, format_args!(",\"status\":\"{}\"", self.finding.name()));
        if let (Mode::Count, Some((_, outcome))) = (self.job.mode, self.solved) {
            let complete = outcome.n_solutions < self.job.limit;
            put(
                out,
                format_args!(",\"solutions\":{},\"complete\":{complete}", outcome.n_solutions),
            );
        }
        if let Some(solution) = self.solution() {
            out.extend_from_slice(b",\"solution\":\"");
            out.extend_from_slice(&solution);
            out.push(b'"');
        }
        if let Some((_, outcome)) = self.solved {
            put(out, format_args!(",\"guesses\":{}", outcome.guesses));
        }
        if let Finding::Invalid { .. } = self.finding {
            out.extend_from_slice(b",\"reason\":\"");
            escape(self.reason().as_bytes(), out);
            out.push(b'"');
        }
        out.push(b'}');
    }

    /// The solution, if there is one that says something: not the first of several, unless a solution is
    /// all that was asked for.
    fn solution(&self) -> Option<[u8; N_CELLS]> {
        let (_, outcome) = self.solved?;
        let is_the_answer = matches!(self.finding, Finding::Solved | Finding::Unique);
        is_the_answer.then(|| outcome.first.map(|value| b'0' + value))
    }

    /// How many solutions there are; with a `+` if there may be more.
    fn count(&self) -> String {
        let Some((_, outcome)) = self.solved else { return String::new() };
        let more = if outcome.n_solutions == self.job.limit { "+" } else { "" };
        match self.job.mode {
            Mode::All => String::new(),
            _ => format!("{}{more}", outcome.n_solutions),
        }
    }

    /// Where and why a line is invalid.
    fn reason(&self) -> String {
        match self.finding {
            Finding::Invalid { column: Some(column), reason } => {
                format!("line {}, column {column}: {reason}", self.line)
            }
            Finding::Invalid { column: None, reason } => format!("line {}: {reason}", self.line),
            _ => String::new(),
        }
    }
}

fn name_of(technique: Technique) -> &'static str {
    match technique {
        Technique::NakedSingle => "naked-single",
        Technique::HiddenSingle => "hidden-single",
        Technique::LockedCandidate => "locked-candidate",
        Technique::Subset => "subset",
        _ => "search",
    }
}

fn put(out: &mut Vec<u8>, text: std::fmt::Arguments) {
    // Writing to a vector does not fail.
    let _ = out.write_fmt(text);
}

/// What is shown of a text that is no puzzle: printable ASCII, not more of it than a puzzle is long.
fn beginning(text: &[u8]) -> String {
    let printable = |byte: &u8| if matches!(byte, b' '..=b'~') { char::from(*byte) } else { '?' };
    let mut shown: String = text.iter().take(N_CELLS).map(printable).collect();
    if text.len() > N_CELLS {
        shown.push_str("...");
    }
    if shown.is_empty() { "-".to_owned() } else { shown }
}

/// A field of CSV.
fn quoted(text: &[u8]) -> String {
    format!("\"{}\"", String::from_utf8_lossy(text).replace('"', "\"\""))
}

/// The inside of a JSON string, of printable ASCII.
fn escape(text: &[u8], out: &mut Vec<u8>) {
    for byte in text {
        if matches!(byte, b'"' | b'\\') {
            out.push(b'\\');
        }
        out.push(*byte);
    }
}
