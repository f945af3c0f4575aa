//! Numbers of threads on the command line.

use std::num::NonZeroUsize;

/// More than any machine has cores, and fewer than any system refuses.
const MAX_THREADS: usize = 1024;

/// A number of threads from 1 to 1024.
///
/// # Errors
/// The text is no such number; the error says what was expected.
pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number: Option<NonZeroUsize> = text.parse().ok();
    let number = number.filter(|number| number.get() <= MAX_THREADS);
    number.ok_or_else(|| format!("expected a number from 1 to {MAX_THREADS}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_least_and_a_most() {
        for (text, number) in
            [("1", Some(1)), ("1024", Some(1024)), ("0", None), ("1025", None), ("x", None)]
        {
            assert_eq!(threads(text).ok().map(NonZeroUsize::get), number, "{text}");
        }
        assert_eq!(
            threads("99999999999999999999"),
            Err("expected a number from 1 to 1024".to_owned())
        );
    }
}
