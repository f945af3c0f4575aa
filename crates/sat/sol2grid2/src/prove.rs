//! Makes a certificate: asks the solver for a proof, checks all of it, and only then gives it its name.
//!
//! The folder is made under another name beside the place where it will be, so that it appears whole or
//! not at all.

use crate::certificate::{
    Claim, DESCRIPTION, Description, PROBLEM, PROOF, PUZZLES, REGIONS, SOLUTION, Source,
};
use crate::problem::Problem;
use crate::question::Question;
use crate::scratch::Scratch;
use crate::solver::Solver;
use crate::verify::Certificate;
use anyhow::{Context, ensure};
use pipe_cli::Failure;
use sat_format::Model;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use sudoku_core::format::Layout;
use sudoku_core::{Alphabet, Grid};

/// The folder while it is made.
const STAGED: &str = "certificate";

/// Where a certificate will be.
#[derive(Debug)]
pub(crate) struct Place {
    folder: PathBuf,
}

impl Place {
    /// Checks that nothing of anyone's is there.
    ///
    /// # Errors
    /// Something is, or no folder can be made there.
    pub(crate) fn new(folder: &Path) -> anyhow::Result<Self> {
        let name = || folder.display().to_string();
        ensure!(folder != Path::new("-"), "found - for the certificate, expected a folder's name");
        match fs::read_dir(folder) {
            Ok(mut entries) => {
                let is_empty = entries.next().is_none();
                let failure = Failure::new(format!("{}: found a folder with files in it", name()));
                ensure!(is_empty, failure.help("remove it, or name another one"));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(name),
        }
        Ok(Self { folder: folder.to_owned() })
    }

    /// A folder for temporary files, beside it.
    ///
    /// # Errors
    /// It cannot be made.
    pub(crate) fn scratch(&self) -> anyhow::Result<Scratch> {
        let parent = self.folder.parent().filter(|parent| *parent != Path::new(""));
        let parent = parent.unwrap_or(Path::new("."));
        Scratch::new(Some(parent)).with_context(|| self.folder.display().to_string())
    }
}

/// What a certificate will be about.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    pub(crate) source: &'a Source,
    pub(crate) alphabet: &'a Alphabet,
    pub(crate) problem: &'a Problem,
    /// The solution that is claimed to be the only one; without it there is said to be none.
    pub(crate) solution: Option<&'a Grid>,
}

impl Plan<'_> {
    /// Makes it; or gives a model that shows that the claim is wrong.
    ///
    /// # Errors
    /// The CNF is not that of the puzzle; the solver gives no answer, no proof or a wrong one; or a file
    /// cannot be written.
    pub(crate) fn carry_out(
        &self,
        solver: &Solver,
        place: &Place,
    ) -> anyhow::Result<Option<Model>> {
        let encoding = self.encoding()?;
        let scratch = solver.scratch();
        let context = || place.folder.display().to_string();
        let source = self.stage(scratch, encoding).with_context(context)?;
        let [formula, proof] = [PROBLEM, PROOF].map(|name| format!("{STAGED}/{name}"));
        let model = solver.prove(&formula, &proof)?;
        if model.is_none() {
            let certificate = Certificate::open(&scratch.path(STAGED))?;
            if let Err(wrong) = certificate.verify(&source)? {
                anyhow::bail!("{solver}: no certificate, for it does not hold: {wrong}");
            }
            scratch.give(STAGED, &place.folder).with_context(context)?;
        }
        Ok(model)
    }

    fn encoding(&self) -> anyhow::Result<&'static str> {
        let Source { puzzle, options } = self.source;
        let encoding = Question::encoding_of(self.problem, puzzle, options)?;
        encoding.ok_or_else(|| {
            let [cnf, puzzle] = [self.problem.name(), &puzzle.display().to_string()];
            let message = format!("{cnf} is in no encoding what sudoku2cnf writes for {puzzle}");
            let help =
                "a certificate is about the puzzle: encode it with sudoku2cnf and solve that";
            Failure::new(message).help(help).into()
        })
    }

    /// Writes all files but the proof.
    fn stage(&self, scratch: &Scratch, encoding: &'static str) -> anyhow::Result<Source> {
        scratch.create_folder(STAGED)?;
        let write = |name: &str, bytes: &[u8]| -> io::Result<()> {
            scratch.create(&format!("{STAGED}/{name}"))?.write_all(bytes)
        };
        let read = |path: &Path| fs::read(path).with_context(|| path.display().to_string());
        let text = read(&self.source.puzzle)?;
        let name = PUZZLES[usize::from(text.trim_ascii_start().starts_with(b"{"))];
        write(name, &text)?;
        let mut named = self.source.options.clone();
        if let Some(regions) = &mut named.rules.regions {
            write(REGIONS, &read(regions)?)?;
            *regions = REGIONS.into();
        }
        if let Some(grid) = self.solution {
            write(SOLUTION, Layout::Rows.write(grid, self.alphabet).as_bytes())?;
        }
        let words = named.words().into_iter().map(|word| {
            word.into_string().ok().context("found an option that is no Unicode, expected text")
        });
        let claim = if self.solution.is_some() { Claim::Unique } else { Claim::None };
        let description = Description {
            claim,
            encoding: encoding.to_owned(),
            options: words.collect::<anyhow::Result<_>>()?,
        };
        write(DESCRIPTION, (serde_json::to_string_pretty(&description)? + "\n").as_bytes())?;
        let source = self.source.in_folder(&scratch.path(STAGED), name);
        let question = Question::new(&source.puzzle, &source.options, encoding, self.solution)?;
        question.write(&mut scratch.create(&format!("{STAGED}/{PROBLEM}"))?)?;
        Ok(source)
    }
}
