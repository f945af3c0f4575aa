//! Limits of time on the command line.

use std::time::Duration;

/// Seconds: digits, perhaps with a decimal point between them; too many for any use are the most there can be.
///
/// # Errors
/// The text is no such number; the error says what was expected.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    if !is_number(whole.strip_prefix('+').unwrap_or(whole)) || !is_number(fraction) {
        return Err("expected a number of seconds, such as 10 or 0.5".to_owned());
    }
    let number: f64 = text.parse().map_err(|error| format!("{error}"))?;
    Ok(Duration::try_from_secs_f64(number).unwrap_or(Duration::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_may_have_a_fraction() {
        for (text, milliseconds) in [("0", 0), ("10", 10_000), ("+0.5", 500), ("00.250", 250)] {
            assert_eq!(seconds(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        assert_eq!(seconds("99999999999999999999999"), Ok(Duration::MAX));
        for text in ["", ".", "1.", ".5", "-1", "1e3", "inf", "0.5.1", "+"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
