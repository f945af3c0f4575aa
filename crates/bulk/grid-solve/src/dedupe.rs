//! Leaves out puzzles that are rearrangements of earlier ones, in bounded memory.
//!
//! Forms that were seen are in a table. When it is full, what it holds goes to a file, and a new *run* begins. What a run
//! lets through is held back in another file until the run is over: then the forms of the earlier runs are read once,
//! and those that are in the table as well were no firsts. The first run has no earlier one, so that nothing is held
//! back as long as the table is not full.
//!
//! ```text
//! run 1: table ──► output                    table full ──► forms
//! run 2: table ──► held ── minus forms ──► output ──► forms + table     … and so on
//! ```
//!
//! Each run reads all forms before it, so `r` runs read `r²/2` tables: for ten times the memory that is less than sorting.

use crate::forms::{Form, n_entries};
use anyhow::Context;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};

/// What is let through so far.
#[derive(Debug)]
pub(crate) struct Dedupe {
    /// The forms of this run, with the number of the held line that came with each.
    seen: HashMap<Form, u32>,
    most: usize,
    /// What came before this run, from the second one on.
    earlier: Option<Earlier>,
    n_left_out: u64,
}

#[derive(Debug)]
struct Earlier {
    forms: File,
    /// Lines: each with its length before it, four bytes, least first.
    held: BufWriter<File>,
    n_held: u32,
}

impl Dedupe {
    /// A table that takes up to so many bytes.
    pub(crate) fn new(memory: u64) -> Self {
        // Lines of a run are counted with 32 bits.
        let most = n_entries::<(Form, u32)>(memory).min(u32::MAX as usize / 2);
        Self { seen: HashMap::new(), most, earlier: None, n_left_out: 0 }
    }

    /// Lets a line through, at once or later, unless its form was seen. Lines without a form all pass.
    ///
    /// # Errors
    /// Those of `out` and of the temporary files.
    pub(crate) fn take(
        &mut self,
        line: &[u8],
        form: Option<Form>,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        if form.is_some_and(|form| self.seen.contains_key(&form)) {
            self.n_left_out += 1;
            return Ok(());
        }
        let n_held = self.earlier.as_ref().map_or(0, |earlier| earlier.n_held);
        if self.seen.len() == self.most || n_held == u32::MAX {
            self.end_run(out)?;
        }
        let number = match &mut self.earlier {
            None => {
                out.write_all(line)?;
                0
            }
            Some(earlier) => earlier.hold(line)?,
        };
        if let Some(form) = form {
            self.seen.insert(form, number);
        }
        Ok(())
    }

    /// Lets through what is held back: how many lines were left out in all.
    ///
    /// # Errors
    /// Those of `out` and of the temporary files.
    pub(crate) fn finish(mut self, out: &mut impl Write) -> anyhow::Result<u64> {
        if self.earlier.is_some() {
            self.end_run(out)?;
        }
        Ok(self.n_left_out)
    }

    fn end_run(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let earlier = if let Some(earlier) = &mut self.earlier {
            let left_out = earlier.left_out(&mut self.seen)?;
            self.n_left_out += left_out.iter().filter(|is_left_out| **is_left_out).count() as u64;
            earlier.release(&left_out, out)?;
            earlier
        } else {
            let (forms, held) = (temporary()?, BufWriter::new(temporary()?));
            self.earlier.insert(Earlier { forms, held, n_held: 0 })
        };
        earlier.forms.seek(SeekFrom::End(0)).with_context(trouble)?;
        let mut forms = BufWriter::new(&earlier.forms);
        for form in self.seen.keys() {
            forms.write_all(&form.0).with_context(trouble)?;
        }
        forms.flush().with_context(trouble)?;
        self.seen.clear();
        Ok(())
    }
}

impl Earlier {
    /// Holds a line back: its number.
    fn hold(&mut self, line: &[u8]) -> anyhow::Result<u32> {
        let length = u32::try_from(line.len()).context("a line of four gigabytes")?;
        self.held.write_all(&length.to_le_bytes()).with_context(trouble)?;
        self.held.write_all(line).with_context(trouble)?;
        self.n_held += 1;
        Ok(self.n_held - 1)
    }

    /// Which of the held lines have a form that was seen in an earlier run; these forms leave the table.
    fn left_out(&mut self, seen: &mut HashMap<Form, u32>) -> anyhow::Result<Vec<bool>> {
        let mut left_out = vec![false; self.n_held as usize];
        let n_forms = self.forms.seek(SeekFrom::End(0)).with_context(trouble)? / Form::SIZE as u64;
        self.forms.rewind().with_context(trouble)?;
        let mut forms = BufReader::with_capacity(1 << 16, &self.forms);
        for _ in 0..n_forms {
            let mut form = Form([0; Form::SIZE]);
            forms.read_exact(&mut form.0).with_context(trouble)?;
            if let Some(number) = seen.remove(&form) {
                left_out[number as usize] = true;
            }
        }
        Ok(left_out)
    }

    /// Writes the other held lines, in order, and holds none any more.
    fn release(&mut self, left_out: &[bool], out: &mut impl Write) -> anyhow::Result<()> {
        self.held.flush().with_context(trouble)?;
        self.held.rewind().with_context(trouble)?;
        let mut held = BufReader::with_capacity(1 << 16, self.held.get_ref());
        let mut line = Vec::new();
        for is_left_out in left_out {
            let mut length = [0; 4];
            held.read_exact(&mut length).with_context(trouble)?;
            line.resize(u32::from_le_bytes(length) as usize, 0);
            held.read_exact(&mut line).with_context(trouble)?;
            if !is_left_out {
                out.write_all(&line)?;
            }
        }
        self.held.get_ref().set_len(0).with_context(trouble)?;
        self.held.rewind().with_context(trouble)?;
        self.n_held = 0;
        Ok(())
    }
}

/// A file without a name, which is gone when it is closed.
fn temporary() -> anyhow::Result<File> {
    tempfile::tempfile().with_context(trouble)
}

fn trouble() -> String {
    format!("a temporary file in {}", std::env::temp_dir().display())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Forms need not be those of puzzles here.
    fn form(number: u32) -> Form {
        let mut form = Form([0; Form::SIZE]);
        form.0[..4].copy_from_slice(&number.to_le_bytes());
        form
    }

    #[test]
    fn first_ones_pass_in_order_whatever_the_memory() {
        // A plain sequence with many repetitions, near and far.
        let numbers: Vec<u32> =
            (0..3000_u32).map(|i| i.wrapping_mul(2_654_435_761) >> 8 & 0x1ff).collect();
        let mut known = HashSet::new();
        let firsts: Vec<String> = numbers
            .iter()
            .enumerate()
            .filter(|(index, number)| index % 100 == 0 || known.insert(**number))
            .map(|(index, number)| format!("{index} {number}\n"))
            .collect();
        for memory in [0, 1000, 5000, 10_000, 1 << 20] {
            let (mut dedupe, mut out) = (Dedupe::new(memory), Vec::new());
            for (index, number) in numbers.iter().enumerate() {
                // Some lines have no form.
                let form = (index % 100 != 0).then(|| form(*number));
                dedupe.take(format!("{index} {number}\n").as_bytes(), form, &mut out).unwrap();
            }
            let n_runs = numbers.len() / dedupe.most;
            let n_left_out = dedupe.finish(&mut out).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), firsts.concat(), "{memory}: {n_runs}");
            assert_eq!(n_left_out as usize, numbers.len() - firsts.len());
        }
    }
}
