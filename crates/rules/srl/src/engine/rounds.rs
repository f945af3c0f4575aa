//! Runs the rules of a component in rounds until nothing is new.
//!
//! A rule that is split (see [`crate::plan`]) has several *parts*. All but the last fill a hidden table each, which the parts
//! after them use in the same round; so each round infers what it would without a split. A rule is split at the beginning of a
//! round: the hidden table is filled with all that is there, and all of it is news to the rest of the rule.
//!
//! Hidden tables take memory that the rule as it was written does not. Together they hold at most as many rows as the graph;
//! where they would hold more, the rule is as it was written from then on. Nothing is lost: the round before was whole.

use super::Joins;
use super::divide::Divide;
use super::head::Head;
use super::join::Join;
use super::machine::Machine;
use super::rules::Run;
use super::stats::HiddenStats;
use super::unite::Unite;
use crate::plan::{Hidden, Operand, Rows, Split, Step, Steps, Visible, order, split};
use rdf_graph::graph::Part as GraphPart;
use rdf_graph::graph::interner::Id;
use rdf_graph::term::Term;
use srl_analysis::strata::Component;
use srl_analysis::unify::may_match;
use srl_syntax::rule::{Element, TriplePattern};
use web_time::Instant;

/// So many rows a rule looks at before it is asked whether to split it: some milliseconds.
const MANY: u64 = 1 << 18;

/// A rule that looks at so many rows for each triple that it infers may be worth a split.
const IDLE: u64 = 8;

/// A rule of a component, or one that goes on.
pub(super) struct Member {
    rule: usize,
    /// Its patterns that the component feeds.
    fed: Vec<usize>,
    /// The last one has the rule's head.
    parts: Vec<Part>,
    /// Whether it stays as it is.
    is_settled: bool,
}

/// A part of a rule, or the whole.
struct Part {
    /// The place in [`Run::lowered`].
    lowered: usize,
    /// The hidden table that it fills.
    hidden: Option<usize>,
    fed: Vec<usize>,
    plans: Vec<Plan>,
    /// How many rows it has looked at.
    looked: u64,
    /// Whether the hidden table has been filled for this round.
    is_filled: bool,
}

/// A plan of a part, for one round or for those to come.
struct Plan {
    /// The table of the pattern that sees the news, if its predicate is known.
    news: Option<usize>,
    join: Join,
    /// How threads share it, if they can.
    divide: Option<Divide>,
}

impl Member {
    fn new(rule: usize, fed: Vec<usize>) -> Self {
        Self { rule, parts: vec![Part::new(rule, None, fed.clone())], fed, is_settled: false }
    }
}

impl Part {
    fn new(lowered: usize, hidden: Option<usize>, fed: Vec<usize>) -> Self {
        Self { lowered, hidden, fed, plans: Vec::new(), looked: 0, is_filled: false }
    }
}

impl Run<'_> {
    /// Runs the rules of a component until nothing is new; says how many rounds it took.
    pub(super) fn component(&mut self, component: &Component) -> u64 {
        self.machine.begin_round();
        let mut members = self.members(component);
        let first: Vec<Plan> =
            members.iter().map(|member| self.plan(member.rule, Visible::Full)).collect();
        for (member, plan) in members.iter_mut().zip(&first) {
            self.run(member.rule, &mut member.parts[0], plan);
        }
        if !component.recursive {
            return 1;
        }
        let (mut rounds, mut planned_at) = (1, 0);
        while self.machine.watch.reached.is_none() {
            self.machine.begin_round();
            let size: usize = self.machine.now.iter().sum();
            if size == self.machine.before.iter().sum() {
                break;
            }
            rounds += 1;
            self.machine.watch.rounds(rounds);
            if size > 2 * planned_at {
                planned_at = size;
                members.iter_mut().flat_map(|member| &mut member.parts).for_each(|part| {
                    part.plans = self.plans_for_news(part);
                });
            }
            for member in &mut members {
                self.round(member);
            }
        }
        for part in members.iter().flat_map(|member| &member.parts) {
            self.empty(part);
        }
        rounds
    }

    /// Goes on from a fixpoint, to which rows were added, to the next.
    pub(super) fn go_on(&mut self, members: &mut [Member]) {
        let mut rounds = 0;
        while self.machine.watch.reached.is_none() {
            self.machine.begin_round();
            if self.machine.now == self.machine.before {
                break;
            }
            rounds += 1;
            self.machine.watch.rounds(rounds);
            for member in &mut *members {
                self.round(member);
            }
        }
    }

    /// Rules with their patterns that the templates feed, ready for news.
    pub(super) fn fed_by(&mut self, rules: &[usize], templates: &[&TriplePattern]) -> Vec<Member> {
        let engine = self.engine;
        let fed = |&rule: &usize| {
            Member::new(rule, fed_patterns(&engine.rules.rules[rule].body, templates))
        };
        let mut members: Vec<Member> = rules.iter().map(fed).collect();
        for part in members.iter_mut().flat_map(|member| &mut member.parts) {
            part.plans = self.plans_for_news(part);
        }
        members
    }

    /// The rules of a component, with their patterns that the component feeds.
    fn members(&self, component: &Component) -> Vec<Member> {
        let rules = &self.engine.rules.rules;
        let templates: Vec<&TriplePattern> =
            component.rules.iter().flat_map(|&rule| &rules[rule].head).collect();
        let fed = |rule: usize| match &rules[rule] {
            rule if rule.data => Vec::new(),
            rule => fed_patterns(&rule.body, &templates),
        };
        component.rules.iter().map(|&rule| Member::new(rule, fed(rule))).collect()
    }

    /// For each pattern that the component feeds: a plan with it on the news.
    fn plans_for_news(&mut self, Part { lowered, fed, .. }: &Part) -> Vec<Plan> {
        let news = |&origin: &usize| Visible::News { origin, recursive: fed };
        fed.iter().map(|origin| self.plan(*lowered, news(origin))).collect()
    }

    fn plan(&mut self, lowered: usize, choice: Visible<'_>) -> Plan {
        let lowered = &self.lowered[lowered];
        let mut steps = order(lowered, choice, self.machine.tables());
        let news = table_of_news(&steps, &self.machine);
        let unite = Unite::take(lowered, &mut steps, &mut self.machine, self.joins);
        let divide = (self.jobs > 1)
            .then(|| Divide::find(lowered, &steps, unite.as_ref(), &self.machine, self.joins))
            .flatten();
        Plan { news, join: Join { unite, steps }, divide }
    }

    /// Runs a rule for one round.
    fn round(&mut self, member: &mut Member) {
        self.split_where_it_pays(member);
        for place in 0..member.parts.len() {
            if !self.run_part(member.rule, &mut member.parts[place]) {
                self.put_together(member);
                self.run_part(member.rule, &mut member.parts[0]);
                break;
            }
        }
    }

    /// Runs a part for one round; says whether its hidden table had room.
    fn run_part(&mut self, rule: usize, part: &mut Part) -> bool {
        if std::mem::take(&mut part.is_filled) {
            return true;
        }
        let plans = std::mem::take(&mut part.plans);
        let had_room = plans.iter().all(|plan| self.run(rule, part, plan));
        part.plans = plans;
        if let Some(hidden) = part.hidden {
            self.machine.show_hidden(hidden, false);
        }
        had_room
    }

    /// Splits parts of a rule until no split pays.
    fn split_where_it_pays(&mut self, member: &mut Member) {
        let mut place = 0;
        while place < member.parts.len() && !member.is_settled {
            let part = &member.parts[place];
            let inferred = self.stats.rules[member.rule].new as u64;
            let may_pay = match self.joins {
                Joins::WhereItPays => part.looked >= MANY && part.looked >= IDLE * inferred,
                Joins::Eager => true,
                Joins::Plain => false,
            };
            let hidden = self.machine.hidden().len();
            let split = may_pay
                .then(|| split(&self.lowered[part.lowered], hidden, self.machine.tables()))
                .flatten();
            match split {
                Some(split) if self.pays(&split, part) => self.split(member, place, split),
                _ => place += 1,
            }
        }
    }

    /// Whether filling the hidden table costs less than the part has cost so far.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn pays(&self, split: &Split, part: &Part) -> bool {
        self.joins == Joins::Eager || 2.0 * split.expected <= part.looked as f64
    }

    /// Puts two parts in the place of one and fills the hidden table, if there is room.
    fn split(&mut self, member: &mut Member, place: usize, split: Split) {
        let Split { part, rest, origins, predicates, .. } = split;
        let (number, hidden) = (self.lowered.len(), self.machine.hidden().len());
        self.lowered.extend([part, rest]);
        self.machine.hidden_mut().push(Hidden::default());
        let predicates = predicates.iter().flat_map(|place| self.predicates(place)).collect();
        let rule = member.rule;
        self.stats.hidden.push(HiddenStats { rule, predicates, ..HiddenStats::default() });

        let whole = &member.parts[place];
        let (of_part, mut of_rest): (Vec<usize>, Vec<usize>) =
            whole.fed.iter().partition(|origin| origins.contains(origin));
        of_rest.extend(of_part.first().map(|_| origins[0]));
        let mut part = Part::new(number, Some(hidden), of_part);
        let rest = Part::new(number + 1, whole.hidden, of_rest);
        let plan = self.plan(number, Visible::Full);
        let had_room = self.run(rule, &mut part, &plan);
        self.machine.show_hidden(hidden, true);
        part.is_filled = true;
        member.parts.splice(place..=place, [part, rest]);
        if had_room {
            for part in &mut member.parts[place..] {
                part.plans = self.plans_for_news(part);
            }
        } else {
            self.put_together(member);
        }
    }

    /// The predicates that a pattern names, or that were joined into the hidden table that it names.
    fn predicates(&self, place: &Operand) -> Vec<Term> {
        match place {
            Operand::Constant(id) => vec![self.machine.graph().interner().term(*id)],
            Operand::Hidden(hidden) => self.stats.hidden[*hidden].predicates.clone(),
            Operand::Slot(_) | Operand::Triple(_) => Vec::new(),
        }
    }

    /// Makes a rule what it was before it was split.
    fn put_together(&mut self, member: &mut Member) {
        for part in std::mem::take(&mut member.parts) {
            self.empty(&part);
            if let Some(hidden) = part.hidden {
                self.stats.hidden[hidden].given_up = true;
            }
        }
        let mut whole = Part::new(member.rule, None, member.fed.clone());
        whole.plans = self.plans_for_news(&whole);
        member.parts.push(whole);
        member.is_settled = true;
    }

    /// Gives the memory of a part's hidden table back.
    fn empty(&mut self, part: &Part) {
        if let Some(hidden) = part.hidden {
            self.machine.hidden_mut()[hidden] = Hidden::default();
            if let Some(provenance) = &mut self.provenance {
                provenance.forget_hidden(hidden);
            }
        }
    }

    /// Runs a plan of a part and adds what its solutions say; says whether the hidden table, if it fills one, had room.
    fn run(&mut self, rule: usize, part: &mut Part, plan: &Plan) -> bool {
        if plan.news.is_some_and(|table| !self.machine.has_news(table)) {
            return true;
        }
        let started = Instant::now();
        let (before, ticks) = (self.inferred, self.machine.watch.ticks);
        let is_hidden = part.hidden.is_some();
        let taken: usize = self.machine.hidden().iter().map(|hidden| hidden.table.len()).sum();
        let room = self.machine.graph().len(GraphPart::All).saturating_sub(taken);
        std::mem::swap(&mut self.machine.tallies, &mut self.tallies[rule]);
        let Self { machine, lowered, provenance, inferred, jobs, .. } = self;
        let lowered = &lowered[part.lowered];
        machine.slots.clear();
        machine.slots.resize(lowered.n_slots, Id::default());
        let provenance = provenance.as_mut();
        let mut head =
            Head::new(rule, (lowered, &plan.join.steps), machine, inferred, provenance, room);
        let (solutions, is_divided) = match &plan.divide {
            Some(divide) => divide.solve(&plan.join, (machine, &mut head), is_hidden, *jobs),
            None => (plan.join.solve((machine, &mut head), is_hidden, None), false),
        };
        let room = head.finish(machine);
        std::mem::swap(&mut self.machine.tallies, &mut self.tallies[rule]);
        if self.machine.watch.reached.is_some() {
            self.stats.stopped_in.get_or_insert(rule);
        }
        part.looked += self.machine.watch.ticks - ticks;
        if let Some(hidden) = part.hidden {
            let stats = &mut self.stats.hidden[hidden];
            stats.rounds += 1;
            stats.solutions += solutions;
            stats.rows = self.machine.hidden()[hidden].table.len();
            stats.time += started.elapsed();
        } else {
            let stats = &mut self.stats.rules[rule];
            stats.rounds += 1;
            stats.solutions += solutions;
            stats.divided += u64::from(is_divided);
            stats.new += self.inferred - before;
            stats.time += started.elapsed();
        }
        !(is_hidden && room == 0)
    }
}

/// The patterns of a body, by their number, that some of the templates may feed.
fn fed_patterns(body: &[Element], templates: &[&TriplePattern]) -> Vec<usize> {
    let mut fed = Vec::new();
    let mut number = 0;
    for element in body {
        if let Element::Pattern(pattern) = element
            && templates.iter().any(|template| may_match(pattern, template))
        {
            fed.push(number);
        }
        number += count_patterns(std::slice::from_ref(element));
    }
    fed
}

fn count_patterns(body: &[Element]) -> usize {
    body.iter()
        .map(|element| match element {
            Element::Pattern(_) => 1,
            Element::Not { body, .. } => count_patterns(body),
            Element::Filter(_) | Element::Set { .. } => 0,
        })
        .sum()
}

/// The table of the match that sees the news, if its predicate is known.
fn table_of_news(steps: &Steps, machine: &Machine<'_>) -> Option<usize> {
    let news = steps.steps.iter().find_map(|step| match step {
        Step::Match(pattern) if pattern.rows == Rows::News => Some(pattern),
        _ => None,
    })?;
    machine.table_of(&news.places[1])
}
