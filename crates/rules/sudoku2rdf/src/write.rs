//! A puzzle's graph as text.
//!
//! # References
//! RDF 1.2 Turtle; RDF 1.2 N-Triples; RDF 1.2 N-Quads

use crate::graph::{NAMESPACE, Object, Subject, Triple};
use std::io::{self, Write};

/// Writes Turtle: a line for each subject.
///
/// # Errors
/// Writing fails.
pub fn turtle(triples: &[Triple], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "@prefix ex: <{NAMESPACE}> .")?;
    let mut last = None;
    for &(subject, predicate, value) in triples {
        match last {
            Some((same, verb)) if (same, verb) == (subject, predicate) => write!(out, ", {value}")?,
            Some((same, _)) if same == subject => write!(out, " ; ex:{predicate} {value}")?,
            _ => {
                if last.is_some() {
                    writeln!(out, " .")?;
                }
                write!(out, "{subject} ex:{predicate} {value}")?;
            }
        }
        last = Some((subject, predicate));
    }
    writeln!(out, " .")
}

/// Writes N-Triples, or N-Quads if there is a graph's name.
///
/// # Errors
/// Writing fails.
pub fn ntriples(triples: &[Triple], graph: Option<&str>, out: &mut impl Write) -> io::Result<()> {
    for &(subject, predicate, value) in triples {
        match subject {
            Subject::Named(name) => write!(out, "<{NAMESPACE}{name}>")?,
            Subject::Square(_) | Subject::Placement(..) => write!(out, "{subject}")?,
        }
        write!(out, " <{NAMESPACE}{predicate}>")?;
        match value {
            Object::Number(_) => {
                write!(out, " \"{value}\"^^<http://www.w3.org/2001/XMLSchema#integer>")?;
            }
            Object::House(_) | Object::Resource(_) => write!(out, " {value}")?,
        }
        match graph {
            Some(name) => writeln!(out, " {name} .")?,
            None => writeln!(out, " .")?,
        }
    }
    Ok(())
}
