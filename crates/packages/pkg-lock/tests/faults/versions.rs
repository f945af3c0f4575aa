//! Which versions there are, and what they require.

use super::Case;
use predicates::prelude::*;
use predicates::str::contains;

#[test]
fn metadata_goes_on_behind_a_line_of_blanks() {
    let licence = "License: BSD\n        \n        All rights reserved.\nRequires-Dist: b>=1\n";
    let case = Case::requiring("'a'").wheel("a", "1", licence).wheel("b", "1", "");
    assert_eq!(case.pins(), "a==1\nb==1");
}

#[test]
fn prefixes_are_compared_with_padded_releases() {
    let case = |requirement: &str| {
        let case = Case::requiring(requirement);
        case.wheel("a", "1.5", "").wheel("a", "2", "").wheel("b", "2.0", "")
    };
    case("'a==2.1.*'").has_no_solution();
    assert_eq!(case("'a!=2.1.*'").pins(), "a==2");
    case("'b==2.0.1.*'").has_no_solution();
}

#[test]
fn the_pythons_of_a_version_are_those_of_its_metadata_where_the_page_has_none() {
    let project = |python: &str, requirements: &str| {
        Case::new(&format!(
            "[project]\nname = \"p\"\nversion = \"1\"\nrequires-python = \"{python}\"\n\
             dependencies = [{requirements}]\n"
        ))
    };
    let python = |text: &str| format!("Requires-Python: {text}\n");
    // The version that runs on too few is none; the one before is taken.
    for too_few in ["<3", "<3.11", "==3.9.*", "!=3.9.*,<3.14", ">=3.9,!=3.14.*,<3.15"] {
        let case =
            project(">=3.9", "'a'").wheel("a", "1.0", "").wheel("a", "2.0", &python(too_few));
        assert_eq!(case.pins(), "a==1.0", "{too_few}");
        let with_extra = project(">=3.9", "'b'")
            .wheel("b", "1.0", "Requires-Dist: a[x]\n")
            .wheel("a", "1.0", "Provides-Extra: x\n")
            .wheel("a", "2.0", &format!("{}Provides-Extra: x\n", python(too_few)));
        assert_eq!(with_extra.pins(), "a==1.0\nb==1.0", "{too_few}");
        // With no other version there is a reason.
        let alone = project(">=3.9", "'a'").wheel("a", "2.0", &python(too_few));
        for engine in ["auto", "resolvo", "pubgrub"] {
            let run = alone.run().args(["--engine", engine]).assert().code(1);
            run.stdout(contains("does not run on every Python of the project"));
        }
        // A pre-release is taken where no other version runs.
        let case = project(">=3.9", "'a'").wheel("a", "1.0", &python(too_few));
        assert_eq!(case.wheel("a", "2.0rc1", "").pins(), "a==2.0rc1", "{too_few}");
    }
    // The version that runs on the later ones is for those.
    for later in [">=3.12", "!=3.11.*"] {
        let case = project(">=3.9", "'a'").wheel("a", "1.0", "").wheel("a", "2.0", &python(later));
        let run = case.run().args(["--format", "requirements", "-o", "-"]).assert().success();
        let both = contains("a==1.0 ; python_full_version < \"3.12\"");
        run.stdout(both.and(contains("a==2.0 ; python_full_version >= \"3.12\"")));
    }
    // What is malformed is at fault; what only an old writer has is understood.
    for malformed in [">=foo", "3.9", ">=3.9,<"] {
        let case =
            project(">=3.9", "'a'").wheel("a", "1.0", "").wheel("a", "2.0", &python(malformed));
        assert_eq!(case.pins(), "a==1.0");
        let run = case.run().args(["-o", "-"]).assert().success();
        let warning = format!("warning: left out a 2.0: Requires-Python: {malformed}: ");
        run.stderr(contains(warning));
    }
    for old in [">=3.6.*", ">=3.6, <4,"] {
        assert_eq!(project(">=3.9,<4", "'a'").wheel("a", "1", &python(old)).pins(), "a==1");
    }
    // A project that names no Python leaves it to those who install.
    let any = Case::requiring("'a'").wheel("a", "1.0", "").wheel("a", "2.0", &python(">=3.12"));
    assert_eq!(any.pins(), "a==2.0");
}

#[test]
fn a_star_of_python_is_kept() {
    let with = |python: &str, marker: &str| {
        Case::new(&format!(
            "[project]\nname = \"p\"\nversion = \"1\"\nrequires-python = \"{python}\"\n\
             dependencies = [\"foo ; {marker}\"]\n"
        ))
        .wheel("foo", "1", "")
    };
    assert_eq!(
        with("==3.9.*", "python_full_version >= '3.9.1'").pins(),
        "foo==1 ; python_full_version >= \"3.9.1\""
    );
    assert_eq!(
        with("==3.11.*", "python_full_version >= '3.11.1'").pins(),
        "foo==1 ; python_full_version >= \"3.11.1\""
    );
    let other = Case::new(
        "[project]\nname = \"p\"\nversion = \"1\"\nrequires-python = \">=3.8,!=3.9.*\"\ndependencies = [\"baz\"]\n",
    );
    let other = other
        .wheel("baz", "1", "Requires-Dist: foo==99 ; python_version == '3.9'\n")
        .wheel("foo", "1", "");
    assert_eq!(other.pins(), "baz==1");
    let poetry = Case::new(
        "[tool.poetry]\nname = \"p\"\nversion = \"1\"\n[tool.poetry.dependencies]\npython = \">=3.8\"\n\
         foo = {version = \"*\", python = \"3.9.*\"}\n",
    );
    let lock = poetry.wheel("foo", "1", "");
    lock.run()
        .args(["-o", "-"])
        .assert()
        .success()
        .stdout(contains("markers = \"python_version == \\\"3.9\\\"\""));
}

#[test]
fn what_two_markers_exclude_together_is_not_locked() {
    let case = Case::requiring("\"a ; sys_platform == 'win32'\"")
        .wheel("a", "1", "Requires-Dist: b ; sys_platform == 'darwin'\n")
        .wheel("b", "1", "");
    assert_eq!(case.pins(), "a==1 ; sys_platform == \"win32\"");
}

#[test]
fn what_a_prerelease_requires_of_its_own_package_does_not_speak_for_it() {
    let case = |own: &str| {
        Case::requiring("'c!=1'").wheel("c", "0.9", "Requires-Dist: absent\n").wheel(
            "c",
            "2rc1",
            &format!("Requires-Dist: {own}\n"),
        )
    };
    case("c==2.*").has_no_solution();
    case("c[x]==2.*").has_no_solution();
    case("c[x]>=2rc1").has_no_solution();
}

#[test]
fn a_version_that_is_left_out_does_not_keep_a_prerelease_out() {
    let case = || Case::requiring("'b'").wheel("b", "1a1", "");
    let of_another =
        case().wheel_of("b-2-py3-none-any.whl", "Metadata-Version: 2.1\nName: b\nVersion: 3\n");
    assert_eq!(of_another.pins(), "b==1a1");
    assert_eq!(case().wheel("b", "2", "Requires-Dist: c (==1.0),d\n").pins(), "b==1a1");
    // It can be read, and does not fit for what others require.
    case().wheel("b", "2", "Requires-Dist: absent\n").has_no_solution();
    let unasked = "Requires-Dist: absent\nRequires-Dist: c (==1.0),d ; extra == 'x'\n";
    case().wheel("b", "2", unasked).has_no_solution();
}

#[test]
fn a_prerelease_may_require_another_and_that_a_third() {
    let case = Case::requiring("'a>1'").wheel("a", "1", "").wheel("b", "1", "").wheel("c", "1", "");
    let case = case
        .wheel("a", "2rc1", "Requires-Dist: b>1\n")
        .wheel("b", "2rc1", "Requires-Dist: c>1\n")
        .wheel("c", "2rc1", "");
    assert_eq!(case.pins(), "a==2rc1\nb==2rc1\nc==2rc1");
}

#[test]
fn what_holds_on_no_python_of_the_project_names_no_prerelease_and_constrains_nothing() {
    let case = |dependencies: &str, tool: &str| {
        let text = format!(
            "[project]\nname = \"p\"\nversion = \"1\"\nrequires-python = \">=3.9\"\n\
             dependencies = [{dependencies}]\n{tool}"
        );
        Case::new(&text).wheel("a", "1", "").wheel("a", "2rc1", "")
    };
    assert_eq!(case("'a', \"a<2rc2 ; python_version < '3'\"", "").pins(), "a==1");
    let constrained = |marker: &str| {
        case("'a'", &format!("[tool.uv]\nconstraint-dependencies = [\"a<1 ; {marker}\"]\n"))
    };
    assert_eq!(constrained("python_version < '3'").pins(), "a==1");
    constrained("python_version < '3.10'").has_no_solution();
}

#[test]
fn bounds_beside_pre_and_post_releases() {
    for (requirement, version) in
        [("a<3.0.0a8", "3.0.0a7"), ("a<1!1", "1.0a1"), ("a>1.0a1", "1.0.post1")]
    {
        let case = Case::requiring(&format!("'{requirement}'")).wheel("a", version, "");
        assert_eq!(case.pins(), format!("a=={version}"));
    }
}

#[test]
fn what_fits_no_python_of_the_project_is_no_version() {
    let case = |python: &str| {
        let text = format!(
            "[project]\nname = \"p\"\nversion = \"1\"\nrequires-python = \"{python}\"\ndependencies = ['a']\n"
        );
        let metadata = "Name: a\nVersion: 1.0\n";
        Case::new(&text).wheel_of("a-1.0-graalpy310-none-any.whl", metadata)
    };
    let none = case(">=3.12");
    none.run().assert().code(1).stdout(contains("1.0 has no wheel for any Python of the project"));
    assert_eq!(case(">=3.9").pins(), "a==1.0");
}

#[test]
fn a_pre_release_is_taken_where_nothing_else_fits() {
    let case = Case::requiring("'distro'")
        .wheel("distro", "0.31", "Requires-Dist: sdk==1.12rc1\n")
        .wheel("sdk", "1.11", "")
        .wheel("sdk", "1.12rc1", "");
    assert_eq!(case.pins(), "distro==0.31\nsdk==1.12rc1");
    let plain = Case::requiring("'sdk'").wheel("sdk", "1.11", "").wheel("sdk", "1.12rc1", "");
    assert_eq!(plain.pins(), "sdk==1.11");
}
