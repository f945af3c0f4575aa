use crate::{LineMeaning, LineRule, Options, Read, UnknownLine, lz_string, read};
use located::Located;
use sudoku_core::constraint::Constraint;

/// A grid of side 4 with these further members.
fn pad(members: &str, options: &Options) -> Result<Read, Located> {
    let row = r"[{},{},{},{}]";
    let json = format!(
        r#"{{"cells":[[{{"value":"3"}},{{}},{{}},{{}}],{row},{row},{row}],
        "regions":[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]]]{members}}}"#
    );
    read(&format!("ctc{}", lz_string::compress(&json)), options)
}

fn message(members: &str) -> String {
    pad(members, &Options::default()).expect_err(members).message
}

#[test]
fn cells_regions_and_cages_are_read() {
    let members = r#","cages":[{"cells":[[0,0],[0,1]],"value":"5"},{"cells":[[2,2],[2,3]]},
        {"value":"title: Two cages"}],"metadata":{"author":"x"},"global":["antiknight","diagonal+"]"#;
    let read = pad(members, &Options::default()).unwrap();
    let spec = read.spec;
    assert_eq!((spec.givens.len(), spec.region_cells().len(), spec.diagonals.len()), (1, 2, 1));
    assert_eq!(spec.title.as_deref(), Some("Two cages"));
    let rules: Vec<String> = spec.constraints.iter().map(Constraint::to_string).collect();
    assert_eq!(rules, ["cage of 5 at r1c1 r1c2", "cage at r3c3 r3c4", "anti-knight"]);
}

#[test]
fn lines_need_a_meaning() {
    let members =
        r##","lines":[{"color":"#67F067FF","wayPoints":[[0.5,0.5],[2.5,2.5],[2.5,3.5]]}]"##;
    assert_eq!(
        message(members),
        "lines: what drawn lines mean is not said; name it for each colour: #67F067FF (1)"
    );
    let lines = vec!["67f067=whisper".parse().unwrap()];
    let read = pad(members, &Options { lines, ignore_drawings: false }).unwrap();
    let Constraint::Whisper(whisper) = &read.spec.constraints[0] else { panic!() };
    assert_eq!((whisper.cells.len(), whisper.difference), (4, 2));
    let ignored = pad(members, &Options { lines: Vec::new(), ignore_drawings: true }).unwrap();
    assert_eq!((ignored.spec.constraints.len(), ignored.notes.len()), (0, 1));
    assert_eq!("x=wisper".parse::<LineRule>(), Err(UnknownLine));
}

#[test]
fn what_was_passed_over_is_listed_by_colour() {
    let line =
        |colour: &str| format!(r#"{{"color":"{colour}","wayPoints":[[0.5,0.5],[0.5,1.5]]}}"#);
    let colours = ["#67F067FF", "#67f067", "#éabcdef", "red"].map(line).join(",");
    let members = format!(r#","lines":[{colours}],"overlays":[{{"text":"X"}}],"arrows":[]"#);
    let ignored = Options { lines: Vec::new(), ignore_drawings: true };
    let drawn = pad(&members, &ignored).unwrap().drawn;
    let lines = [("67f067", 2), ("red", 1), ("éabcdef", 1)].map(|(c, n)| (c.to_owned(), n));
    assert_eq!(drawn.lines.into_iter().collect::<Vec<_>>(), lines);
    assert_eq!(drawn.others.into_iter().collect::<Vec<_>>(), ["overlays"]);
    // Each name is one that --line takes, and says all that is asked.
    for meaning in LineMeaning::names() {
        let lines = ["67f067", "red", "éabcdef"].map(|c| format!("{c}={meaning}").parse().unwrap());
        let read = pad(&members, &Options { lines: lines.to_vec(), ..ignored.clone() }).unwrap();
        assert!(read.drawn.lines.is_empty(), "{meaning}");
    }
}

#[test]
fn what_is_not_known_is_refused() {
    for (members, expected) in [
        (r#","overlays":[{"text":"X"}]"#, "overlays: drawings may be rules"),
        (r#","fog":true,"dice":[1]"#, "unknown rules: dice, fog"),
        (r#","global":["antiqueen"]"#, "global 1: unknown rule \"antiqueen\""),
        (r#","cages":[{"cells":[[0,0]],"value":"odd"}]"#, "cage 1: 'odd' is not a total"),
        (r#","cages":[{"cells":[[9,0]]}]"#, "cage 1: expected cells of the grid"),
    ] {
        let message = message(members);
        assert!(message.contains(expected), "{members}: {message}");
    }
    for (text, expected) in [
        ("https://sudokupad.app/abcdef123", "'abcdef123' is a short id"),
        ("scfooo", "18 cells are not a square grid"),
        ("sclxyz", "scl is not known"),
        ("ctcN4Ig", "ends early"),
    ] {
        let message = read(text, &Options::default()).expect_err(text).message;
        assert!(message.contains(expected), "{text}: {message}");
    }
}

#[test]
fn plain_grids_are_read() {
    // 81 cells: a 5, then blanks in thirteen runs of six and one of two.
    let read = read(&format!("scf5{}A", "o".repeat(13)), &Options::default()).unwrap();
    assert_eq!(read.spec.givens.len(), 1);
    assert_eq!(read.spec.shape.n_cells(), 81);
}

#[test]
fn a_member_that_is_no_list_is_refused() {
    for name in ["cages", "regions", "lines", "global"] {
        let row = r"[{},{},{},{}]";
        let text = format!(r#"{{"cells":[{row},{row},{row},{row}],"{name}":"antiknight"}}"#);
        let error = read(&text, &Options::default()).expect_err(&text);
        assert_eq!(error.message, format!("{name}: expected a list"));
        let text = format!(r#"{{"cells":[{row},{row},{row},{row}],"{name}":null}}"#);
        assert!(read(&text, &Options::default()).is_ok(), "{text}");
    }
}

/// In either form of the object.
#[test]
fn faults_have_the_place_of_their_member() {
    let json = "{\"cells\": [[{},{}],\n [{},{\"value\": 3}]]";
    let short = "{ce:[[,],[{v:3},]],";
    for (text, expected) in [
        (format!("{json}}}"), "2:6: r2c2: 3 is not a value of a grid 2×2 with the values 1 to 2"),
        (format!("{short}x:t}}"), "1:20: unknown rules: x"),
        (
            format!("{short}ca:[{{ce:[[0,0],[0,5]],v:3}}]}}"),
            "1:35: cage 1: expected cells of the grid as [row, column]",
        ),
        (
            format!("{short}re:[[[0,0]],[[1,1],[0,0]]]}}"),
            "1:39: region 2: r1c1 is in a region already",
        ),
        (
            format!("{short}l:[{{c:FF0000,wp:[]}}]}}"),
            "1:23: lines: what drawn lines mean is not said; name it for each colour: #FF0000 (1)",
        ),
        (
            format!("{short}o:[{{}}]}}"),
            "1:20: overlays: drawings may be rules, and what they mean is not said",
        ),
        ("scf12-".to_owned(), "1:6: scf: '-' is not a symbol"),
    ] {
        let error = read(&text, &Options::default()).expect_err(&text);
        assert_eq!(format!("{}: {error}", error.position()), expected, "{text}");
    }
}

/// What nothing would read is refused by its place and name.
#[test]
fn nothing_is_passed_over() {
    for (members, expected) in [
        (r#","cages":[5]"#, "cage 1: expected an object"),
        (
            r#","cages":[{"cells":[[0,0]],"sum":true}]"#,
            "cage 1, sum: expected a text or a number, found true",
        ),
        (r#","cages":[{"cells":[[0,0]],"rule":1}]"#, "cage 1: unknown member rule"),
        (r#","cages":[{"value":"antiknight"}]"#, "cage 1: 'antiknight' without cells is not known"),
        (r#","cages":[{"sum":3}]"#, "cage 1: '3' without cells is not known"),
        (r#","antiknight":"no""#, "antiknight: expected true or false"),
        (r#","title":3"#, "title: expected a text"),
    ] {
        assert_eq!(message(members), expected);
    }
    for (cell, expected) in [
        ("1", "r1c1: expected an object, found 1"),
        (r#"{"centremarks":[1,2]}"#, "r1c1: unknown member centremarks"),
    ] {
        let text = format!(r#"{{"cells":[[{cell},{{}}],[{{}},null]]}}"#);
        assert_eq!(read(&text, &Options::default()).expect_err(&text).message, expected);
    }
    let sums = r#","cages":[{"cells":[[0,0],[3,3]],"sum":6,"unique":false},{"cells":[[0,0]],"unique":false},{"value":"author: x"}]"#;
    let read = pad(sums, &Options::default()).expect("a puzzle");
    let rules: Vec<String> = read.spec.constraints.iter().map(Constraint::to_string).collect();
    assert_eq!((rules, read.notes.len()), (vec!["sum of 6 at r1c1 r4c4".to_owned()], 1));
}

#[test]
fn percent_signs_are_undone_without_a_link() {
    let packed = lz_string::compress(r#"{"grid": [[{},{}],[{},{}]]}"#);
    let text = format!("fpuzzles{}", packed.replace('=', "%3D").replace('+', "%2B"));
    assert!(text.contains('%'));
    assert_eq!(read(&text, &Options::default()).expect("a puzzle").spec.shape.n_cells(), 4);
}
