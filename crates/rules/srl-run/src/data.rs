//! Data graphs from files: the syntax, gzip, the place of an error.

use anyhow::Context;
use clap::{Args, ValueEnum};
use flate2::read::MultiGzDecoder;
use pipe_cli::{Failure, Input};
use rdf_graph::graph::Graph;
use rdf_graph::io::{self, Format, ReadError};
use rdf_graph::term::Term;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

const GZIP: [u8; 2] = [0x1f, 0x8b];

/// How much of a text tells its syntax.
const START: usize = 256;

/// Where the data is.
#[derive(Debug, Clone, Args)]
pub(crate) struct DataOptions {
    /// The syntax of the data; by default the one that the file's name tells, and else TriG, which
    /// Turtle and N-Triples are part of
    #[arg(short, long, value_enum, value_name = "SYNTAX")]
    pub(crate) input: Option<Syntax>,

    /// The IRI against which relative IRIs of the data are resolved
    #[arg(long, value_name = "IRI")]
    base: Option<String>,
}

/// A syntax of data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Syntax {
    Turtle,
    #[value(alias = "nt")]
    Ntriples,
    #[value(alias = "nq")]
    Nquads,
    Trig,
    #[value(alias = "json-ld")]
    Jsonld,
    #[value(alias = "rdf-xml", alias = "xml")]
    Rdfxml,
}

impl Syntax {
    fn format(self) -> Format {
        match self {
            Self::Turtle => Format::Turtle,
            Self::Ntriples => Format::NTriples,
            Self::Nquads => Format::NQuads,
            Self::Trig => Format::TriG,
            Self::Jsonld => Format::JsonLd,
            Self::Rdfxml => Format::RdfXml,
        }
    }
}

/// Reads files, or standard input if there are none, into one graph.
pub(crate) fn read(files: &[PathBuf], options: &DataOptions) -> anyhow::Result<Graph> {
    let stdin = [PathBuf::from("-")];
    let mut graph = Graph::new();
    for path in if files.is_empty() { &stdin } else { files } {
        let (name, start, reader) = open(path)?;
        let format = format(path, options, Format::TriG);
        io::read(&mut graph, reader, format, options.base.as_deref())
            .map_err(|error| located(&name, &start, format, error))?;
    }
    Ok(graph)
}

/// The graphs of a file, one at a time.
pub(crate) fn graphs(
    path: &Path,
    options: &DataOptions,
) -> anyhow::Result<impl Iterator<Item = anyhow::Result<(Option<Term>, Graph)>>> {
    let (name, start, reader) = open(path)?;
    let format = format(path, options, Format::NQuads);
    let graphs = io::graphs(reader, format);
    Ok(graphs.map(move |graph| graph.map_err(|error| located(&name, &start, format, error))))
}

/// Refuses to read both the rules and the data from standard input.
pub(crate) fn refuse_stdin_twice(rules: &Path, data: &[PathBuf]) -> Result<(), Failure> {
    let stdin = Path::new("-");
    if rules == stdin && data.iter().any(|path| path == stdin) {
        return Err(Failure::new("the rules and the data cannot both be standard input")
            .help("name a file for one of them"));
    }
    Ok(())
}

/// Opens a file, gunzipped if it is gzip's by its first bytes; also gives its name for messages, and the start of the
/// text.
fn open(path: &Path) -> anyhow::Result<(String, Vec<u8>, Box<dyn Read>)> {
    let input = Input::open(Some(path))?;
    let name = input.name().to_owned();
    let (start, whole) = peek(input.into_reader(), GZIP.len()).with_context(|| name.clone())?;
    let is_gzip = start == GZIP;
    let text: Box<dyn Read> =
        if is_gzip { Box::new(MultiGzDecoder::new(whole)) } else { Box::new(whole) };
    let (start, text) = peek(text, START).with_context(|| name.clone())?;
    Ok((name, start, Box::new(text)))
}

/// The first bytes of a text, and a reader of the whole.
fn peek<R: Read>(mut reader: R, length: usize) -> std::io::Result<(Vec<u8>, impl Read)> {
    let mut start = Vec::new();
    (&mut reader).take(length as u64).read_to_end(&mut start)?;
    Ok((start.clone(), Cursor::new(start).chain(reader)))
}

fn format(path: &Path, options: &DataOptions, default: Format) -> Format {
    let plain = if path.extension().is_some_and(|ending| ending == "gz") {
        path.with_extension("")
    } else {
        path.to_owned()
    };
    let ending = plain.extension().and_then(|ending| ending.to_str());
    let by_name = || ending.and_then(Format::from_extension);
    options.input.map(Syntax::format).or_else(by_name).unwrap_or(default)
}

fn located(name: &str, start: &[u8], format: Format, error: ReadError) -> anyhow::Error {
    let is_syntax = matches!(error, ReadError::Syntax { .. } | ReadError::Document(_));
    let looks_like = match Format::recognize(start) {
        Some("JSON-LD") if format != Format::JsonLd => Some(("JSON-LD", "jsonld")),
        Some("RDF/XML") if format != Format::RdfXml => Some(("RDF/XML", "rdfxml")),
        Some("Turtle") if format == Format::JsonLd || format == Format::RdfXml => {
            Some(("Turtle", "turtle"))
        }
        _ => None,
    };
    if let Some((syntax, option)) = looks_like.filter(|_| is_syntax) {
        return Failure::new(format!("{name}: this looks like {syntax}"))
            .help(format!("--input {option} reads it as that"))
            .into();
    }
    match error {
        ReadError::Syntax(error) => anyhow::anyhow!("{name}:{}: {error}", error.position()),
        error @ ReadError::SeveralGraphs { .. } => Failure::new(format!("{name}: {error}"))
            .help("--each-graph runs the rules on each graph by itself")
            .into(),
        error => anyhow::Error::new(error).context(name.to_owned()),
    }
}
