use crate::{Options, Read, read as read_any};
use located::Located;
use sudoku_core::constraint::{Constraint, Numbers};

fn read(text: &str) -> Result<Read, Located> {
    read_any(text, &Options::default())
}

fn constraints(text: &str) -> Vec<String> {
    let read = read(text).expect(text);
    read.spec.constraints.iter().map(Constraint::to_string).collect()
}

fn message(text: &str) -> String {
    let error = read(text).expect_err(text);
    format!("{}: {}", error.column, error.message)
}

/// Whether the first constraint of a text on a 1×n grid holds for these digits.
fn holds(rules: &str, digits: &str) -> bool {
    let text = format!(".Shape~1x{}~9.{rules}", digits.len());
    let spec = read(&text).expect(&text).spec;
    let numbers = digits.chars().map(|c| c.to_digit(10).map(i64::from)).collect();
    spec.constraints[0].is_satisfied(&Numbers::new(spec.shape, numbers)) == Some(true)
}

#[test]
fn each_kind_is_read() {
    for (text, expected) in [
        (".Cage~15~R1C1~R1C2", "cage of 15 at r1c1 r1c2"),
        (".Cage~~R1C1", "cage at r1c1"),
        (".WhiteDot~R1C1~R1C2~R5C5", "white dot at r1c1 r1c2"),
        (".GreaterThan~R2C1~R1C1", "greater than at r2c1 r1c1"),
        (".LittleKiller~20~R8C9", "little killer 20 at r8c9 r7c8 r6c7 r5c6 r4c5 r3c4 r2c3 r1c2"),
        (".LittleKiller~7~R1C3", "little killer 7 at r1c3 r2c2 r3c1"),
        (".PillArrow~2~R1C2~R1C1~R2C2", "pill arrow at r1c1 r1c2 r2c2"),
        (".Whisper~R1C1~R1C2", "whisper 5 at r1c1 r1c2"),
        (".Sum~5_=_1_-1~R1C1~R1C2", "sum of 5 at r1c1 r1c2"),
        (".Quad~R1C1~1~2", "quadruple 1 2 at r1c1 r1c2 r2c1 r2c2"),
        (".ContainExact~1_1_2~R1C1~R1C2~R1C3", "look-and-say 2×1 1×2 at r1c1 r1c2 r1c3"),
        (".Or.~R1C1_2.Cage~3~R1C1~R1C2.End", "given 2 or cage of 3 at r1c1 r1c2"),
        (".Var~A~Label~3.Renban~VA1~VA3", "renban at x1 x3"),
        (".Shape~16x16.Renban~RgCa~R1C1", "renban at r16c10 r1c1"),
    ] {
        assert_eq!(constraints(text), [expected], "{text}");
    }
    assert_eq!(constraints(".Skyscraper~C5~5~").len(), 1);
    assert_eq!(constraints(".XSum~R1~12~15").len(), 2);
}

#[test]
fn shapes_blocks_and_regions() {
    let blocks = |text: &str| read(text).expect(text).spec.blocks;
    assert_eq!(blocks(".Shape~6x6.AntiKnight"), Some([2, 3]));
    assert_eq!(blocks(".Shape~6x8.AntiKnight"), Some([2, 4]));
    assert_eq!(blocks(".Shape~6x6~9.RegionSize~9"), Some([3, 3]));
    assert_eq!(blocks(".Shape~7x7.AntiKnight"), None);
    assert_eq!(blocks(".NoBoxes.AntiKnight"), None);
    let spec = read(".Shape~9x9~0-8.Diagonal~1.~R1C1_0_3.~R1C1_3_4").unwrap().spec;
    assert_eq!((spec.shape.first_value(), spec.diagonal_cells().len()), (0, 1));
    assert_eq!(spec.givens.values().next().map(sudoku_core::Given::numbers), Some(&[3][..]));
    let raw = read(".Shape~4x4~0-9~Raw.Thermo~R1C1~R1C2").unwrap().spec;
    assert!(!raw.rows_and_columns && raw.blocks.is_none());
    let jigsaw = read(".Shape~2x2.NoBoxes.Jigsaw~0110").unwrap().spec;
    assert_eq!(jigsaw.region_cells().len(), 2);
}

#[test]
fn replicate_shifts_its_rules() {
    // The targets are the cells 0, 1 and 9.
    let text = ".Replicate~DIA.Cage~5~R1C1~R1C2.End";
    let expected =
        ["r1c1 r1c2", "r1c2 r1c3", "r2c1 r2c2"].map(|cells| format!("cage of 5 at {cells}"));
    assert_eq!(constraints(text), expected);
}

#[test]
fn expressions_are_automata() {
    let regex = |pattern: &str| {
        let escapes: Vec<String> = pattern.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let encoded = escapes.concat();
        move |digits: &str| {
            let cells: Vec<String> = (1..=digits.len()).map(|k| format!("R1C{k}")).collect();
            holds(&format!("Regex~{encoded}~{}", cells.join("~")), digits)
        }
    };
    for (pattern, digits, expected) in [
        ("12*3", "13", true),
        ("12*3", "12223", true),
        ("12*3", "12", false),
        ("(12|3)+", "12312", true),
        ("(12|3)+", "121", false),
        ("[1-3]{2}.", "329", true),
        ("[1-3]{2}.", "349", false),
        ("[^5]{2,}", "1234", true),
        ("[^5]{2,}", "1", false),
        ("[^5]{2,}", "152", false),
        ("(12?){1,2}3", "1213", true),
        ("(12?){1,2}3", "1113", false),
        ("1{0}2", "2", true),
        ("(1*2){2}", "1122", true),
        ("(1*2){2}", "212", true),
        ("(1*2){2}", "112", false),
    ] {
        assert_eq!(regex(pattern)(digits), expected, "{pattern} {digits}");
    }
}

#[test]
fn relations_are_bits() {
    // On the values 1 and 2 the pairs are 11, 12, 21, 22: bits 1 and 2 say "different".
    let read = read(".Shape~2x2.NoBoxes.Pair~G~_name~R1C1~R1C2~~R2C1~R2C2").unwrap();
    let Constraint::PairRelation(relation) = &read.spec.constraints[1] else { panic!() };
    assert_eq!(relation.allowed, [[1, 2], [2, 1]]);
}

#[test]
fn what_is_not_known_is_refused_by_name() {
    for (text, expected) in [
        (
            ".ChaosConstruction.AntiKnight.Doppelganger",
            "2: unknown rules: ChaosConstruction, Doppelganger",
        ),
        (".AntiKnight.Cage~x~R1C1", "13: Cage: expected an integer, found 'x'"),
        (".AntiKnight.Cage~3~R1C0", "13: Cage: there is no cell 'R1C0'"),
        (".Cage~3", "2: Cage: expected cells"),
        (".Regex~%31%32", "2: Regex: expected cells"),
        (".Or.~R1C1_2", "2: Or: expected .End"),
        (".AntiKnight.End", "13: End: there is nothing to end"),
        (".~R1C1", "2: given: expected cell_value"),
        (".~R1C1_1.~R1C1_2", "10: r1c1: its givens have no value in common"),
        (".~R1C1_10", "2: r1c1: 10 is not a value"),
        (".NFA~!~R1C1", "not base 64"),
        (".NFA~AA~R1C1", "ends early"),
        (".Shape~999x999.AntiKnight", "too many cells"),
        (".Shape~9x9~9~Odd.AntiKnight", "unknown type 'Odd'"),
        (".Var~A~x~9999x9999.AntiKnight", "too many cells outside"),
        (".Cage~99999999999~R1C1", "expected an integer"),
        (".Regex~%28~R1C1", "expected ')'"),
        (".Regex~%31%7B9999%7D~R1C1", "a repetition of more than"),
        (".Replicate~C~R1C9.Cage~3~R1C1~R1C2.End", "shifted out of"),
        (".Or.Shape~9x9.End", "it may not stand here"),
    ] {
        let message = message(text);
        assert!(message.contains(expected), "{text}: {message}");
    }
    let deep = format!("{}{}", ".Or".repeat(100), ".End".repeat(100));
    assert!(message(&deep).contains("deep"));
}

#[test]
fn a_string_is_known_by_any_of_its_names() {
    assert!(super::is_constraint_string(".ChaosConstruction.AntiKnight"));
    assert!(!super::is_constraint_string(".5.3....7"));
    assert!(!super::is_constraint_string(".A.B.C..D"));
}

#[test]
fn what_would_say_nothing_is_refused() {
    for (text, expected) in [
        (".Shape~4x4.Quad~R1C1", "12: Quad: expected values"),
        (".Skyscraper~R1", "2: Skyscraper: expected a clue"),
        (".XSum~R1~~", "2: XSum: expected a clue"),
        (".AntiKnight~R1C1", "2: AntiKnight: expected no arguments, found 'R1C1'"),
        (".Or.AntiKing~3.End", "5: AntiKing: expected no arguments, found '3'"),
        (".Shape~4x4.Shape~6x6", "12: Shape: it is named twice"),
        (".Shape~2x2.Jigsaw~0110.Jigsaw~0011", "24: Jigsaw: it is named twice"),
        (".RegionSize~9.RegionSize~6", "15: RegionSize: it is named twice"),
        (".FullRankTies~any.FullRankTies~none", "19: FullRankTies: it is named twice"),
        (".LittleKiller~9~R1C2~R1C3", "2: LittleKiller: expected 2 arguments, found also 'R1C3'"),
        (".Sandwich~9~R1~C1", "2: Sandwich: expected 2 arguments, found also 'C1'"),
        (".XSum~R1~9~~8", "2: XSum: expected 3 arguments, found also '8'"),
        (".FullRank~R1~9~~8", "2: FullRank: expected 3 arguments, found also '8'"),
        (".Diagonal~1~-1", "2: Diagonal: expected 1 argument, found also '-1'"),
        (".RegionSize~9~6", "2: RegionSize: expected 1 argument, found also '6'"),
        (".FullRankTies~any~none", "2: FullRankTies: expected 1 argument, found also 'none'"),
        (".Shape~4x4~4~Raw~7", "2: Shape: expected 3 arguments, found also '7'"),
        (".Var~A~x~3~4", "2: Var: expected 3 arguments, found also '4'"),
        (".Shape~2x2.Jigsaw~0110~0011", "12: Jigsaw: expected 1 argument, found also '0011'"),
        (".Or~3.AntiKing.End", "2: Or: expected no arguments, found '3'"),
        (".Or.AntiKing.End~R1C1", "14: End: expected no arguments, found 'R1C1'"),
        (
            ".Replicate~B~R1C1~R1C2.Cage~3~R1C1.End",
            "2: Replicate: expected 2 arguments, found also 'R1C2'",
        ),
        (".Or.End", "2: Or: expected rules before .End"),
        (".Or.AntiKing.And.End.End", "14: And: expected rules before .End"),
        (".Or.FullRankTies~any.AntiKing.End", "5: FullRankTies: it may not stand here"),
        (".RegionSize~-9.AntiKing", "2: RegionSize: expected a number from 0"),
        (".SameValues~-2~R1C1~R1C2", "2: SameValues: expected a number from 0"),
        (".Shape~3x3.Windoku", "12: Windoku: a grid without blocks has none"),
        (".Shape~5x5.NoBoxes.DisjointSets", "20: DisjointSets: a grid without blocks has none"),
    ] {
        assert_eq!(message(text), expected, "{text}");
    }
    assert_eq!(message(".AntiKnight. "), "13: given: expected a rule after the dot");
    assert_eq!(message("https://x.io/?q="), "17: expected rules, each after a dot");
    assert_eq!(constraints(".AntiKnight~"), ["anti-knight"]);
}

#[test]
fn faults_have_the_line_of_their_item() {
    let link = "https://x.io/?q=.AntiKnight.Cage%7Ex%7eR1C1";
    for (text, expected) in [
        (".AntiKnight\n .Cage~x~R1C1", "2:3: Cage: expected an integer, found 'x'"),
        (" .AntiKnight\n.Renban~R1C1~R1C1", "2:2: renban names r1c1 twice"),
        (
            ".AntiKnight.AllDifferent~R1C1~R1C2~R1C3.~R1C1_0",
            "1:41: r1c1: 0 is not a value of a grid 9×9 with the values 1 to 9",
        ),
        (link, "1:29: Cage: expected an integer, found 'x'"),
    ] {
        let error = read(text).expect_err(text);
        assert_eq!(format!("{}: {error}", error.position()), expected);
    }
}
