use super::write;
use crate::{Options, Read, lz_string};
use located::Located;
use sudoku_core::constraint::Constraint;
use sudoku_core::{Given, PuzzleSpec};

/// An f-puzzle of side 4 with these members.
fn puzzle(members: &str) -> Result<Read, Located> {
    let row = "[{},{},{},{}]";
    read(&format!(r#"{{"size":4,"grid":[{row},{row},{row},{row}],{members}}}"#))
}

fn read(text: &str) -> Result<Read, Located> {
    crate::read(text, &Options::default())
}

fn constraints(members: &str) -> Vec<String> {
    let read = puzzle(members).expect(members);
    read.spec.constraints.iter().map(Constraint::to_string).collect()
}

fn message(members: &str) -> String {
    puzzle(members).expect_err(members).message
}

#[test]
fn each_kind_is_read() {
    for (members, expected) in [
        (r#""killercage":[{"cells":["R1C1","R1C2"],"value":"5"}]"#, "cage of 5 at r1c1 r1c2"),
        (r#""killercage":[{"cells":["R1C1"],"value":"0"}]"#, "cage at r1c1"),
        (r#""cage":[{"cells":["R1C1"],"value":"DR4"}]"#, "digital root 4 at r1c1"),
        (
            r#""arrow":[{"lines":[["R1C2","R2C2","R3C2"]],"cells":["R1C2","R1C1"]}]"#,
            "pill arrow at r1c1 r1c2 r2c2 r3c2",
        ),
        (
            r#""littlekillersum":[{"cell":"R0C3","direction":"DL","value":"6"}]"#,
            "little killer 6 at r1c2 r2c1",
        ),
        (r#""sandwichsum":[{"cell":"R5C2","value":"0"}]"#, "sandwich 0 at r4c2 r3c2 r2c2 r1c2"),
        (r#""xsum":[{"cell":"R2C0","value":7}]"#, "X-sum 7 at r2c1 r2c2 r2c3 r2c4"),
        (r#""skyscraper":[{"cell":"R2C5","value":"3"}]"#, "skyscraper 3 at r2c4 r2c3 r2c2 r2c1"),
        (r#""whispers":[{"lines":[["R1C1","R1C2"]]}]"#, "whisper 2 at r1c1 r1c2"),
        (r#""difference":[{"cells":["R1C1","R1C2"]}]"#, "white dot at r1c1 r1c2"),
        (r#""ratio":[{"cells":["R1C1","R1C2"],"value":"3"}]"#, "ratio 3 at r1c1 r1c2"),
        (r#""xv":[{"cells":["R1C1","R1C2"],"value":"V"}]"#, "V at r1c1 r1c2"),
        (r#""columnindexer":[{"cells":["R1C1"]}]"#, "column indexing at r1c1"),
        (r#""odd":[{"cell":"R1C1"}]"#, "odd at r1c1"),
    ] {
        assert_eq!(constraints(members), [expected]);
    }
}

#[test]
fn a_line_is_cut_at_each_entry_of_a_region() {
    let members = r#""regionsumline":[{"lines":[["R1C2","R1C3","R1C4","R2C2","R2C1"]]}]"#;
    let read = puzzle(members).unwrap();
    let Constraint::EqualSums(line) = &read.spec.constraints[0] else { panic!() };
    let lengths: Vec<usize> = line.segments.iter().map(Vec::len).collect();
    assert_eq!(lengths, [1, 2, 2]);
}

#[test]
fn negative_rules_spare_either_dot() {
    let members = r#""nonconsecutive":true,"negative":["ratio"],
        "difference":[{"cells":["R1C1","R1C2"]}],"ratio":[{"cells":["R2C1","R2C2"],"value":"3"}]"#;
    let read = puzzle(members).unwrap();
    let spared = |constraint: &Constraint| match constraint {
        Constraint::Nonconsecutive(c) => c.spared.len(),
        Constraint::NegativeRatio(c) => c.spared.len() + 10 * c.ratios[0] as usize,
        _ => 0,
    };
    let spared: Vec<usize> = read.spec.constraints.iter().map(spared).collect();
    assert_eq!(spared, [0, 0, 2, 32]);
}

#[test]
fn only_givens_are_given_and_null_is_no_region() {
    let grid = r#"{"size":2,"grid":[[{"value":1},{"value":2,"given":true}],
        [{"givenPencilMarks":[1,2],"region":null},{"region":1}]]}"#;
    let spec = read(grid).unwrap().spec;
    assert_eq!(spec.givens.len(), 2);
    assert_eq!(spec.regions.iter().filter(|region| region.is_some()).count(), 3);
}

#[test]
fn what_says_nothing_is_noted() {
    for members in [
        r#""littlekillersum":[{"cell":"R0C3","direction":"DL","value":""}]"#,
        r#""xv":[{"cells":["R1C1","R1C2"]}]"#,
        r#""arrow":[{"lines":[["R1C1"]],"cells":["R1C1"]}]"#,
        r#""line":[{"lines":[["R1C1","R1C2"]]}]"#,
        r#""thermometer":[{"lines":[]}]"#,
        r#""whispers":[{"lines":[["R1C1"],[]]}]"#,
        r#""cage":[{"cells":["R1C1"]}]"#,
    ] {
        let read = puzzle(members).expect(members);
        assert_eq!((read.notes.len(), read.spec.constraints.len()), (1, 0), "{members}");
    }
    assert!(puzzle(r#""chaos":false,"author":"me""#).unwrap().notes.is_empty());
}

#[test]
fn what_is_not_known_is_refused_by_name() {
    for (members, expected) in [
        (r#""fog":[1],"chaos":true"#, "unknown rules: chaos, fog"),
        (r#""negative":["sum"]"#, "negative 1: unknown rule \"sum\""),
        (
            r#""xv":[{"cells":["R1C1","R1C2"],"value":"Z"}]"#,
            "xv 1: value: expected X or V, found 'Z'",
        ),
        (
            r#""killercage":[{"cells":["R1C1"],"value":"NaN"}]"#,
            "value: expected an integer, found 'NaN'",
        ),
        (r#""killercage":[{"cells":["R9C9"],"value":"3"}]"#, "killercage 1: cage names r9c9"),
        (r#""thermometer":[{}]"#, "thermometer 1: no lines"),
        (r#""thermometer":[{"cells":["R1C1"]}]"#, "thermometer 1: unknown member cells"),
        (
            r#""thermometer":[{"lines":[["R1C1","R1C2"]],"value":3}]"#,
            "thermometer 1: unknown member value",
        ),
        (
            r#""killercage":[{"cells":["R1C1"],"value":3,"repeats":true}]"#,
            "killercage 1: unknown member repeats",
        ),
        (r#""antiknight":[1]"#, "antiknight: expected true or false"),
        (r#""antiking":true,"antiking":false"#, "a second member \"antiking\""),
        (
            r#""littlekillersum":[{"cell":"R0C1","direction":"DR","value":3,"cells":["R1C1"]}]"#,
            "littlekillersum 1: cells: they are not those of the diagonal",
        ),
        (r#""odd":[{"cell":"R0C1"}]"#, "odd 1: cell: it is not in the grid"),
        (r#""killercage":[{"cells":[],"value":"3"}]"#, "killercage 1: cells: a cage without cells"),
        (
            r#""littlekillersum":[{"cell":"R1C1","direction":"DR","value":3}]"#,
            "littlekillersum 1: cell: the clue is not outside the grid",
        ),
        (r#""title":5"#, "title: expected a text"),
        (r#""extraregion":[{"cells":["R1C1","R1C1"]}]"#, "extraregion 1: it names a cell twice"),
    ] {
        let message = message(members);
        assert!(message.contains(expected), "{members}: {message}");
    }
    for (text, expected) in [
        ("{\"grid\":", "EOF"),
        ("{\"grid\":5}", "expected a list of rows"),
        ("{\"grid\":[]}", "at least one row"),
        ("{\"size\":4,\"killercage\":[]}", "grid: expected a list of rows"),
        ("{\"grid\":[[{}],[]]}", "row 2: expected 1 cells"),
        ("{\"size\":9,\"grid\":[[{}]]}", "size: expected 1, the number of rows"),
        ("https://f-puzzles.com/?load=N4Ig", "ends early"),
    ] {
        let message = read(text).expect_err(text).message;
        assert!(message.contains(expected), "{text}: {message}");
    }
}

#[test]
fn what_is_written_is_read() {
    let members = r#""diagonal+":true,"disjointgroups":true,"antiknight":true,"nonconsecutive":true,
        "negative":["ratio","xv"],"difference":[{"cells":["R1C1","R1C2"],"value":"1"}],
        "xv":[{"cells":["R2C1","R2C2"],"value":"X"}],"extraregion":[{"cells":["R1C1","R2C2"]}],
        "killercage":[{"cells":["R1C1","R1C2"],"value":"5"},{"cells":["R3C3"]}],
        "arrow":[{"lines":[["R1C1","R2C2","R3C2"]],"cells":["R1C1","R1C2"]}],
        "littlekillersum":[{"cell":"R0C3","direction":"DL","value":"6"},{"cell":"R0C0","direction":"DR","value":"6"}],
        "sandwichsum":[{"cell":"R5C2","value":"0"}],"skyscraper":[{"cell":"R2C5","value":"3"}],
        "thermometer":[{"lines":[["R1C1","R1C2"],["R1C1","R2C1"]]}],"minimum":[{"cell":"R1C1"},{"cell":"R2C2"}],
        "clone":[{"cells":["R1C1"],"cloneCells":["R4C4"]}],"quadruple":[{"cells":["R1C1","R1C2"],"values":[1,1]}]"#;
    let spec = puzzle(members).unwrap().spec;
    let json = write(&spec).unwrap();
    let mut again = read(&lz_string::compress(&json)).unwrap().spec;
    let mut sorted = spec.clone();
    for spec in [&mut again, &mut sorted] {
        spec.constraints.sort_by_key(Constraint::to_string);
    }
    assert_eq!(again, sorted);
    let regions = r#"{"rows":2,"cols":2,"regions":["ab","ba"],"givens":{"r1c1":[1,2],"r2c2":1}}"#;
    let spec = PuzzleSpec::from_json(regions).unwrap();
    assert_eq!(read(&write(&spec).unwrap()).unwrap().spec.region_cells(), spec.region_cells());
    let rellik = r#"{"rows":4,"cols":4,"constraints":[{"rellik":{"cells":["r1c1"],"sum":3}}]}"#;
    let error = write(&PuzzleSpec::from_json(rellik).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "f-puzzles has no word for rellik cage 3 at r1c1");
}

#[test]
fn broken_json_has_its_place_once() {
    let error = read("{\n \"grid\": x}").unwrap_err();
    assert_eq!(
        (error.position().to_string(), error.to_string()),
        ("2:10".into(), "expected value".into())
    );
    let error =
        read(&format!("https://f-puzzles.com/?load={}", lz_string::compress("{\n \"grid\": x}")))
            .unwrap_err();
    let message = "the compressed text is not JSON: expected value at line 2 column 10";
    assert_eq!((error.position().to_string(), error.to_string()), ("1:29".into(), message.into()));
}

#[test]
fn what_has_another_type_is_refused() {
    assert_eq!(message(r#""negative":"xv""#), "negative: expected a list");
    let cell = |members: &str| {
        let row = "[{},{}]";
        read(&format!(r#"{{"grid":[[{{{members}}},{{}}],{row}]}}"#))
    };
    for (members, expected) in [
        (r#""region":"1""#, "r1c1: region: expected an integer or null"),
        (r#""given":1,"value":2"#, "r1c1: given: expected true or false"),
    ] {
        assert_eq!(cell(members).expect_err(members).message, expected);
    }
    for members in [r#""region":null"#, r#""region":-1"#] {
        assert_eq!(cell(members).expect(members).spec.regions[0], None, "{members}");
    }
    assert!(cell(r#""given":false,"value":2"#).expect("a puzzle").spec.givens.is_empty());
}

/// A given stands over the marks of its cell; if they leave it out, one of the two is wrong.
#[test]
fn a_given_beside_pencil_marks() {
    let row = "[{},{}]";
    let cell = |members: &str| read(&format!(r#"{{"grid":[[{{{members}}},{{}}],{row}]}}"#));
    let marked = cell(r#""given":true,"value":2,"givenPencilMarks":[1,2]"#).expect("a puzzle");
    assert_eq!(marked.spec.givens.values().collect::<Vec<_>>(), [&Given::One(2)]);
    let own = cell(r#""value":2,"givenPencilMarks":[1]"#).expect("a puzzle");
    assert_eq!(own.spec.givens.values().collect::<Vec<_>>(), [&Given::Several(vec![1])]);
    let error = cell(r#""given":true,"value":2,"givenPencilMarks":[1]"#).expect_err("they clash");
    assert_eq!(
        format!("{}: {error}", error.position()),
        "1:35: r1c1: givenPencilMarks: they leave out the given 2"
    );
}

/// What is wrong stands where the message says, whichever layer of the reader finds it.
#[test]
fn faults_have_the_place_of_their_member() {
    let grid = "{\"grid\": [[{},{},{},{}],\n [{},{},{},{\"given\": true, \"value\": 1}],\n [{},{},{},{}],\n [{},{},{},{}]],\n";
    for (members, expected) in [
        (
            r#""killercage": [{"cells": ["R1C1"]}, {"cells": ["R9C9"]}]}"#,
            "5:38: killercage 2: cage names r9c9, which is not in the grid",
        ),
        (
            r#""killercage": [{"cells": ["R1C1", "RC"], "value": 3}]}"#,
            "5:36: killercage 1: cells: expected cells as R1C1, found \"RC\"",
        ),
        (
            r#""killercage": [{"cells": ["R1C1"], "value": "x"}]}"#,
            "5:37: killercage 1: value: expected an integer, found 'x'",
        ),
        (
            r#""thermometer": [{"lines": [["R1C1"], ["R1C1", 5]]}]}"#,
            "5:48: thermometer 1: line 2: expected cells as R1C1, found 5",
        ),
        (
            r#""extraregion": [{"cells": ["R1C1", "R1C1"]}]}"#,
            "5:18: extraregion 1: it names a cell twice",
        ),
        (r#""negative": ["xv", "sum"]}"#, "5:21: negative 2: unknown rule \"sum\""),
        (r#""antiknight": true, "chaos": true}"#, "5:22: unknown rules: chaos"),
        (r#""size": 9}"#, "5:2: size: expected 4, the number of rows"),
        (r#""odd": [{"cell": "R1C1", "ä": 1}]}"#, "5:27: odd 1: unknown member ä"),
    ] {
        let text = format!("{grid} {members}");
        let error = read(&text).expect_err(&text);
        assert_eq!(format!("{}: {error}", error.position()), expected);
    }
    for (from, to, expected) in [
        (
            "\"value\": 1",
            "\"value\": 5",
            "2:12: r2c4: 5 is not a value of a grid 4×4 with the values 1 to 4",
        ),
        ("\"value\": 1", "\"value\": 1, \"fog\": 2", "2:40: r2c4: unknown member fog"),
        (" [{},{},{},{\"given", " [{},{},{\"given", "2:2: row 2: expected 4 cells"),
    ] {
        let text = format!("  {}\"author\": \"\"}}", grid.replace(from, to));
        let error = read(&text).expect_err(&text);
        assert_eq!(format!("{}: {error}", error.position()), expected);
    }
}

#[test]
fn faults_of_packed_texts_are_in_the_packed_text() {
    let packed = lz_string::compress(r#"{"size": 9, "grid": [[{}]]}"#);
    for (text, expected) in [
        (
            format!("https://f-puzzles.com/?load={packed}"),
            "1:29: size: expected 1, the number of rows",
        ),
        (format!(" \n fpuzzles{packed}"), "2:10: size: expected 1, the number of rows"),
        (packed.clone(), "1:1: size: expected 1, the number of rows"),
        ("https://f-puzzles.com/?load=N4%2BIg%21x".to_owned(), "1:36: '!' is not base 64"),
        ("https://sudokupad.app/fpuzzlesN4Ig%C3%A4".to_owned(), "1:35: 'ä' is not base 64"),
    ] {
        let error = read(&text).expect_err(&text);
        assert_eq!(format!("{}: {error}", error.position()), expected);
    }
}
