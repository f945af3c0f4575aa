//! Writes DIMACS CNF: the header, then one clause a line.

use super::Header;
use crate::Lit;
use std::io::{self, Write};

/// Writes `p cnf VARIABLES CLAUSES`.
///
/// ```
/// use sat_format::Lit;
/// use sat_format::dimacs::{Header, write_clause, write_header};
///
/// let mut text = Vec::new();
/// write_header(&mut text, Header { n_vars: 2, n_clauses: 1 })?;
/// write_clause(&mut text, &[Lit::positive(1), -Lit::positive(2)])?;
/// assert_eq!(text, b"p cnf 2 1\n1 -2 0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Those of `out`.
pub fn write_header(out: &mut impl Write, header: Header) -> io::Result<()> {
    writeln!(out, "p cnf {} {}", header.n_vars, header.n_clauses)
}

/// Writes a clause as a line: its literals, one blank after each, and 0.
///
/// # Errors
/// Those of `out`, which should be buffered.
pub fn write_clause(out: &mut impl Write, clause: &[Lit]) -> io::Result<()> {
    for lit in clause {
        write_lit(out, *lit)?;
        out.write_all(b" ")?;
    }
    out.write_all(b"0\n")
}

/// Writes the literal's number; several times as fast as its `Display`.
///
/// # Errors
/// Those of `out`, which should be buffered.
pub fn write_lit(out: &mut impl Write, lit: Lit) -> io::Result<()> {
    // A sign and ten digits, filled from the right.
    let mut text = [b'-'; 11];
    let mut start = text.len();
    let mut rest = lit.var();
    while rest > 0 {
        start -= 1;
        text[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    start -= usize::from(!lit.is_positive());
    out.write_all(&text[start..])
}
