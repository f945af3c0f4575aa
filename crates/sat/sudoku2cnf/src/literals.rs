//! The argument of `--explain`: a literal, several, or a clause copied from the file.

use std::str::FromStr;

/// Literals as a person writes them: separated by blanks or commas, `-` for `not`, and the 0 that
/// ends a clause allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Literals(pub(crate) Vec<i64>);

impl FromStr for Literals {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let literal = |word: &str| {
            word.parse()
                .map_err(|_| format!("found '{word}', expected a variable such as 462 or -462"))
        };
        let words = text.split([' ', ',']).filter(|word| !word.is_empty());
        let mut literals = words.map(literal).collect::<Result<Vec<i64>, String>>()?;
        if literals.len() > 1 && literals.last() == Some(&0) {
            literals.pop();
        }
        Ok(Self(literals))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_is_read_as_it_stands_in_the_file() {
        let read = |text: &str| text.parse::<Literals>().map(|literals| literals.0);
        assert_eq!(read("462"), Ok(vec![462]));
        assert_eq!(read("-1 -82 0"), Ok(vec![-1, -82]));
        assert_eq!(read("1,2, -3"), Ok(vec![1, 2, -3]));
        assert_eq!(read("0"), Ok(vec![0]));
        assert!(read("x1").unwrap_err().contains("'x1'"));
        assert!(read("99999999999999999999").is_err());
    }
}
