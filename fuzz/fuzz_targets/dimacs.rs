//! Any text: no panic; where the blocks of a stream are cut makes no difference; what is read is
//! written and read again as the same formula.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sat_format::dimacs::{Cnf, Header, ReadOptions, write_clause, write_header};
use std::io::Read;

/// A stream that hands out a byte at a time.
struct Drops<'a>(&'a [u8]);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = buffer.len().min(1);
        self.0.read(&mut buffer[..length])
    }
}

fuzz_target!(|text: &[u8]| {
    let whole = Cnf::read(text, ReadOptions::default());
    let drops = Cnf::read(Drops(text), ReadOptions::default());
    let cnf = match (whole, drops) {
        (Ok(whole), Ok(drops)) => {
            assert_eq!(whole, drops);
            whole
        }
        (Err(whole), Err(drops)) => return assert_eq!(whole.to_string(), drops.to_string()),
        (whole, drops) => panic!("{whole:?} in one piece, {drops:?} in drops"),
    };
    let mut written = Vec::new();
    write_header(&mut written, Header { n_vars: cnf.n_vars(), n_clauses: cnf.clauses().len() as u64 }).expect("a vector takes all");
    for clause in cnf.clauses() {
        write_clause(&mut written, clause).expect("a vector takes all");
    }
    let again = Cnf::read(&written[..], ReadOptions { strict: true, ..ReadOptions::default() });
    assert!(again.expect("what was written is read").clauses().eq(cnf.clauses()));
});
