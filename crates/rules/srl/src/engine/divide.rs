//! Divides a plan among threads.
//!
//! The rows that the first pattern looks through are cut into pieces. Threads look for the solutions of a piece each and
//! keep those pairs that the head's table lacks; meanwhile nothing is added anywhere. Then the pairs are added piece by piece.
//! So rows come in the order in which one thread would have found them, whatever the number of threads:
//!
//! ```text
//! P₁ ⋈ Q  =  (piece₁ ⋈ Q) ∪ (piece₂ ⋈ Q) ∪ …
//! ```
//!
//! This is so where no solution can see what another one of the same plan adds, and where none makes a term: the plan has no
//! expression, the head is one triple of known terms and variables, and whether a triple is there is not asked of the head's table.
//!
//! # References
//! O. Wolfson, A. Silberschatz, "Distributed processing of logic programs", SIGMOD 1988: copies of a rule on disjoint parts of
//! a relation.

use super::Joins;
use super::head::Head;
use super::join::Join;
use super::limits::Limit;
use super::machine::{HIDDEN, Machine};
use super::unite::Unite;
use crate::plan::{Lowered, Match, Position, Rows, Step, Steps, Template};
use rdf_graph::graph::interner::Id;
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// So many rows of the first pattern are looked through by one thread, to see what the others cost.
const FIRST: usize = 128;

/// A plan that looks at fewer rows than that, of all its patterns, is not worth the start of a thread: a millisecond or two.
const FEW: u64 = 1 << 16;

/// So many rows it must look at for each pair that it adds: pairs are added by one thread alone, and cost more than a look.
const IDLE: u64 = 4;

/// About so many rows a piece looks at.
const PIECE: u64 = 1 << 14;

/// How many pieces each thread takes before their pairs are added.
const PIECES: usize = 16;

/// More threads than that are never started.
pub(super) const THREADS: usize = 256;

/// How threads share a plan.
#[derive(Debug)]
pub(super) struct Divide {
    /// The table of the first pattern, and which of its rows it sees.
    table: usize,
    rows: Rows,
    /// What the head says: a pair, and whose.
    pair: [Place; 2],
    target: Target,
    /// Whether it is shared even where that does not pay.
    is_eager: bool,
}

/// The table of the head, which is not there before the rule runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    Predicate(Id),
    Hidden(usize),
}

/// An end of a pair.
#[derive(Debug, Clone, Copy)]
enum Place {
    Constant(Id),
    Slot(usize),
}

/// The pairs of a piece that the head's table lacks.
struct Found {
    piece: usize,
    pairs: Vec<[Id; 2]>,
    /// How many solutions there were.
    solutions: u64,
    /// How many rows it looked at.
    looked: u64,
    reached: Option<Limit>,
}

impl Target {
    /// Where a pattern looks, if its predicate is known.
    fn of(pattern: &Match) -> Option<Self> {
        match pattern.places[1] {
            Position::Constant(predicate) => Some(Self::Predicate(predicate)),
            Position::Hidden(hidden) => Some(Self::Hidden(hidden)),
            _ => None,
        }
    }

    fn table(self, machine: &Machine<'_>) -> Option<usize> {
        match self {
            Self::Predicate(predicate) => machine.graph().table(predicate),
            Self::Hidden(hidden) => Some(HIDDEN + hidden),
        }
    }
}

impl Divide {
    /// How threads can share a plan, if they can.
    pub(super) fn find(
        lowered: &Lowered,
        steps: &Steps,
        unite: Option<&Unite>,
        machine: &Machine<'_>,
        joins: Joins,
    ) -> Option<Self> {
        if machine.keep_rows || !lowered.fresh.is_empty() {
            return None;
        }
        let [[s, p, o]] = &lowered.head[..] else { return None };
        let place = |template: &Template| match template {
            Template::Constant(id) => Some(Place::Constant(*id)),
            Template::Slot(slot) => Some(Place::Slot(*slot)),
            _ => None,
        };
        let pair = [place(s)?, place(o)?];
        let target = match p {
            Template::Constant(predicate) => Target::Predicate(*predicate),
            Template::Hidden(hidden) => Target::Hidden(*hidden),
            _ => return None,
        };
        let Step::Match(first) = steps.steps.first()? else { return None };
        let Match { places: [s, _, o], rows, .. } = first;
        let is_scan = *rows == Rows::News || !(s.is_known() || o.is_known());
        let table = machine.table_of(&first.places[1])?;
        let is_blind = steps.steps.iter().all(|step| is_blind_to(target, step));
        let is_apart =
            unite.is_none_or(|unite| Some(unite.source_table()) != target.table(machine));
        let is_eager = joins == Joins::Eager;
        let divide = Self { table, rows: *rows, pair, target, is_eager };
        (is_scan && is_blind && is_apart).then_some(divide)
    }

    /// Finds the solutions of a plan and adds what they say; gives their number, and whether threads shared them.
    pub(super) fn solve(
        &self,
        join: &Join,
        (machine, head): (&mut Machine<'_>, &mut Head<'_>),
        is_hidden: bool,
        jobs: usize,
    ) -> (u64, bool) {
        let target = self.target.table(machine).expect("the head has made it");
        let Range { start, end } = machine.window(self.rows, self.table);
        let n_first = if self.is_eager { 1 } else { FIRST };
        let first = end.min(start + n_first);
        let (ticks, before) = (machine.watch.ticks, machine.table(target).len());
        let within = (self.table, start..first);
        let mut solutions = join.solve((machine, head), is_hidden, Some(within));
        head.flush(machine);
        let looked = machine.watch.ticks - ticks;
        let new = (machine.table(target).len() - before) as u64;
        let is_over = |machine: &Machine<'_>, head: &Head<'_>| {
            machine.watch.reached.is_some() || is_hidden && head.room == 0
        };
        let pays = self.is_eager
            || looked * (end - first) as u64 >= FEW * FIRST as u64 && looked >= IDLE * new;
        if !pays {
            if first < end && !is_over(machine, head) {
                // That the first piece has an end costs nothing where it is not cut.
                machine.watch.ticks -= 1;
                let within = (self.table, first..end);
                solutions += join.solve((machine, head), is_hidden, Some(within));
            }
            return (solutions, false);
        }
        let length =
            if self.is_eager { 2 } else { (PIECE * n_first as u64 / looked).max(1) as usize };
        let mut at = first;
        while at < end && !is_over(machine, head) {
            let next = end.min(at + length * PIECES * jobs);
            let pieces: Vec<Range<usize>> =
                (at..next).step_by(length).map(|from| from..next.min(from + length)).collect();
            let room = if is_hidden { head.room } else { usize::MAX };
            for mut found in self.in_threads(join, machine, (target, room), &pieces, jobs) {
                // That a piece has an end costs nothing where it is not cut.
                machine.watch.ticks += found.looked - 1;
                let before = machine.table(target).len();
                head.insert_all(&mut found.pairs, target, machine);
                machine.watch.reached = machine.watch.reached.or(found.reached);
                let new = machine.table(target).len() - before;
                solutions += if join.unite.is_some() { new as u64 } else { found.solutions };
            }
            at = next;
        }
        (solutions, at > first)
    }

    /// What the pieces find, in their order, that goes into a table with so much room.
    fn in_threads(
        &self,
        join: &Join,
        machine: &Machine<'_>,
        into: (usize, usize),
        pieces: &[Range<usize>],
        jobs: usize,
    ) -> Vec<Found> {
        let (next, all) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(pieces.len())));
        let work = || {
            let mut machine = machine.share();
            let mut seen = FxHashSet::default();
            loop {
                let piece = next.fetch_add(1, Ordering::Relaxed);
                let Some(rows) = pieces.get(piece) else { return };
                let found = self.piece(join, &mut machine, (piece, rows.clone()), into, &mut seen);
                all.lock().expect("no thread panics holding it").push(found);
            }
        };
        thread::scope(|scope| {
            for _ in 1..jobs.min(pieces.len()) {
                // Where there is no other thread to be had, this one does it all.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        let mut all = all.into_inner().expect("no thread panics holding it");
        all.sort_unstable_by_key(|found| found.piece);
        all
    }

    /// What a piece finds that is not in `seen`, where it then is.
    fn piece(
        &self,
        join: &Join,
        machine: &mut Machine<'_>,
        (piece, rows): (usize, Range<usize>),
        (target, room): (usize, usize),
        seen: &mut FxHashSet<[Id; 2]>,
    ) -> Found {
        let (mut pairs, mut solutions, ticks) = (Vec::new(), 0, machine.watch.ticks);
        let mut missing = Vec::new();
        machine.solve_within(&join.steps, (self.table, rows), &mut |machine| {
            solutions += 1;
            if let Some(unite) = &join.unite {
                unite.missing(machine, &mut missing);
                pairs.extend(missing.drain(..).filter(|&pair| seen.insert(pair)));
            } else {
                let pair = self.pair.map(|place| match place {
                    Place::Constant(id) => id,
                    Place::Slot(slot) => machine.slots[slot],
                });
                if !machine.table(target).contains(pair, false) && seen.insert(pair) {
                    pairs.push(pair);
                }
            }
            if target < HIDDEN {
                machine.watch.would_infer(seen.len());
            }
            machine.watch.reached.is_none() && seen.len() <= room
        });
        let looked = machine.watch.ticks - ticks;
        Found { piece, pairs, solutions, looked, reached: machine.watch.reached }
    }
}

/// Whether a step does not see what is added to a table while it runs, and adds nothing itself.
fn is_blind_to(target: Target, step: &Step) -> bool {
    match step {
        Step::Match(pattern) => {
            let [s, _, o] = &pattern.places;
            let asks = s.is_known() && o.is_known() && pattern.rows != Rows::News;
            !asks || Target::of(pattern).is_some_and(|table| table != target)
        }
        Step::Not(steps) => steps.steps.iter().all(|step| is_blind_to(target, step)),
        Step::Filter(..) | Step::Set(..) => false,
    }
}
