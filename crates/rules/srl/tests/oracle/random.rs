//! Random rule sets and graphs, small and well-formed.
//!
//! Rules tend to conclude predicates of their own level from those of their level and below, and to
//! negate those below, so that most rule sets are stratifiable.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fmt::Write as _;

/// splitmix64
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

const NODES: [&str; 4] = [":a", ":b", ":c", ":d"];
const LITERALS: [&str; 10] = [
    "0",
    "1",
    "2",
    "01",
    "\"x\"",
    "100000000000000000000",
    "0.1234567890123456789",
    "'2024-01-01'^^<http://www.w3.org/2001/XMLSchema#date>",
    "'2020-02-29'^^<http://www.w3.org/2001/XMLSchema#date>",
    "'P1M'^^<http://www.w3.org/2001/XMLSchema#yearMonthDuration>",
];
const VARIABLES: [&str; 5] = ["?u", "?v", "?w", "?x", "?y"];

/// The ground graph in Turtle.
pub(crate) fn graph(random: &mut Random) -> String {
    let mut text = String::from("PREFIX : <http://example/>\n");
    for _ in 0..random.below(14) {
        let triple = ground_triple(random, 3);
        let _ = writeln!(text, "{triple} .");
    }
    text
}

fn ground_triple(random: &mut Random, levels: usize) -> String {
    let subject = if random.chance(10) { "_:g" } else { random.pick(&NODES) };
    let object = match random.below(20) {
        0 => "_:g".to_owned(),
        1 => format!("<<( {} :p0 {} )>>", random.pick(&NODES), random.pick(&NODES)),
        n if n < 7 => random.pick(&LITERALS).to_owned(),
        _ => random.pick(&NODES).to_owned(),
    };
    format!("{subject} :p{} {object}", random.below(levels))
}

/// The rule set.
pub(crate) fn rules(random: &mut Random) -> String {
    let mut text = String::from("PREFIX : <http://example/>\n");
    if random.chance(30) {
        let triples: Vec<String> =
            (0..=random.below(2)).map(|_| ground_triple(random, 4)).collect();
        let _ = writeln!(text, "DATA {{ {} }}", triples.join(" . "));
    }
    for _ in 0..=random.below(4) {
        let rule = rule(random);
        let _ = writeln!(text, "{rule}");
    }
    text
}

/// What is being written.
struct Body<'a> {
    random: &'a mut Random,
    bound: Vec<&'static str>,
    level: usize,
}

fn rule(random: &mut Random) -> String {
    let level = random.below(4);
    let data = if random.chance(15) { "DATA " } else { "" };
    let mut body = Body { random, bound: Vec::new(), level };
    let mut elements = String::new();
    for _ in 0..=body.random.below(3) {
        let element = match body.random.below(20) {
            0 | 1 => body.negation(0),
            2 => body.filter(),
            3 => body.set(),
            _ => body.pattern(false),
        };
        let _ = write!(elements, "{element} ");
    }
    let n_templates = if body.random.chance(25) { 2 } else { 1 };
    let head: Vec<String> = (0..n_templates).map(|_| body.template()).collect();
    format!("RULE {{ {} }} WHERE {data}{{ {elements}}}", head.join(" . "))
}

impl Body<'_> {
    fn predicate(&mut self, below: bool) -> usize {
        if self.random.chance(8) {
            return self.random.below(4);
        }
        if below { self.random.below(self.level.max(1)) } else { self.random.below(self.level + 1) }
    }

    fn variable(&mut self) -> &'static str {
        let variable = self.random.pick(&VARIABLES);
        self.bound.push(variable);
        variable
    }

    fn term(&mut self, literals: bool) -> String {
        match self.random.below(12) {
            0 | 1 => self.random.pick(&NODES).to_owned(),
            2 if literals => self.random.pick(&LITERALS).to_owned(),
            3 => "_:b".to_owned(),
            _ => self.variable().to_owned(),
        }
    }

    /// A pattern; `below` asks for a predicate of a lower level.
    fn pattern(&mut self, below: bool) -> String {
        let subject = self.term(false);
        if self.random.chance(3) {
            // The naive search for a match knows triple terms without triple terms inside: no variable
            // stands both inside and outside.
            let (s, o) = (self.variable(), self.variable());
            if ![s, o].contains(&subject.as_str()) {
                return format!("{subject} :p{} <<( {s} :p0 {o} )>> .", self.predicate(below));
            }
        }
        let object = self.term(true);
        let verb = match self.random.below(16) {
            0 => self.variable().to_owned(),
            1 => format!("^:p{}", self.predicate(below)),
            2 => format!(":p{}/:p{}", self.predicate(below), self.predicate(below)),
            3 => format!(":p{}/^:p{}", self.predicate(below), self.predicate(below)),
            _ => format!(":p{}", self.predicate(below)),
        };
        format!("{subject} {verb} {object} .")
    }

    fn negation(&mut self, depth: usize) -> String {
        let outside = self.bound.clone();
        let data = if self.random.chance(30) { "DATA " } else { "" };
        let mut inner = String::new();
        for _ in 0..=self.random.below(2) {
            let element = match self.random.below(12) {
                0 if depth == 0 => self.negation(1),
                1 => self.filter(),
                2 => self.set(),
                _ => self.pattern(true),
            };
            let _ = write!(inner, "{element} ");
        }
        self.bound = outside;
        // A blank node may not stand both inside and outside.
        let inner = inner.replace("_:b", &format!("_:n{depth}{}", self.random.below(1000)));
        format!("NOT {data}{{ {inner}}}")
    }

    fn some_bound(&mut self) -> Option<&'static str> {
        let bound = self.bound.clone();
        (!bound.is_empty()).then(|| self.random.pick(&bound))
    }

    fn filter(&mut self) -> String {
        let Some(a) = self.some_bound() else { return self.pattern(false) };
        let b = match self.some_bound() {
            Some(b) if self.random.chance(50) => b,
            _ => self.random.pick(&["1", "2.0", ":a", "\"x\""]),
        };
        let op = self.random.pick(&["=", "!=", "<", ">="]);
        match self.random.below(4) {
            0 if self.random.chance(20) => "FILTER (isBLANK(BNODE()))".to_owned(),
            0 => format!("FILTER (isIRI({a}))"),
            1 => format!("FILTER ({a} {op} {b} || isNUMERIC({b}))"),
            _ => format!("FILTER ({a} {op} {b})"),
        }
    }

    fn set(&mut self) -> String {
        let free: Vec<&str> =
            VARIABLES.into_iter().filter(|variable| !self.bound.contains(variable)).collect();
        let Some(from) = self.some_bound().filter(|_| !free.is_empty()) else {
            return self.pattern(false);
        };
        let target = self.random.pick(&free);
        let value = match self.random.below(6) {
            0 => "BNODE()".to_owned(),
            1 => format!("STR({from})"),
            2 => format!("FLOOR({from} / 2)"),
            3 => format!("IF(isNUMERIC({from}), {from}, 7)"),
            _ => format!("{from} + 1"),
        };
        self.bound.push(VARIABLES.into_iter().find(|name| *name == target).unwrap());
        format!("SET ({target} := {value})")
    }

    fn template(&mut self) -> String {
        let term = |body: &mut Self, object: bool| match body.random.below(30) {
            0 => "_:h".to_owned(),
            1 if object => "[]".to_owned(),
            2 if object => match body.some_bound() {
                Some(bound) => format!("<<( {bound} :p0 :a )>>"),
                None => ":a".to_owned(),
            },
            n if n < 7 => body.random.pick(&NODES).to_owned(),
            _ => body.some_bound().unwrap_or(":d").to_owned(),
        };
        let (subject, object) = (term(self, false), term(self, true));
        let predicate = match self.some_bound() {
            Some(bound) if self.random.chance(3) => bound.to_owned(),
            _ => format!(":p{}", self.level),
        };
        format!("{subject} {predicate} {object}")
    }
}
