//! DRAT as text: a clause a line, ended by 0; a `d` before it deletes it.

use sat_format::Lit;
use sat_format::dimacs::write_clause;
use std::io::{self, Write};

pub(super) fn write_addition(out: &mut impl Write, clause: &[Lit]) -> io::Result<()> {
    write_clause(out, clause)
}

pub(super) fn write_deletion(out: &mut impl Write, clause: &[Lit]) -> io::Result<()> {
    out.write_all(b"d ")?;
    write_clause(out, clause)
}
