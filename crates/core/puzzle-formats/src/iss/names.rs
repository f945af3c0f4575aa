//! The names of the items that are read.

/// All names that are read; what is left of the peer's is refused by name.
const KNOWN: [&str; 72] = [
    "",
    "AllDifferent",
    "And",
    "AntiConsecutive",
    "AntiKing",
    "AntiKnight",
    "AntiTaxicab",
    "Arrow",
    "Between",
    "Binary",
    "BinaryX",
    "BlackDot",
    "Cage",
    "ContainAtLeast",
    "ContainExact",
    "CountDistinct",
    "CountingCircles",
    "Diagonal",
    "DisjointSets",
    "DoubleArrow",
    "DutchFlatmates",
    "Entropic",
    "EqualSum",
    "EqualityCage",
    "FullRank",
    "FullRankTies",
    "Given",
    "GlobalEntropy",
    "GlobalMod",
    "GreaterThan",
    "HiddenSkyscraper",
    "Indexing",
    "Jigsaw",
    "LittleKiller",
    "Lockout",
    "LookAndSay",
    "Lunchbox",
    "Modular",
    "NFA",
    "NoBoxes",
    "NumberedRoom",
    "Or",
    "Pair",
    "PairX",
    "Palindrome",
    "PillArrow",
    "Quad",
    "Regex",
    "RegionSize",
    "RegionSumLine",
    "RellikCage",
    "Renban",
    "Replicate",
    "SameValues",
    "Sandwich",
    "SearchPriority",
    "Shape",
    "Skyscraper",
    "StrictKropki",
    "StrictXV",
    "Sum",
    "SumLine",
    "Thermo",
    "V",
    "ValueIndexing",
    "Var",
    "WhiteDot",
    "Whisper",
    "Windoku",
    "X",
    "XSum",
    "Zipper",
];

/// Whether an item of this name is read.
pub(super) fn is_known(name: &str) -> bool {
    KNOWN.contains(&name)
}

/// How many arguments an item of this name has at most.
pub(super) fn most_arguments(name: &str) -> usize {
    match name {
        "And" | "AntiConsecutive" | "AntiKing" | "AntiKnight" | "AntiTaxicab" | "DisjointSets"
        | "DutchFlatmates" | "End" | "GlobalEntropy" | "GlobalMod" | "NoBoxes" | "Or"
        | "StrictKropki" | "StrictXV" | "Windoku" => 0,
        "Diagonal" | "FullRankTies" | "Jigsaw" | "RegionSize" => 1,
        "LittleKiller" | "Replicate" | "Sandwich" => 2,
        "FullRank" | "HiddenSkyscraper" | "NumberedRoom" | "Shape" | "Skyscraper" | "Var"
        | "XSum" => 3,
        _ => usize::MAX,
    }
}
