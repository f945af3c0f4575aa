//! The built-in functions: their names and how many arguments each takes; and the casts.
//!
//! # References
//! SPARQL 1.2 RL, grammar, production \[118\] `BuiltInCall`.

/// One row for each function: variant, name, fewest and most arguments.
macro_rules! builtins {
    ($($variant:ident $name:literal $fewest:literal..=$most:expr;)*) => {
        /// The built-in functions, production \[118\] `BuiltInCall`, by the names of SPARQL.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Builtin {
            $($variant,)*
        }

        impl Builtin {
            /// All of them, in the order of the grammar.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name as the grammar writes it.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The fewest and the most arguments.
            #[must_use]
            pub fn arity(self) -> (usize, usize) {
                match self {
                    $(Self::$variant => ($fewest, $most),)*
                }
            }
        }
    };
}

builtins! {
    Str "STR" 1..=1;
    Lang "LANG" 1..=1;
    LangMatches "LANGMATCHES" 2..=2;
    LangDir "LANGDIR" 1..=1;
    Datatype "DATATYPE" 1..=1;
    Iri "IRI" 1..=1;
    Uri "URI" 1..=1;
    BNode "BNODE" 0..=1;
    Abs "ABS" 1..=1;
    Ceil "CEIL" 1..=1;
    Floor "FLOOR" 1..=1;
    Round "ROUND" 1..=1;
    Concat "CONCAT" 0..=usize::MAX;
    Substr "SUBSTR" 2..=3;
    StrLen "STRLEN" 1..=1;
    Replace "REPLACE" 3..=4;
    UCase "UCASE" 1..=1;
    LCase "LCASE" 1..=1;
    EncodeForUri "ENCODE_FOR_URI" 1..=1;
    Contains "CONTAINS" 2..=2;
    StrStarts "STRSTARTS" 2..=2;
    StrEnds "STRENDS" 2..=2;
    StrBefore "STRBEFORE" 2..=2;
    StrAfter "STRAFTER" 2..=2;
    Year "YEAR" 1..=1;
    Month "MONTH" 1..=1;
    Day "DAY" 1..=1;
    Hours "HOURS" 1..=1;
    Minutes "MINUTES" 1..=1;
    Seconds "SECONDS" 1..=1;
    Timezone "TIMEZONE" 1..=1;
    Tz "TZ" 1..=1;
    Now "NOW" 0..=0;
    Uuid "UUID" 0..=0;
    StrUuid "STRUUID" 0..=0;
    If "IF" 3..=3;
    StrLang "STRLANG" 2..=2;
    StrLangDir "STRLANGDIR" 3..=3;
    StrDt "STRDT" 2..=2;
    SameTerm "sameTerm" 2..=2;
    IsIri "isIRI" 1..=1;
    IsUri "isURI" 1..=1;
    IsBlank "isBLANK" 1..=1;
    IsLiteral "isLITERAL" 1..=1;
    IsNumeric "isNUMERIC" 1..=1;
    HasLang "hasLANG" 1..=1;
    HasLangDir "hasLANGDIR" 1..=1;
    Regex "REGEX" 2..=3;
    IsTriple "isTRIPLE" 1..=1;
    Triple "TRIPLE" 3..=3;
    Subject "SUBJECT" 1..=1;
    Predicate "PREDICATE" 1..=1;
    Object "OBJECT" 1..=1;
}

/// The local names of the datatypes that there are casts to.
pub const CASTS: [&str; 29] = [
    "string",
    "boolean",
    "integer",
    "decimal",
    "float",
    "double",
    "dateTime",
    "date",
    "time",
    "gYear",
    "gYearMonth",
    "gMonth",
    "gMonthDay",
    "gDay",
    "duration",
    "yearMonthDuration",
    "dayTimeDuration",
    "byte",
    "short",
    "int",
    "long",
    "unsignedByte",
    "unsignedShort",
    "unsignedInt",
    "unsignedLong",
    "positiveInteger",
    "negativeInteger",
    "nonPositiveInteger",
    "nonNegativeInteger",
];

/// The namespace of the functions of SPARQL as IRIs.
pub const SPARQL: &str = "http://www.w3.org/ns/sparql#";

/// The namespace of the casts.
pub const XSD: &str = "http://www.w3.org/2001/XMLSchema#";

/// What a function by IRI is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByIri {
    /// A built-in function, such as `sparql:strlen`.
    Builtin(Builtin),
    /// The cast to a datatype of XML Schema.
    Cast,
}

impl ByIri {
    /// The function of that IRI, if there is one. The local name of a built-in is its own, in any case and
    /// with hyphens or without: `sparql:encode-for-uri`.
    #[must_use]
    pub fn find(iri: &str) -> Option<Self> {
        if let Some(local) = iri.strip_prefix(XSD) {
            return CASTS.contains(&local).then_some(Self::Cast);
        }
        let bare = |name: &str| name.replace(['-', '_'], "");
        let local = bare(iri.strip_prefix(SPARQL)?);
        let is_it = |builtin: &&Builtin| bare(builtin.name()).eq_ignore_ascii_case(&local);
        Builtin::ALL.iter().find(is_it).copied().map(Self::Builtin)
    }

    /// The fewest and the most arguments.
    #[must_use]
    pub fn arity(self) -> (usize, usize) {
        match self {
            Self::Builtin(builtin) => builtin.arity(),
            Self::Cast => (1, 1),
        }
    }
}

impl Builtin {
    /// The function of that name, in any case.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|builtin| builtin.name().eq_ignore_ascii_case(name))
    }
}

#[cfg(test)]
mod tests {
    use super::Builtin;

    #[test]
    fn every_name_finds_its_function_in_any_case() {
        assert_eq!(Builtin::ALL.len(), 53);
        for &builtin in Builtin::ALL {
            assert_eq!(Builtin::by_name(&builtin.name().to_lowercase()), Some(builtin));
        }
        assert_eq!(Builtin::by_name("BOUND"), None);
    }
}
