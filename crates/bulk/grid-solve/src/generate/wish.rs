//! What a puzzle should be like beyond its recipe: how hard.

use crate::rate::rate;
use grid_engine::Puzzle;
use grid_search::Technique;
use std::ops::RangeInclusive;

/// The wished technique and rating; whatever is not said does not matter.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wish {
    pub(crate) technique: Option<Technique>,
    pub(crate) rating: Option<RangeInclusive<u64>>,
}

impl Wish {
    pub(crate) fn is_met(&self, puzzle: &Puzzle) -> bool {
        if self.technique.is_none() && self.rating.is_none() {
            return true;
        }
        let found = rate(puzzle);
        self.technique.is_none_or(|technique| technique == found.person.technique)
            && self.rating.as_ref().is_none_or(|rating| rating.contains(&found.guesses))
    }

    /// Whether singles are all that is needed, so that puzzles with many givens will do.
    pub(crate) fn is_easy(&self) -> bool {
        self.technique.is_none_or(|technique| technique < Technique::LockedCandidate)
            && self.rating.as_ref().is_none_or(|rating| rating.contains(&0))
    }
}

/// A technique by its name.
pub(crate) fn technique(name: &str) -> Result<Technique, String> {
    let found = Technique::ALL.into_iter().find(|technique| technique.to_string() == name);
    found.ok_or_else(|| {
        format!("expected one of {}", Technique::ALL.map(|it| it.to_string()).join(", "))
    })
}

/// `20`, `20..`, `..30` or `20..30`, both ends included.
pub(crate) fn range(text: &str) -> Result<RangeInclusive<u64>, String> {
    let number = |text: &str, otherwise: u64| match text {
        "" => Ok(otherwise),
        _ => text
            .parse::<u64>()
            .map_err(|error| format!("{error}, expected a range as 20.. or 20..30")),
    };
    let range = match text.split_once("..") {
        None => {
            let only = text
                .parse()
                .map_err(|error| format!("{error}, expected a range as 20.. or 20..30"))?;
            only..=only
        }
        Some((least, most)) => number(least, 0)?..=number(most, u64::MAX)?,
    };
    if range.is_empty() { Err("the range is empty".to_owned()) } else { Ok(range) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_include_their_ends() {
        assert_eq!(range("20.."), Ok(20..=u64::MAX));
        assert_eq!(range("..3"), Ok(0..=3));
        assert_eq!(range("2..3"), Ok(2..=3));
        assert_eq!(range("7"), Ok(7..=7));
        for wrong in ["", "a..", "3..2", "1..2..3", "-1"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }
}
