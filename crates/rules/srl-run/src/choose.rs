//! `srl-run --choose`: a search for answers, where rules alone leave questions open.

use crate::evaluate::{RunOptions, Stop};
use crate::rule_file::count;
use pipe_cli::Failure;
use rdf_graph::graph::{Graph, Part};
use rdf_graph::term::Term;
use srl::choose::{self, Explanation, Fault, Rounds, Search};
use srl::engine::Engine;

/// The exit code where there is no answer.
pub(crate) const NO_ANSWER: u8 = 1;

/// The rounds of --repeat after each choice, unless --max-rounds says otherwise.
const MOST_ROUNDS: u64 = 1000;

/// Searches for at most so many answers; each is told to `found`.
///
/// # Errors
/// A limit was reached, and what was done until then is lost; or the rules do not say what there is to choose.
pub(crate) fn search(
    engine: &Engine<'_>,
    graph: &mut Graph,
    fold: &[Term],
    run: &RunOptions,
    max_answers: u64,
    found: &mut dyn FnMut(&Graph),
) -> Result<Search, Stopped> {
    let options = options(fold, run, max_answers);
    let search = choose::choose(engine, graph, &options, found).map_err(Stopped::Fault)?;
    whole(search)
}

/// Searches, and explains the triples of the answer that are asked for, or why there is none.
pub(crate) fn explain(
    engine: &Engine<'_>,
    graph: &mut Graph,
    fold: &[Term],
    run: &RunOptions,
    asked: &dyn Fn(&[Term; 3]) -> bool,
) -> Result<(Search, Explanation), Stopped> {
    let options = options(fold, run, 2);
    let (search, explanation) =
        choose::explain(engine, graph, &options, asked).map_err(Stopped::Fault)?;
    Ok((whole(search)?, explanation))
}

fn options(fold: &[Term], run: &RunOptions, max_answers: u64) -> choose::Options {
    let rounds = if run.repeat {
        Rounds::Repeat { fold: fold.to_vec(), most: run.max_rounds.unwrap_or(MOST_ROUNDS) }
    } else {
        Rounds::Once
    };
    let max_choices = run.max_choices;
    choose::Options { run: run.options(), rounds, max_answers, max_choices }
}

fn whole(search: Search) -> Result<Search, Stopped> {
    match search.stopped {
        Some((limit, rule)) => Err(Stopped::Limit(Stop { limit, rule })),
        None => Ok(search),
    }
}

/// Why a search came to no end.
#[derive(Debug)]
pub(crate) enum Stopped {
    Limit(Stop),
    Fault(Fault),
}

impl Stopped {
    /// The message, which says what is printed all the same.
    pub(crate) fn failure(self, engine: &Engine<'_>, printed: &str) -> Failure {
        match self {
            Self::Limit(stop) => stop.failure(engine.rules(), printed),
            Self::Fault(fault @ (Fault::NoOptions | Fault::NoExclusions)) => {
                Failure::new(fault.to_string())
                    .help("docs/rules.md says what a rule set for --choose has")
            }
            Self::Fault(fault) => Failure::new(fault.to_string()),
        }
    }
}

/// What a search for at most so many answers found, in words.
pub(crate) fn in_words(search: &Search, is_unique_asked: bool) -> String {
    let Search { answers, is_complete, choices, refuted, forced, .. } = search;
    let found = match (answers, is_complete) {
        (0, _) => "there is no answer".to_owned(),
        (1, true) => "1 answer, and there is no other".to_owned(),
        (1, false) => "1 answer".to_owned(),
        (_, false) if is_unique_asked => {
            "there are several answers; the first is printed".to_owned()
        }
        (answers, true) => format!("{answers} answers, and there are no others"),
        (answers, false) => format!("{answers} answers; there may be more"),
    };
    let choices = match (choices, refuted) {
        (0, _) => "nothing had to be chosen".to_owned(),
        (1, 1) => "1 choice, refuted".to_owned(),
        (choices, refuted) => {
            format!("{}, {refuted} of them refuted", count(*choices as usize, "choice"))
        }
    };
    let forced = count(*forced as usize, "option");
    format!("{found}: {choices}; {forced} forced")
}

/// How many triples of an answer, beside the data, are not RDF and so are not printed.
pub(crate) fn n_not_rdf(answer: &Graph) -> usize {
    let parts = [Part::Folded, Part::Inferred].into_iter();
    parts.map(|part| answer.len(part) - answer.rdf_ids(part).count()).sum()
}

/// The searches of many graphs.
#[derive(Debug, Default)]
pub(crate) struct Searches {
    pub(crate) graphs: u64,
    /// Graphs whose answer took no choice.
    pub(crate) without_choice: u64,
    pub(crate) choices: u64,
    pub(crate) refuted: u64,
    pub(crate) forced: u64,
}

impl Searches {
    pub(crate) fn add(&mut self, search: &Search) {
        self.graphs += 1;
        self.without_choice += u64::from(search.choices == 0);
        self.choices += search.choices;
        self.refuted += search.refuted;
        self.forced += search.forced;
    }
}
