//! What is said about a run on standard error: rounds and statistics, as text or as JSON.

use crate::choose::{self, Searches};
use crate::rule_file::count;
use rdf_graph::term::Term;
use srl::choose::Search;
use srl::engine::{ExpressionErrors, HiddenStats, RuleStats, Stats};
use srl::repeat::Round;
use srl_analysis::strata::rule_name;
use srl_syntax::rule::RuleSet;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::time::Duration;

/// Says things about a run.
pub(crate) struct Report<'a> {
    pub(crate) rules: &'a RuleSet,
    pub(crate) json: bool,
}

impl Report<'_> {
    /// A line on a round of --repeat.
    pub(crate) fn round(&self, round: &Round, fold: &[Term]) {
        let Round { number, ground, inferred, folded, .. } = round;
        let counts =
            fold.iter().zip(&round.inferred_of).map(|(term, count)| (self.shown(term), count));
        if self.json {
            let of: Vec<String> =
                counts.map(|(name, count)| format!("{}:{count}", quoted(&name))).collect();
            let of = of.join(",");
            say(&format!(
                r#"{{"round":{number},"ground":{ground},"inferred":{inferred},"inferred_of":{{{of}}},"folded":{folded}}}"#
            ));
        } else {
            let of: Vec<String> = counts.map(|(name, count)| format!("{count} {name}")).collect();
            let of = of.join(" and ");
            pipe_cli::note(format!(
                "round {number}: {} inferred from {ground}, {of} new",
                count(*inferred, "triple")
            ));
        }
    }

    /// What a search found, and what it took.
    pub(crate) fn search(&self, search: &Search, is_unique_asked: bool) {
        let Search { answers, is_complete, choices, refuted, forced, .. } = search;
        if self.json {
            say(&format!(
                r#"{{"answers":{answers},"complete":{is_complete},"choices":{choices},"refuted":{refuted},"forced":{forced}}}"#
            ));
        } else {
            pipe_cli::note(choose::in_words(search, is_unique_asked));
        }
    }

    /// The same of the searches of many graphs.
    pub(crate) fn searches(&self, searches: &Searches) {
        let Searches { graphs, without_choice, choices, refuted, forced } = searches;
        if self.json {
            say(&format!(
                r#"{{"graphs":{graphs},"without_choice":{without_choice},"choices":{choices},"refuted":{refuted},"forced":{forced}}}"#
            ));
        } else {
            let graphs = count(*graphs as usize, "graph");
            let choices = count(*choices as usize, "choice");
            let forced = count(*forced as usize, "option");
            pipe_cli::note(format!(
                "{graphs} have an answer, {without_choice} of them without a choice: {choices}, {refuted} of them refuted; {forced} forced"
            ));
        }
    }

    /// What each stratum and each rule did.
    pub(crate) fn stats(&self, stats: &Stats) {
        say(&if self.json { self.stats_as_json(stats) } else { self.stats_as_text(stats) });
    }

    /// The expressions that had no value for some solution, once each.
    pub(crate) fn errors(&self, errors: &[ExpressionErrors]) {
        for one in errors {
            let ExpressionErrors { rule, keyword, errors, tried, example, .. } = one;
            let name = rule_name(self.rules, *rule);
            if self.json {
                let (name, example) = (quoted(&name), quoted(example));
                say(&format!(
                    r#"{{"rule":{name},"element":"{keyword}","errors":{errors},"solutions":{tried},"example":{example}}}"#
                ));
            } else {
                let solutions = count(*tried as usize, "solution");
                pipe_cli::warning(format!(
                    "{name}: {keyword} had no value for {errors} of {solutions}: {example}"
                ));
            }
        }
    }

    /// How many inferred triples are not RDF, if there are any.
    pub(crate) fn not_rdf(number: usize) {
        if number > 0 {
            pipe_cli::warning(format!(
                "{} {} not RDF, for example by a literal as the subject; used by rules, but not printed",
                count(number, "inferred triple"),
                if number == 1 { "is" } else { "are" }
            ));
        }
    }

    fn stats_as_text(&self, stats: &Stats) -> String {
        let names: Vec<String> =
            (0..self.rules.rules.len()).map(|rule| rule_name(self.rules, rule)).collect();
        let joins: Vec<String> = stats.hidden.iter().map(|hidden| self.join(hidden)).collect();
        let width = names.iter().chain(&joins).map(|name| name.chars().count()).max();
        let width = width.unwrap_or(0) + 2;
        let row = |name: &str, cells: [String; 4]| {
            let [rounds, solutions, new, ms] = cells;
            format!("{name:width$}  {rounds:>8}  {solutions:>12}  {new:>12}  {ms:>10}")
        };
        let titles = ["rounds", "solutions", "new triples", "ms"].map(str::to_owned);
        let mut rows = vec![row("", titles)];
        let count = |number: u64| number.to_string();
        for (number, layer) in stats.layers.iter().enumerate() {
            let cells =
                [count(layer.rounds), String::new(), count(layer.new as u64), ms(layer.time)];
            rows.push(row(&format!("stratum {number}"), cells));
            let rules = stats.rules.iter().zip(&names).enumerate();
            for (place, (rule, name)) in rules.filter(|(_, (rule, _))| rule.layer == number) {
                let new = count(rule.new as u64);
                let cells = [count(rule.rounds), count(rule.solutions), new, ms(rule.time)];
                rows.push(row(&format!("  {name}"), cells));
                let hidden = stats.hidden.iter().zip(&joins);
                for (hidden, join) in hidden.filter(|(hidden, _)| hidden.rule == place) {
                    let HiddenStats { rounds, solutions, rows: held, time, .. } = hidden;
                    let held = count(*held as u64);
                    rows.push(row(join, [count(*rounds), count(*solutions), held, ms(*time)]));
                }
            }
        }
        let all = [String::new(), String::new(), count(stats.inferred as u64), ms(stats.time)];
        rows.push(row("in all", all));
        if stats.data > 0 {
            rows.push(format!("{} of them from DATA blocks", stats.data));
        }
        rows.join("\n")
    }

    /// What to call the join of two patterns that is made apart from the rest of a rule.
    fn join(&self, hidden: &HiddenStats) -> String {
        let predicates: Vec<String> =
            hidden.predicates.iter().map(|term| self.shown(term)).collect();
        let given_up = if hidden.given_up { ", given up" } else { "" };
        format!("    join of {}{given_up}", predicates.join(", "))
    }

    fn stats_as_json(&self, stats: &Stats) -> String {
        let layers = stats.layers.iter().map(|layer| {
            let (rounds, new, seconds) = (layer.rounds, layer.new, layer.time.as_secs_f64());
            format!(r#"{{"rounds":{rounds},"new":{new},"seconds":{seconds}}}"#)
        });
        let rules = stats.rules.iter().enumerate().map(|(number, rule)| {
            let RuleStats { layer, rounds, solutions, new, time, .. } = rule;
            let (name, seconds) = (quoted(&rule_name(self.rules, number)), time.as_secs_f64());
            format!(
                r#"{{"name":{name},"stratum":{layer},"rounds":{rounds},"solutions":{solutions},"new":{new},"seconds":{seconds}}}"#
            )
        });
        let joins = stats.hidden.iter().map(|hidden| {
            let HiddenStats { rule, rounds, solutions, rows, given_up, time, .. } = hidden;
            let (name, seconds) = (quoted(&rule_name(self.rules, *rule)), time.as_secs_f64());
            let predicates = list(hidden.predicates.iter().map(|term| quoted(&term.to_string())));
            format!(
                r#"{{"rule":{name},"predicates":{predicates},"rounds":{rounds},"solutions":{solutions},"rows":{rows},"given_up":{given_up},"seconds":{seconds}}}"#
            )
        });
        let Stats { inferred, data, not_rdf, time, .. } = stats;
        let (layers, rules, joins) = (list(layers), list(rules), list(joins));
        let seconds = time.as_secs_f64();
        format!(
            r#"{{"inferred":{inferred},"data":{data},"not_rdf":{not_rdf},"seconds":{seconds},"strata":{layers},"rules":{rules},"joins":{joins}}}"#
        )
    }

    fn shown(&self, term: &Term) -> String {
        let Term::Iri(iri) = term else { return term.to_string() };
        let short = self.rules.prefixes.iter().find_map(|(name, namespace)| {
            iri.strip_prefix(namespace.as_str()).map(|local| format!("{name}:{local}"))
        });
        short.unwrap_or_else(|| term.to_string())
    }
}

fn ms(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() * 1000.0)
}

fn say(text: &str) {
    // There is nobody left to tell when standard error is closed.
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// A JSON array.
pub(crate) fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

/// A JSON string.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
