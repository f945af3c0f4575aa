//! How a result is printed: as a line, as CSV, as JSON.

use crate::args::OutputFormat;
use crate::blocks::Text;
use crate::fields::field;
use crate::job::{Fault, Finding, Job, Record, Search};
use crate::layout::Layout;
use crate::rate::{Rating, STEPS, rate};
use crate::training::Leak;
use crate::why::needed;
use grid_engine::lanes::Outcome;
use grid_engine::{N_CELLS, Puzzle, canonical};
use std::io::Write;

/// What is found out, as the columns of CSV, in order.
fn columns(job: &Job) -> Vec<&'static str> {
    let rating: &[_] = if job.rate { &["technique", "rating"] } else { &[] };
    let steps: &[_] = if job.rate { &STEPS } else { &[] };
    let form: &[_] = if job.canonical { &["canonical"] } else { &[] };
    let leak: &[_] = if job.training.is_some() { &["leak", "train_line"] } else { &[] };
    let first = ["givens", "status", "solutions", "solution", "guesses"];
    [&first[..], rating, steps, form, leak, &["reason"]].concat()
}

/// The line of names that CSV starts with.
pub(crate) fn head(job: &Job) -> String {
    if job.format != OutputFormat::Csv || job.keep {
        return String::new();
    }
    let names = ["line", "puzzle"].into_iter().chain(columns(job));
    names.collect::<Vec<_>>().join(",") + "\n"
}

/// The header of the input and the columns that come after it. A name that is there already gets the first number
/// that makes it another.
pub(crate) fn kept_head(job: &Job, layout: Layout, header: &[u8], out: &mut Vec<u8>) {
    let delimiter = delimiter_of(layout);
    let (mut names, mut start) = (Vec::new(), 0);
    while start <= header.len() {
        let found = field(header, start, delimiter);
        names.push(header[found.content].trim_ascii().to_ascii_lowercase());
        start = found.end + 1;
    }
    out.extend_from_slice(header);
    for name in columns(job) {
        let is_free = |name: &String| !names.iter().any(|taken| taken == name.as_bytes());
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let name = std::iter::once(name.to_owned()).chain(numbered).find(is_free);
        out.push(delimiter);
        out.extend_from_slice(name.expect("there are more numbers than columns").as_bytes());
    }
    out.push(b'\n');
}

/// A comma where the input has no columns.
fn delimiter_of(layout: Layout) -> u8 {
    layout.columns().map_or(b',', |(delimiter, _)| delimiter)
}

/// What is printed about a record.
pub(crate) struct Report<'a> {
    pub(crate) job: &'a Job,
    pub(crate) text: &'a Text,
    pub(crate) record: &'a Record,
    pub(crate) finding: &'a Finding,
    pub(crate) solved: Option<(&'a Puzzle, &'a Outcome)>,
    /// What the training set gives away of it.
    pub(crate) leak: Option<Leak>,
}

impl Report<'_> {
    /// Prints it with its line end.
    pub(crate) fn print(&self, out: &mut Vec<u8>) {
        match self.job.format {
            OutputFormat::Line => self.line(out),
            OutputFormat::Csv => self.csv(out),
            OutputFormat::Jsonl => self.jsonl(out),
        }
        out.push(b'\n');
    }

    fn line(&self, out: &mut Vec<u8>) {
        let is_invalid = matches!(self.finding, Finding::Invalid(_));
        let Some((puzzle, _)) = self.solved.filter(|_| !self.job.prints_puzzles) else {
            self.puzzle(out);
            // With --only the status goes without saying.
            if is_invalid && !(self.job.prints_puzzles && self.job.only.is_some()) {
                put(out, format_args!(" invalid: {}", self.reason()));
            }
            return;
        };
        if self.job.training.is_some() && !is_invalid {
            self.puzzle(out);
            return match self.leak {
                Some(leak) => put(out, format_args!(" {leak}")),
                None => out.extend_from_slice(b" new"),
            };
        }
        if let (true, Finding::None | Finding::Unique) = (self.job.why, self.finding) {
            out.extend_from_slice(&needed(puzzle, *self.finding == Finding::Unique).text());
            return put(out, format_args!(" {}", self.finding.name()));
        }
        if let Some(solution) = self.solution().filter(|_| !self.job.why) {
            if self.job.canonical {
                return out.extend_from_slice(&canonical(puzzle).text());
            }
            if self.job.rate {
                let Rating { person, guesses } = rate(puzzle);
                self.puzzle(out);
                put(out, format_args!(" {guesses} {}", person.technique));
                for n_steps in person.steps {
                    put(out, format_args!(" {n_steps}"));
                }
                return;
            }
            if self.job.search != Search::Count {
                return out.extend_from_slice(&solution);
            }
        }
        self.puzzle(out);
        out.push(b' ');
        match self.finding {
            Finding::Invalid(_) => put(out, format_args!("invalid: {}", self.reason())),
            _ if self.job.search == Search::Count => out.extend_from_slice(self.count().as_bytes()),
            finding => out.extend_from_slice(finding.name().as_bytes()),
        }
    }

    fn csv(&self, out: &mut Vec<u8>) {
        let mut delimiter = b',';
        if self.job.keep {
            delimiter = delimiter_of(self.text.layout);
            self.row(out);
        } else {
            put(out, format_args!("{},", self.record.line));
            match self.solved {
                Some(_) => self.puzzle(out),
                None => quote(self.shown().as_bytes(), out),
            }
        }
        let separated = |out: &mut Vec<u8>, text: &[u8]| {
            out.push(delimiter);
            out.extend_from_slice(text);
        };
        let number =
            |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
        let n_givens = self.solved.map(|(puzzle, _)| puzzle.n_givens() as u64);
        separated(out, number(n_givens).as_bytes());
        separated(out, self.finding.name().as_bytes());
        separated(out, self.count().as_bytes());
        separated(out, self.solution().as_ref().map_or(b"", |solution| solution));
        let guesses = self.solved.map(|(_, outcome)| outcome.guesses);
        separated(out, number(guesses).as_bytes());
        let solvable = self.solvable();
        if self.job.rate {
            let rating = solvable.map(rate);
            let technique =
                rating.map_or(String::new(), |rating| rating.person.technique.to_string());
            separated(out, technique.as_bytes());
            separated(out, number(rating.map(|rating| rating.guesses)).as_bytes());
            for index in 0..STEPS.len() {
                let n_steps = rating.map(|rating| u64::from(rating.person.steps[index]));
                separated(out, number(n_steps).as_bytes());
            }
        }
        if self.job.canonical {
            separated(
                out,
                solvable.map(|puzzle| canonical(puzzle).text()).as_ref().map_or(b"", |text| text),
            );
        }
        if self.job.training.is_some() {
            let (name, line) = self.leak.map(Leak::parts).unzip();
            separated(out, name.unwrap_or("").as_bytes());
            separated(out, number(line).as_bytes());
        }
        out.push(delimiter);
        if let Finding::Invalid(_) = self.finding {
            quote(self.reason().as_bytes(), out);
        }
    }

    /// The record as it stands, with as many fields as the first.
    fn row(&self, out: &mut Vec<u8>) {
        let row = &self.text.bytes[self.record.row.clone()];
        let Some((delimiter, n_columns)) = self.text.layout.columns() else {
            let is_plain = !row.iter().any(|byte| matches!(byte, b',' | b'"'));
            return if is_plain { out.extend_from_slice(row) } else { quote(row, out) };
        };
        let mut n_fields = 0;
        if let Err(invalid) = &self.record.puzzle
            && invalid.fault == Fault::OpenQuote
        {
            // A quote that is not closed would swallow what comes after it.
            for (index, part) in row.split(|byte| *byte == delimiter).enumerate() {
                if index > 0 {
                    out.push(delimiter);
                }
                quote(part, out);
                n_fields += 1;
            }
        } else {
            out.extend_from_slice(row);
            let mut start = 0;
            while start <= row.len() {
                start = field(row, start, delimiter).end + 1;
                n_fields += 1;
            }
        }
        out.extend(std::iter::repeat_n(delimiter, n_columns.saturating_sub(n_fields)));
    }

    fn jsonl(&self, out: &mut Vec<u8>) {
        put(out, format_args!("{{\"line\":{},\"puzzle\":\"", self.record.line));
        match self.solved {
            Some(_) => self.puzzle(out),
            None => escape(self.shown().as_bytes(), out),
        }
        out.push(b'"');
        if let Some((puzzle, _)) = self.solved {
            put(out, format_args!(",\"givens\":{}", puzzle.n_givens()));
        }
        put(out, format_args!(",\"status\":\"{}\"", self.finding.name()));
        if let (Search::Count, Some((_, outcome))) = (self.job.search, self.solved) {
            let complete = outcome.n_solutions < self.job.limit;
            put(
                out,
                format_args!(",\"solutions\":{},\"complete\":{complete}", outcome.n_solutions),
            );
        }
        let mut text = |name: &str, text: &[u8]| {
            put(out, format_args!(",\"{name}\":\""));
            escape(text, out);
            out.push(b'"');
        };
        if let Some(solution) = self.solution() {
            text("solution", &solution);
        }
        let solvable = self.solvable();
        let rating = solvable.filter(|_| self.job.rate).map(rate);
        if let Some(rating) = rating {
            text("technique", rating.person.technique.to_string().as_bytes());
        }
        if let Some(puzzle) = solvable.filter(|_| self.job.canonical) {
            text("canonical", &canonical(puzzle).text());
        }
        if let Some(leak) = self.leak {
            text("leak", leak.parts().0.as_bytes());
        }
        if let Finding::Invalid(_) = self.finding {
            text("reason", self.reason().as_bytes());
        }
        if let Some(leak) = self.leak {
            put(out, format_args!(",\"train_line\":{}", leak.parts().1));
        }
        if let Some(rating) = rating {
            put(out, format_args!(",\"rating\":{}", rating.guesses));
            for (name, n_steps) in STEPS.iter().zip(rating.person.steps) {
                put(out, format_args!(",\"{name}\":{n_steps}"));
            }
        }
        if let Some((_, outcome)) = self.solved {
            put(out, format_args!(",\"guesses\":{}", outcome.guesses));
        }
        out.push(b'}');
    }

    /// The puzzle as it stands in the input; of what is not a puzzle, what is shown of it.
    fn puzzle(&self, out: &mut Vec<u8>) {
        match self.solved {
            Some(_) => out.extend_from_slice(&self.text.bytes[self.record.text.clone()]),
            None => out.extend_from_slice(self.shown().as_bytes()),
        }
    }

    /// What is shown of a text that is not a puzzle: printable ASCII, not more of it than a puzzle is long.
    fn shown(&self) -> String {
        let text = &self.text.bytes[self.record.text.clone()];
        let printable =
            |byte: &u8| if matches!(byte, b' '..=b'~') { char::from(*byte) } else { '?' };
        // CR LF is one line end.
        let is_first = |index: &usize| !text[*index..].starts_with(b"\r\n");
        let mut shown: String =
            (0..text.len()).filter(is_first).map(|index| printable(&text[index])).collect();
        if shown.len() > N_CELLS {
            shown.truncate(N_CELLS);
            shown.push_str("...");
        }
        if shown.is_empty() { "-".to_owned() } else { shown }
    }

    /// The solution, if there is one that says something: not the first of several, unless a solution is
    /// all that was asked for.
    fn solution(&self) -> Option<[u8; N_CELLS]> {
        let (_, outcome) = self.solved?;
        let is_the_answer = matches!(self.finding, Finding::Solved | Finding::Unique);
        is_the_answer.then(|| outcome.first.map(|value| b'0' + value))
    }

    /// The puzzle, if it has a solution: the others have neither a rating nor a form.
    fn solvable(&self) -> Option<&Puzzle> {
        self.solved.filter(|(_, outcome)| outcome.n_solutions > 0).map(|(puzzle, _)| puzzle)
    }

    /// How many solutions there are; with a `+` if there may be more.
    fn count(&self) -> String {
        let Some((_, outcome)) = self.solved else { return String::new() };
        let more = if outcome.n_solutions == self.job.limit { "+" } else { "" };
        match self.job.search {
            Search::All => String::new(),
            _ => format!("{}{more}", outcome.n_solutions),
        }
    }

    /// Where and why a record is invalid.
    fn reason(&self) -> String {
        let Finding::Invalid(invalid) = self.finding else { return String::new() };
        match invalid.column {
            Some(column) => format!("line {}, column {column}: {}", invalid.line, invalid.fault),
            None => format!("line {}: {}", invalid.line, invalid.fault),
        }
    }
}

fn put(out: &mut Vec<u8>, text: std::fmt::Arguments) {
    out.write_fmt(text).expect("a vector takes all that is written");
}

/// A field of CSV.
fn quote(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    for byte in text {
        if *byte == b'"' {
            out.push(b'"');
        }
        out.push(*byte);
    }
    out.push(b'"');
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
