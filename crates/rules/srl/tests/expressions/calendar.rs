//! Dates and times by counting days, which shares no code with the evaluator or with `spareval`.
//!
//! # References
//! XML Schema 1.1, part 2, sections 3.3.7 to 3.3.9 and appendix E (the time line of `xsd:dateTime`); "`XPath` and `XQuery` Functions
//! and Operators 3.1", section 9 (comparison, components and arithmetic). The days of a date: E. M. Reingold, N. Dershowitz,
//! "Calendrical Calculations", 4th edition, 2018, chapter 2.

use super::forms::{call, expr, typed, var};
use super::random::Random;
use rdf_graph::term::Term;
use srl::expr::evaluate;
use srl_syntax::rule::{Arithmetic, Builtin, Comparison, Expr, ExprKind, Var};

/// Minutes from UTC, if the zone is known.
type Zone = Option<i64>;

fn minutes(text: &str) -> Zone {
    match text {
        "" => None,
        "Z" => Some(0),
        _ => {
            let sign = if text.starts_with('-') { -1 } else { 1 };
            Some(
                sign * (text[1..3].parse::<i64>().unwrap() * 60
                    + text[4..].parse::<i64>().unwrap()),
            )
        }
    }
}

pub(super) fn zone(random: &mut Random) -> &'static str {
    ["", "Z", "Z", "+14:00", "-05:00", "+05:30"][random.below(6)]
}

/// A date in the years 1890 to 2110, often near the end of a month; its days, and its parts.
fn day(random: &mut Random) -> (i64, [i64; 3]) {
    let year = 1890 + random.below(220) as i64;
    let month = 1 + random.below(12) as i64;
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let lengths = [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let length = lengths[month as usize - 1];
    let day = [1 + random.below(length as usize) as i64, length, 1][random.below(3)];
    let before = year - 1;
    let days = 365 * before + before.div_euclid(4) - before.div_euclid(100)
        + before.div_euclid(400)
        + lengths[..month as usize - 1].iter().sum::<i64>()
        + day;
    (days, [year, month, day])
}

/// A lexical form, and the second on the time line, without the zone.
pub(super) fn date_time(random: &mut Random) -> (String, i64, Zone, [i64; 6]) {
    let (days, [year, month, day]) = day(random);
    let [h, m, s] = [random.below(24) as i64, random.below(60) as i64, random.below(60) as i64];
    let zone = zone(random);
    let text = format!("{year:04}-{month:02}-{day:02}T{h:02}:{m:02}:{s:02}{zone}");
    (text, 86_400 * days + 3600 * h + 60 * m + s, minutes(zone), [year, month, day, h, m, s])
}

pub(super) fn date(random: &mut Random) -> (String, i64, Zone) {
    let (days, [year, month, day]) = day(random);
    let zone = zone(random);
    (format!("{year:04}-{month:02}-{day:02}{zone}"), 86_400 * days, minutes(zone))
}

pub(super) fn time(random: &mut Random) -> (String, i64, Zone) {
    let [h, m, s] = [random.below(24) as i64, random.below(60) as i64, random.below(60) as i64];
    let zone = zone(random);
    (format!("{h:02}:{m:02}:{s:02}{zone}"), 3600 * h + 60 * m + s, minutes(zone))
}

/// A duration of days and less, and its seconds.
pub(super) fn duration(random: &mut Random) -> (String, i64) {
    let (days, h, m, s) = (
        random.below(90) as i64,
        random.below(24) as i64,
        random.below(60) as i64,
        random.below(60) as i64,
    );
    let negative = random.below(3) == 0;
    let seconds = 86_400 * days + 3600 * h + 60 * m + s;
    let text = format!("{}P{days}DT{h}H{m}M{s}S", if negative { "-" } else { "" });
    (text, if negative { -seconds } else { seconds })
}

fn value(here: &Expr, operands: &[&Term]) -> Option<Term> {
    let bindings: Vec<(Var, Term)> =
        (0..).map(Var).zip(operands.iter().map(|&term| term.clone())).collect();
    evaluate(here, &bindings)
}

fn compare(op: Comparison) -> Expr {
    expr(ExprKind::Compare(op, var(0), var(1)))
}

fn arithmetic(op: Arithmetic) -> Expr {
    expr(ExprKind::Arithmetic(op, var(0), var(1)))
}

/// The canonical form of a duration.
fn shown(seconds: i64) -> String {
    let (sign, rest) = (if seconds < 0 { "-" } else { "" }, seconds.abs());
    let parts =
        [(rest / 86_400, 'D'), (rest / 3600 % 24, 'H'), (rest / 60 % 60, 'M'), (rest % 60, 'S')];
    let part = |&(count, unit): &(i64, char)| {
        if count == 0 { String::new() } else { format!("{count}{unit}") }
    };
    let times: String = parts[1..].iter().map(part).collect();
    match (part(&parts[0]), times) {
        (days, times) if days.is_empty() && times.is_empty() => "PT0S".to_owned(),
        (days, times) if times.is_empty() => format!("{sign}P{days}"),
        (days, times) => format!("{sign}P{days}T{times}"),
    }
}

#[test]
fn dates_and_times_are_those_of_the_calendar() {
    let mut random = Random(2026);
    for _ in 0..1500 {
        let (text, at, zone, [year, month, day, hour, minute, second]) = date_time(&mut random);
        let a = typed(&text, "dateTime");
        for (builtin, part) in [
            (Builtin::Year, year),
            (Builtin::Month, month),
            (Builtin::Day, day),
            (Builtin::Hours, hour),
            (Builtin::Minutes, minute),
        ] {
            assert_eq!(value(&call(builtin, 1), &[&a]), Some(Term::integer(part)), "{text}");
        }
        assert_eq!(
            value(&call(Builtin::Seconds, 1), &[&a]),
            Some(typed(&second.to_string(), "decimal"))
        );
        let offset = value(&call(Builtin::Timezone, 1), &[&a]);
        assert_eq!(offset, zone.map(|zone| typed(&shown(60 * zone), "dayTimeDuration")), "{text}");

        // dateTime and dayTimeDuration: there and back.
        let (length, seconds) = duration(&mut random);
        let length = typed(&length, "dayTimeDuration");
        let later = value(&arithmetic(Arithmetic::Add), &[&a, &length]).unwrap();
        assert_eq!(value(&arithmetic(Arithmetic::Subtract), &[&later, &length]).as_ref(), Some(&a));
        let gone = value(&arithmetic(Arithmetic::Subtract), &[&later, &a]);
        assert_eq!(gone, Some(typed(&shown(seconds), "dayTimeDuration")), "{text} + {length}");

        // Two of a kind on one time line, if both have a zone or neither has.
        let (other, other_at, other_zone, _) = date_time(&mut random);
        let [first_date, second_date] = [(); 2].map(|()| date(&mut random));
        let [first_time, second_time] = [(); 2].map(|()| time(&mut random));
        for (one, two, datatype) in [
            ((text.clone(), at, zone), (other, other_at, other_zone), "dateTime"),
            (first_date, second_date, "date"),
            (first_time, second_time, "time"),
        ] {
            if one.2.is_some() != two.2.is_some() {
                continue;
            }
            let [x, y] = [&one, &two].map(|(_, at, zone)| at - 60 * zone.unwrap_or(0));
            let [one, two] = [one.0, two.0].map(|text| typed(&text, datatype));
            for (op, holds) in [
                (Comparison::Less, x < y),
                (Comparison::Greater, x > y),
                (Comparison::LessOrEqual, x <= y),
                (Comparison::GreaterOrEqual, x >= y),
                (Comparison::Equal, x == y),
                (Comparison::NotEqual, x != y),
            ] {
                assert_eq!(
                    value(&compare(op), &[&one, &two]),
                    Some(Term::boolean(holds)),
                    "{one} {op:?} {two}"
                );
            }
            let gone = value(&arithmetic(Arithmetic::Subtract), &[&one, &two]);
            assert_eq!(gone, Some(typed(&shown(x - y), "dayTimeDuration")), "{one} - {two}");
        }
    }
}
