//! The words that are not part of the language, with what to say and what to do.
//!
//! Where a word begins something that people know from elsewhere, the cure is in terms of rules: two rules for
//! OPTIONAL and UNION, a recursive rule for TRANSITIVE, "there is no other" for counting to one.

/// A word, a code, what to say and what to do.
pub(in crate::parser) type Entry = (&'static str, &'static str, &'static str, &'static str);

// The modifiers of SPARQL, which stand in a body or after a rule.
const GROUP: Entry = (
    "GROUP",
    "sparql-aggregate",
    "a rule has no GROUP BY: rules do not count",
    "count outside the rule set, or say it with NOT",
);
const ORDER: Entry = (
    "ORDER",
    "sparql-modifier",
    "a rule has no ORDER BY: what it infers is a set",
    "sort what the engine prints",
);
const LIMIT: Entry =
    ("LIMIT", "sparql-modifier", "a rule has no LIMIT: it infers all that follows", "drop it");
const OFFSET: Entry =
    ("OFFSET", "sparql-modifier", "a rule has no OFFSET: what it infers is a set", "drop it");

// Forms of July 2026, which stand in a body or begin a rule.
const IF: Entry = (
    "IF",
    "old-if",
    "IF … THEN was dropped from the language",
    "write RULE { head } WHERE { body }",
);
const FOR: Entry = (
    "FOR",
    "old-for",
    "FOR was dropped from the language",
    "match the nodes in the body: ?this a ex:Class",
);

/// Words in the place of an element of a body.
pub(in crate::parser) const ELEMENTS: &[Entry] = &[
    (
        "BIND",
        "sparql-bind",
        "BIND is SPARQL; a rule assigns with SET",
        "write SET ( ?v := expression )",
    ),
    (
        "LET",
        "sparql-bind",
        "LET is not in the language; a rule assigns with SET",
        "write SET ( ?v := expression )",
    ),
    (
        "OPTIONAL",
        "sparql-optional",
        "a rule has no OPTIONAL",
        "write two rules with the same head: one whose body has the optional part,\none whose body has NOT { … } around it",
    ),
    (
        "UNION",
        "sparql-union",
        "a rule has no UNION",
        "write two rules with the same head, one for each side",
    ),
    (
        "VALUES",
        "sparql-values",
        "a rule has no VALUES",
        "state the values as triples, in the data or as DATA { ex:digits ex:digit 1, 2, 3 },\nand match them: ex:digits ex:digit ?v",
    ),
    (
        "SELECT",
        "sparql-select",
        "a rule has no sub-SELECT: rules do not count, sort or limit",
        "say \"the only one\" as \"there is no other\": NOT { … FILTER (?other != ?this) };\nwhat needs numbers of things is counted outside the rule set",
    ),
    (
        "GRAPH",
        "sparql-graph",
        "a rule has no GRAPH: it reads a single graph",
        "write the patterns without GRAPH, and give the engine the graphs merged",
    ),
    (
        "MINUS",
        "sparql-minus",
        "a rule has no MINUS",
        "write NOT { … }, after the patterns that bind its variables",
    ),
    (
        "SERVICE",
        "sparql-service",
        "a rule has no SERVICE: it reads its own graph only",
        "fetch the remote triples first, and give them to the engine as data",
    ),
    (
        "EXISTS",
        "sparql-exists",
        "a rule has no EXISTS",
        "write the patterns themselves: a body asks whether they match",
    ),
    (
        "LATERAL",
        "sparql-select",
        "a rule has no LATERAL",
        "bodies are read from left to right as they are",
    ),
    GROUP,
    (
        "HAVING",
        "sparql-aggregate",
        "a rule has no HAVING: rules do not count",
        "count outside the rule set, or say it with NOT",
    ),
    ORDER,
    LIMIT,
    OFFSET,
    IF,
    FOR,
    (
        "TUPLE",
        "old-tuple",
        "tuples were dropped from the language",
        "state a node with one triple for each part: [ ex:first ?a ; ex:second ?b ]",
    ),
];

/// Words in the place of a rule, a DATA block or a declaration.
pub(in crate::parser) const ITEMS: &[Entry] = &[
    (
        "CONSTRUCT",
        "sparql-construct",
        "CONSTRUCT is SPARQL; a rule begins with RULE",
        "write RULE { … } WHERE { … }",
    ),
    (
        "SELECT",
        "sparql-query",
        "SELECT is a query, and this is a rule set",
        "ask the inferred graph with a SPARQL engine",
    ),
    (
        "ASK",
        "sparql-query",
        "ASK is a query, and this is a rule set",
        "ask the inferred graph with a SPARQL engine",
    ),
    (
        "DESCRIBE",
        "sparql-query",
        "DESCRIBE is a query, and this is a rule set",
        "ask the inferred graph with a SPARQL engine",
    ),
    (
        "INSERT",
        "sparql-update",
        "INSERT is SPARQL Update; rules add triples by themselves",
        "write DATA { … } for triples, and RULE { … } WHERE { … } for INSERT … WHERE",
    ),
    (
        "DELETE",
        "sparql-update",
        "DELETE is SPARQL Update; rules never remove triples",
        "derive what is still to hold in a predicate of its own, with NOT",
    ),
    ("WITH", "sparql-update", "WITH is SPARQL Update; rules read a single graph", "drop it"),
    ("FROM", "sparql-query", "FROM is SPARQL; the engine is given the data graph", "drop it"),
    IF,
    FOR,
    (
        "TRANSITIVE",
        "old-transitive",
        "TRANSITIVE was dropped from the language",
        "write RULE { ?x ex:p ?z } WHERE { ?x ex:p ?y . ?y ex:p ?z }",
    ),
    (
        "SYMMETRIC",
        "old-symmetric",
        "SYMMETRIC was dropped from the language",
        "write RULE { ?y ex:p ?x } WHERE { ?x ex:p ?y }",
    ),
    (
        "INVERSE",
        "old-inverse",
        "INVERSE was dropped from the language",
        "write RULE { ?y ex:q ?x } WHERE { ?x ex:p ?y } and the same the other way round",
    ),
    (
        "REFLEXIVE",
        "old-reflexive",
        "REFLEXIVE was dropped from the language",
        "write RULE { ?x ex:p ?x } WHERE { ?x a ex:Class }",
    ),
    (
        "TUPLE",
        "old-tuple",
        "tuples were dropped from the language",
        "state a node with one triple for each part: [ ex:first ?a ; ex:second ?b ]",
    ),
    ORDER,
    LIMIT,
    OFFSET,
    GROUP,
    (
        "WHERE",
        "where-without-rule",
        "WHERE without a rule before it",
        "write RULE { head } WHERE { body }",
    ),
    (
        "THEN",
        "old-if",
        "IF … THEN was dropped from the language",
        "write RULE { head } WHERE { body }",
    ),
];

/// Those of them that go on with something rather than begin it.
pub(super) const CONTINUATIONS: [&str; 5] = ["WHERE", "THEN", "FOR", "FROM", "WITH"];

/// Words in the place of a function.
pub(in crate::parser) const FUNCTIONS: &[Entry] = &[
    (
        "BOUND",
        "sparql-bound",
        "rules have no BOUND: whatever stands before a FILTER is bound",
        "ask with NOT { … } whether there is such a triple",
    ),
    (
        "COALESCE",
        "sparql-coalesce",
        "rules have no COALESCE: no variable is unbound, and an error drops the solution",
        "write two rules, the second with NOT { … } for the case that the value is missing",
    ),
    (
        "EXISTS",
        "sparql-exists",
        "EXISTS is not an expression in rules",
        "write the patterns themselves as part of the body",
    ),
    (
        "NOT",
        "not-in-expression",
        "NOT is an element of a body, not part of an expression",
        "write NOT { … } beside FILTER, and '!' for the negation of a condition",
    ),
    (
        "COUNT",
        "sparql-aggregate",
        "rules have no COUNT: rules do not count",
        "say \"the only one\" as \"there is no other\": NOT { … FILTER (?other != ?this) }",
    ),
    (
        "SUM",
        "sparql-aggregate",
        "rules have no SUM: rules do not add up",
        "add up outside the rule set",
    ),
    (
        "AVG",
        "sparql-aggregate",
        "rules have no AVG: rules do not add up",
        "add up outside the rule set",
    ),
    (
        "MIN",
        "sparql-aggregate",
        "rules have no MIN",
        "say \"the least\" as \"there is no lesser\": NOT { … FILTER (?other < ?this) }",
    ),
    (
        "MAX",
        "sparql-aggregate",
        "rules have no MAX",
        "say \"the greatest\" as \"there is no greater\": NOT { … FILTER (?other > ?this) }",
    ),
    (
        "SAMPLE",
        "sparql-aggregate",
        "rules have no SAMPLE: a rule infers all that follows",
        "drop it",
    ),
    (
        "GROUP_CONCAT",
        "sparql-aggregate",
        "rules have no GROUP_CONCAT",
        "join the strings outside the rule set",
    ),
    (
        "RAND",
        "sparql-function",
        "rules have no RAND: the same data gives the same graph",
        "give the engine the numbers as data",
    ),
    (
        "MD5",
        "sparql-function",
        "rules have no hash functions",
        "compute the hash outside, and give it to the engine as data",
    ),
    (
        "SHA1",
        "sparql-function",
        "rules have no hash functions",
        "compute the hash outside, and give it to the engine as data",
    ),
    (
        "SHA256",
        "sparql-function",
        "rules have no hash functions",
        "compute the hash outside, and give it to the engine as data",
    ),
    (
        "SHA384",
        "sparql-function",
        "rules have no hash functions",
        "compute the hash outside, and give it to the engine as data",
    ),
    (
        "SHA512",
        "sparql-function",
        "rules have no hash functions",
        "compute the hash outside, and give it to the engine as data",
    ),
];
