//! What the thread does that works: reads the input and answers what is asked about it.

use crate::cnf_file::CnfFile;
use crate::conquer::{Conquest, split};
use crate::engine::Engines;
use crate::engine::cdcl::Cdcl;
use crate::engine::splr::Splr;
use crate::enumerate::{End, enumerate};
use crate::limits::Parts;
use crate::numbering::{Numbering, is_sparse};
use crate::proof::{Proof, Writer};
use crate::proof_file::Steps;
use crate::race::race;
use crate::session::{Reply, Session};
use crate::settings::{Convention, Cubes, Enumeration, Settings};
use crate::solve::{Satisfiability, Statistics, listed_vars, simplified, solve};
use crate::z3;
use anyhow::{Context, ensure};
use pipe_cli::Input;
use sat_format::dimacs::{self, Cnf};
use sat_format::{Lit, Verdict};
use std::fs::File;

/// What is found out in the end.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// About the formula as it is.
    Solved(Satisfiability, Statistics),
    /// The same by the racer of this number.
    Won(Satisfiability, Statistics, usize),
    /// The formula, to be printed with these cubes.
    Split(Cnf, Vec<Vec<Lit>>),
    /// By the last of several questions; the replies were handed over.
    Asked(Verdict),
    /// So many models were handed over; if there were none, these assumptions failed.
    Enumerated(u64, Vec<Lit>, End),
}

impl Outcome {
    pub(crate) fn verdict(&self) -> Verdict {
        match self {
            Self::Solved(answer, _) | Self::Won(answer, ..) => answer.verdict(),
            Self::Asked(last) => *last,
            Self::Enumerated(0, _, End::Complete) => Verdict::Unsat,
            Self::Split(..) | Self::Enumerated(0, ..) => Verdict::Unknown,
            Self::Enumerated(..) => Verdict::Sat,
        }
    }
}

/// What the thread says in the end, and meanwhile.
pub(crate) type Replies = Parts<anyhow::Result<Outcome>, Reply>;

/// A query, and how many clauses are before it.
type Query = (usize, Vec<Lit>);

/// The answer, with a whole proof in the first of the files if there is no model; in a race each racer has two files.
///
/// # Errors
/// The input cannot be read or is not a CNF, a file cannot be written, or the solver is at fault.
pub(crate) fn work(
    settings: &Settings,
    mut proofs: Vec<(File, Steps)>,
    cnf_file: Option<&CnfFile>,
    replies: &Replies,
) -> anyhow::Result<Outcome> {
    let (cnf, mut queries) = read(settings)?;
    if settings.verbose {
        let summary = cnf.summary();
        pipe_cli::note(format!("{} variables, {} clauses", cnf.n_vars(), summary.n_clauses));
    }
    if let Some(file) = cnf_file {
        ensure!(queries.is_empty(), "found queries and --cnf-out, expected one of them");
        file.write(&cnf, simplified(&cnf, settings.method.counting).ok().as_ref())?;
    }
    let assumptions = settings.assumptions.as_deref();
    match settings.cubes {
        Cubes::None => {}
        Cubes::Make(most) => {
            ensure!(queries.is_empty(), "found queries and --cubes, expected one of them");
            let cubes = split(&cnf, settings.method, most);
            return Ok(Outcome::Split(cnf, cubes));
        }
        Cubes::Solve => return conquer(&cnf, &queries, settings, proofs.pop()),
    }
    if let Some(enumeration) = &settings.enumeration {
        ensure!(queries.is_empty(), "found queries and --enumerate, expected one of them");
        return list(&cnf, assumptions.unwrap_or(&[]), enumeration, settings, replies);
    }
    if let Some(assumptions) = assumptions {
        match &mut queries[..] {
            [] => queries.push((cnf.clauses().len(), assumptions.to_vec())),
            queries => queries.iter_mut().for_each(|(_, query)| query.extend(assumptions)),
        }
    }
    if !queries.is_empty() {
        ensure!(proofs.is_empty(), "found queries and a proof, expected one of them");
        ensure!(settings.jobs.get() == 1, "found queries and several jobs, expected one of them");
        return ask(&cnf, &queries, settings, replies);
    }
    if settings.jobs.get() > 1 {
        let (answer, statistics, winner) = race(cnf, settings, proofs, answer)?;
        return Ok(Outcome::Won(answer, statistics, winner));
    }
    let (answer, statistics) = answer(&cnf, settings, proofs.pop())?;
    Ok(Outcome::Solved(answer, statistics))
}

/// Solves the formula by its cubes.
fn conquer(
    cnf: &Cnf,
    queries: &[Query],
    settings: &Settings,
    proof: Option<(File, Steps)>,
) -> anyhow::Result<Outcome> {
    let n_clauses = cnf.clauses().len();
    let mut cubes = Vec::new();
    for (n_before, cube) in queries {
        ensure!(
            *n_before == n_clauses,
            "found a clause after cube {}, expected cubes after the last clause",
            cubes.len() + 1
        );
        cubes.push(cube.clone());
    }
    let conquest = Conquest {
        cubes: &cubes,
        n_threads: settings.jobs,
        method: settings.method,
        control: settings.control.clone(),
        is_verbose: settings.verbose,
    };
    let file = proof.map(|(file, _)| file);
    let (answer, statistics) = proved(cnf, settings, file, |proof| conquest.solve(cnf, proof))?;
    Ok(Outcome::Solved(answer, statistics))
}

/// An answer, with a whole proof in the file if there is no model.
fn proved(
    cnf: &Cnf,
    settings: &Settings,
    file: Option<File>,
    solve: impl FnOnce(&mut dyn Proof) -> anyhow::Result<(Satisfiability, Statistics)>,
) -> anyhow::Result<(Satisfiability, Statistics)> {
    let (Some(file), Some((path, format))) = (file, &settings.proof) else {
        return solve(&mut ());
    };
    let mut writer = Writer::new(file, *format, cnf);
    let (answer, statistics) = solve(&mut writer)?;
    if answer == Satisfiability::Unsat {
        writer.finish().with_context(|| path.display().to_string())?;
    }
    Ok((answer, statistics))
}

/// Solves the formula as it is.
fn answer(
    cnf: &Cnf,
    settings: &Settings,
    proof: Option<(File, Steps)>,
) -> anyhow::Result<(Satisfiability, Statistics)> {
    let (file, steps) = proof.unzip();
    let cdcl = Cdcl { control: settings.control.clone() };
    let engines = Engines { name: settings.engine, cdcl, splr: Splr { steps } };
    let (answer, statistics) =
        proved(cnf, settings, file, |proof| solve(cnf, settings.method, &engines, proof))?;
    if settings.verbose {
        let Statistics { n_fixed, n_counted, n_failed, .. } = statistics;
        let Statistics { n_open_vars, n_open_clauses, .. } = statistics;
        pipe_cli::note(format!(
            "unit clauses fix {n_fixed} variables, counting gives {n_counted} clauses, \
             {n_failed} literals fail"
        ));
        pipe_cli::note(format!(
            "left to the search: {n_open_vars} variables, {n_open_clauses} clauses"
        ));
    }
    Ok((answer, statistics))
}

/// Answers one query after the other.
fn ask(
    cnf: &Cnf,
    queries: &[Query],
    settings: &Settings,
    replies: &Replies,
) -> anyhow::Result<Outcome> {
    let literals = || queries.iter().flat_map(|(_, query)| query);
    let mut session = session(cnf, literals(), true, settings)?;
    let mut clauses = cnf.clauses();
    let (mut n_added, mut verdict) = (0, Verdict::Unknown);
    for (n_clauses, query) in queries {
        for clause in clauses.by_ref().take(n_clauses - n_added) {
            session.add(clause);
        }
        n_added = *n_clauses;
        let reply = session.ask(query)?;
        verdict = reply.verdict();
        if !replies.send(reply) {
            break;
        }
    }
    Ok(Outcome::Asked(verdict))
}

/// Lists models.
fn list(
    cnf: &Cnf,
    assumptions: &[Lit],
    enumeration: &Enumeration,
    settings: &Settings,
    replies: &Replies,
) -> anyhow::Result<Outcome> {
    let mut session = session(cnf, assumptions, !assumptions.is_empty(), settings)?;
    let listed = listed_vars(cnf);
    let vars = match &enumeration.project {
        None => listed,
        Some(ranges) => {
            let last = ranges.iter().map(|range| *range.end()).max().unwrap_or(0);
            check_var(cnf, last)?;
            let is_named = |var: &u32| ranges.iter().any(|range| range.contains(var));
            listed.into_iter().filter(is_named).collect()
        }
    };
    cnf.clauses().for_each(|clause| session.add(clause));
    let report = |model| replies.send(Reply::Model(model));
    let (n_models, failed, end) =
        enumerate(&mut session, assumptions, &vars, enumeration.most, report)?;
    Ok(Outcome::Enumerated(n_models, failed, end))
}

/// A session for a formula, without its clauses yet, and for these literals.
fn session<'l>(
    cnf: &Cnf,
    literals: impl IntoIterator<Item = &'l Lit>,
    has_assumptions: bool,
    settings: &Settings,
) -> anyhow::Result<Session> {
    let mut vars = listed_vars(cnf);
    let n_listed = vars.len();
    for lit in literals {
        check_var(cnf, lit.var())?;
        if vars[..n_listed].binary_search(&lit.var()).is_err() {
            vars.push(lit.var());
        }
    }
    vars.sort_unstable();
    vars.dedup();
    let numbering = Numbering::of(vars, is_sparse(cnf));
    Ok(Session::new(numbering, has_assumptions, &settings.control))
}

fn check_var(cnf: &Cnf, var: u32) -> anyhow::Result<()> {
    let most = cnf.n_vars();
    ensure!(var <= most, "found variable {var}, expected at most {most}, as the formula has");
    Ok(())
}

fn read(settings: &Settings) -> anyhow::Result<(Cnf, Vec<Query>)> {
    let path = settings.file.as_deref();
    let mut input = Input::open(path).map_err(|error| match (settings.convention, path) {
        (Convention::Z3, Some(path)) => z3::cannot_open(path),
        _ => error,
    })?;
    let mut queries = Vec::new();
    let query = |n_clauses, lits: &[Lit]| queries.push((n_clauses, lits.to_vec()));
    let cnf = match Cnf::read_incremental(&mut input, settings.reading, query) {
        Ok(cnf) => cnf,
        Err(dimacs::Error::Malformed(error)) => {
            return Err(input.error_at(error.line, error.column, error));
        }
        // The cause itself, so that the message is that of the system.
        Err(dimacs::Error::Io(error)) => return Err(error).context(input.name().to_owned()),
        Err(error) => return Err(error).context(input.name().to_owned()),
    };
    if settings.warnings {
        for warning in &cnf.summary().warnings {
            pipe_cli::warning(input.error_at(warning.line, warning.column, warning));
        }
    }
    Ok((cnf, queries))
}
