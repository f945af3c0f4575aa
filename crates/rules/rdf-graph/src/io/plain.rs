//! Reads the lines of N-Triples that hold nothing unusual without the parser, which takes three times as long.
//!
//! ```text
//! line   ::= term term term '.'            term ::= '<' IRI '>' | '_:' [A-Za-z0-9]+ | string ('^^<' IRI '>')?
//! string ::= '"' [^"\\ and controls]* '"'
//! ```
//!
//! IRIs are checked unless the graph has them. Any other line is handed to the parser, by itself if it is whole, so that the two
//! never differ. Where the parser refuses it, all that is left of the text goes to the parser, which then says what is wrong, and
//! knows statements that go on in the next line.
//!
//! # References
//! RDF 1.2 N-Triples, section "Grammar".

use super::{ReadError, Sink, nesting};
use crate::graph::interner::{Id, TermRef as OurRef};
use oxrdf::NamedNodeRef;
use oxrdf::vocab::rdf;
use oxttl::NTriplesParser;
use std::io::Read;

/// A line that is longer goes to the parser.
const BUFFER: usize = 1 << 16;

/// What the lines have left.
pub(super) struct Rest {
    /// The text from there on, as far as it has been read.
    pub(super) text: Vec<u8>,
    /// How many lines there are before it.
    pub(super) lines: u64,
}

/// Takes in lines up to one that the parser has to see with what follows it.
pub(super) fn read(reader: &mut impl Read, sink: &mut Sink<'_>) -> Result<Rest, ReadError> {
    let mut buffer = vec![0; BUFFER];
    let (mut filled, mut lines) = (0, 0);
    loop {
        let length = match reader.read(&mut buffer[filled..]) {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            length => length?,
        };
        filled += length;
        let mut start = 0;
        while let Some(end) = buffer[start..filled].iter().position(|&byte| byte == b'\n') {
            let line = &buffer[start..start + end];
            if !plain(line, sink) && !whole(line, sink)? {
                return Ok(Rest { text: buffer[start..filled].to_vec(), lines });
            }
            start += end + 1;
            lines += 1;
        }
        buffer.copy_within(start..filled, 0);
        filled -= start;
        if length == 0 || filled == BUFFER {
            buffer.truncate(filled);
            return Ok(Rest { text: buffer, lines });
        }
    }
}

/// Takes in a line that the parser finds to be whole; says whether it is. If not, nothing has been taken in. A line may end with a
/// carriage return alone; then it takes the parser to count the lines.
fn whole(line: &[u8], sink: &mut Sink<'_>) -> Result<bool, ReadError> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.contains(&b'\r') {
        return Ok(false);
    }
    let parser = NTriplesParser::new().for_reader(nesting::Guard::new(line));
    let Ok(triples) = parser.collect::<Result<Vec<_>, _>>() else { return Ok(false) };
    triples.iter().try_for_each(|triple| sink.triple(triple.as_ref()))?;
    Ok(true)
}

/// Takes in a plain line; says whether it is one. If not, no triple has been added.
fn plain(line: &[u8], sink: &mut Sink<'_>) -> bool {
    let Ok(line) = std::str::from_utf8(line) else { return false };
    if line.is_empty() {
        return true;
    }
    let Some((subject, rest)) = subject(line.trim_start_matches(BLANK), sink) else { return false };
    let Some((predicate, rest)) = iri(rest, sink) else { return false };
    let Some((object, rest)) = object(rest, sink) else { return false };
    if rest.strip_suffix('\r').unwrap_or(rest).trim_end_matches(BLANK) != "." {
        return false;
    }
    sink.graph.insert_ground([subject, predicate, object]);
    true
}

const BLANK: [char; 2] = [' ', '\t'];

fn subject<'a>(text: &'a str, sink: &mut Sink<'_>) -> Option<(Id, &'a str)> {
    let Some(label) = text.strip_prefix("_:") else { return iri(text, sink) };
    let end = label.find(BLANK)?;
    let is_plain = end > 0 && label[..end].bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_plain.then(|| (sink.blank(&label[..end]), label[end..].trim_start_matches(BLANK)))
}

fn iri<'a>(text: &'a str, sink: &mut Sink<'_>) -> Option<(Id, &'a str)> {
    let (iri, rest) = text.strip_prefix('<')?.split_once('>')?;
    let known = sink.graph.interner.find_ref(OurRef::Iri(iri));
    let id = match known {
        Some(id) => id,
        None => sink.iri(NamedNodeRef::new(iri).ok()?.as_str()),
    };
    Some((id, rest.trim_start_matches(BLANK)))
}

fn object<'a>(text: &'a str, sink: &mut Sink<'_>) -> Option<(Id, &'a str)> {
    let Some(text) = text.strip_prefix('"') else { return subject(text, sink) };
    let end = text.find(|c: char| c == '"' || c == '\\' || c.is_control())?;
    let (value, rest) = (&text[..end], text[end..].strip_prefix('"')?);
    let (datatype, rest) = match rest.strip_prefix("^^") {
        Some(rest) if rest.starts_with('<') => iri(rest, sink)?,
        Some(_) => return None,
        None if rest.starts_with('@') => return None,
        None => (Id::XSD_STRING, rest.trim_start_matches(BLANK)),
    };
    let name = sink.graph.interner.text(datatype);
    if name == rdf::LANG_STRING.as_str() || name == rdf::DIR_LANG_STRING.as_str() {
        return None;
    }
    Some((sink.graph.interner.intern_ref(OurRef::Typed(value, datatype)), rest))
}

#[cfg(test)]
mod tests {
    use crate::graph::{Graph, Part};
    use crate::io::{Format, ReadError, Sink, quads, read};
    use proptest::prelude::*;
    use rustc_hash::FxHashMap;

    type Outcome = (Vec<String>, Option<(u64, u64, String)>);

    fn outcome(graph: &Graph, result: Result<(), ReadError>) -> Outcome {
        let triples = graph.triples(Part::Ground).map(|[s, p, o]| format!("{s} {p} {o}"));
        let fault = result.err().map(|error| match error {
            ReadError::Syntax(at) => (at.line, at.column, at.message),
            error => (0, 0, error.to_string()),
        });
        (triples.collect(), fault)
    }

    /// What the parser alone makes of a text.
    fn parsed(text: &str) -> Outcome {
        let mut graph = Graph::new();
        let mut sink = Sink { graph: &mut graph, blanks: FxHashMap::default(), name: None };
        let quads = quads(text.as_bytes(), Format::NTriples, None).unwrap();
        let result = { quads }.try_for_each(|quad| sink.quad(&quad?));
        outcome(&graph, result)
    }

    fn read_here(text: &str) -> Outcome {
        let mut graph = Graph::new();
        let result = read(&mut graph, text.as_bytes(), Format::NTriples, None);
        outcome(&graph, result)
    }

    /// Pieces of lines, right and wrong, that are put together in any order.
    const PIECES: [&str; 40] = [
        "<e:a>",
        "<http://e/b>",
        "<e:c\\u0041>",
        "<a>",
        "<e: x>",
        "<>",
        "<e:\u{e9}>",
        "_:b",
        "_:b1",
        "_:b.1",
        "_:",
        "_:b-2",
        "\"x\"",
        "\"x\\n\"",
        "\"x\"@en",
        "\"x\"@EN--ltr",
        "\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>",
        "\"x\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>",
        "\"x\"^^ <e:t>",
        "\"x\" ^^<e:t>",
        "\"x\"^^<e:t>",
        "\"x",
        "\"a\tb\"",
        "\"\u{7f}\u{85}\"",
        "<<( <e:a> <e:b> _:b )>>",
        ".",
        " . ",
        " .\n",
        " .\n",
        " .\r\n",
        ".\r",
        "\n",
        "\r",
        " ",
        "\t",
        "# c\n",
        " # c\r",
        "'x'",
        "1",
        "@prefix",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]
        #[test]
        fn the_parser_reads_the_same(
            lines in prop::collection::vec(
                prop_oneof![
                    // Whole triples, mostly.
                    4 => (0..11_usize, 0..7_usize, 0..25_usize, 26..31_usize).prop_map(|(s, p, o, end)| vec![s, 33, p, 33, o, end]),
                    1 => prop::collection::vec(0..PIECES.len(), 0..7),
                ],
                0..8,
            ),
        ) {
            let text: String = lines.concat().into_iter().map(|piece| PIECES[piece]).collect();
            prop_assert_eq!(read_here(&text), parsed(&text), "{:?}", text);
        }
    }

    #[test]
    fn long_lines_and_many_are_read() {
        let long = format!("<e:a> <e:b> \"{}\" .\n", "x".repeat(200_000));
        let many = "<e:a> <e:b> <e:c> .\n".repeat(10_000) + "_:x <e:b> \"y\" .";
        for text in
            [long.clone() + &many, many.clone() + "\n" + &long, many + "\n<e:a> <e:b> <e:c .\n"]
        {
            assert_eq!(read_here(&text), parsed(&text));
        }
        let (_, fault) = read_here(&("<e:a> <e:b> <e:c> .\n".repeat(5000) + "<e:a> <e:b> <c> ."));
        assert_eq!(fault.unwrap().0, 5001);
    }
}
