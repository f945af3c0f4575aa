//! `regex-lite` by the name of `regex`: the same syntax and the same interface, but without the tables
//! of Unicode. In the page, `REGEX` and `REPLACE` of a rule so know no classes such as `\p{Greek}`, and
//! ignore the case of ASCII letters only.

pub use regex_lite::*;
