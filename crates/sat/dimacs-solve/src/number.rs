//! Numbers of the command line.

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
    use super::whole_number;

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
