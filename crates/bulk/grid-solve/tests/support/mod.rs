//! What the tests of the command line share: puzzles, and a call of `grid-solve`.

use assert_cmd::Command;

pub(crate) const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// The solution without its 1s and 2s, which can be exchanged.
pub(crate) const SEVERAL: &str =
    "5346789..67..95348.9834.56785976.4.34.685379.7.39.485696.537.84.874.9635345.86.79";

/// The tool with these arguments.
pub(crate) fn tool(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grid-solve"));
    command.args(args);
    command
}

/// What the tool prints for a text on standard input.
pub(crate) fn printed(args: &[&str], text: &str) -> String {
    let output = tool(args).write_stdin(text).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}
