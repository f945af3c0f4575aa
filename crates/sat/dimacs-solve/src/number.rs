//! Numbers of the command line.

use sat_format::Lit;
use std::ops::RangeInclusive;

/// Literals, with blanks or commas between them; a 0 may end them.
pub(crate) fn literals(text: &str) -> Result<Vec<Lit>, String> {
    let mut words: Vec<&str> = words(text).collect();
    if words.last() == Some(&"0") {
        words.pop();
    }
    let literal = |word: &str| word.parse().ok().and_then(Lit::new);
    let literals = words.iter().map(|word| {
        literal(word).ok_or_else(|| format!("found '{word}', expected a literal such as 1 or -2"))
    });
    literals.collect()
}

/// Variables and ranges of them, with blanks or commas between them.
pub(crate) fn variables(text: &str) -> Result<Vec<RangeInclusive<u32>>, String> {
    let variable = |word: &str| {
        let number = word.parse().ok().filter(|var| (1..=i32::MAX as u32).contains(var));
        number.filter(|_| !word.starts_with('+'))
    };
    let range = |word: &str| {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let range = variable(first)?..=variable(last)?;
        (!range.is_empty()).then_some(range)
    };
    let ranges = words(text).map(|word| {
        range(word).ok_or_else(|| format!("found '{word}', expected variables such as 1 or 3-9"))
    });
    ranges.collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ' ', '\t', '\n']).filter(|word| !word.is_empty())
}

/// A number of digits; one that is too large for any use is the largest.
pub(crate) fn whole_number(text: &str) -> Result<u64, String> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("expected a whole number".to_owned());
    }
    // Digits alone: what cannot be parsed is too large.
    Ok(digits.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::{literals, variables, whole_number};

    #[test]
    fn literals_and_variables_are_lists() {
        let numbers = |text| -> Option<Vec<i32>> {
            Some(literals(text).ok()?.iter().map(|lit| lit.number()).collect())
        };
        assert_eq!(numbers("1 -2,3"), Some(vec![1, -2, 3]));
        assert_eq!(numbers("-7 0"), Some(vec![-7]));
        assert_eq!(numbers(""), Some(vec![]));
        for text in ["x", "1 0 2", "-", "1.5", "2147483648", "-2147483648"] {
            assert_eq!(numbers(text), None, "{text}");
        }
        assert_eq!(variables("1-3, 7"), Ok(vec![1..=3, 7..=7]));
        for text in ["0", "-1", "3-1", "1-", "x", "0-2", "1-2-3", "2147483648", "+1"] {
            assert!(variables(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_are_digits() {
        for (text, number) in [("0", 0), ("+7", 7), ("99999999999999999999", u64::MAX)] {
            assert_eq!(whole_number(text), Ok(number), "{text}");
        }
        for text in ["", "+", "-1", "0.5", "x"] {
            assert!(whole_number(text).is_err(), "{text}");
        }
    }
}
