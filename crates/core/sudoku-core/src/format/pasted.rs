//! What people paste that is not a layout of a grid: tables, lists of a program, links, other digits.
//!
//! Only a text that is not a grid as it stands is looked at, and only if it is clearly of such a kind. It is written anew
//! as one of the layouts and read again; a note says as what. If that fails as well, the error says what the
//! text looks like, since "expected a digit 1 to 3" helps nobody who pasted a table.
//!
//! | kind | what it becomes |
//! |---|---|
//! | UTF-16, digits of other scripts | UTF-8, ASCII digits |
//! | a link with a grid in it | that grid |
//! | HTML and `OpenSudoku`'s XML | rows of fields, lines |
//! | lists of JSON, Python and `NumPy`, quoted strings | rows of fields, lines |
//! | cells of a spreadsheet, Markdown | rows of fields |
//! | `HoDoKu`'s library lines, `B81…` | lines |
//! | a grid of pencil marks | 729 symbols |
//! | `-`, `x`, `?` and the space as blanks | `.` |
//!
//! # References
//! - B. Hobiger, `HoDoKu` manual: library format, pencil mark grid
//! - R. Mašek, `OpenSudoku`: the `.opensudoku` file

mod blanks;
mod lists;
mod markup;
mod tables;

use super::layouts::{Resume, layouts};
use super::{ReadError, ReadOptions, pencil_marks};
use crate::Puzzle;
use located::Located;

/// So many puzzles may be pasted; they are in memory at once.
const MAX_PUZZLES: usize = 1000;

/// A text written anew as a layout.
#[derive(Debug, PartialEq, Eq)]
struct Rewritten {
    text: String,
    /// What the text was: `a Markdown table`.
    kind: &'static str,
    /// What the user should know of the reading.
    remark: Option<&'static str>,
    /// Whether lines of 729 symbols are the candidates of 9×9 cells.
    is_pencil_marks: bool,
    /// Whether each character has the place that it had.
    keeps_places: bool,
    /// Whether the text is nothing else even if it cannot be read so.
    is_sure: bool,
}

impl Rewritten {
    /// A text that is certainly of this kind, written anew with other places.
    fn new(kind: &'static str, text: String) -> Self {
        let (keeps_places, is_sure) = (false, true);
        Self { text, kind, remark: None, is_pencil_marks: false, keeps_places, is_sure }
    }

    fn in_place(self) -> Self {
        Self { keeps_places: true, ..self }
    }
}

/// The puzzles of a pasted text; `None` if it is of no kind that is known.
pub(super) fn read(text: &[u8], options: &ReadOptions) -> Option<Result<Vec<Puzzle>, ReadError>> {
    let utf16 = from_utf16(text);
    let text = match &utf16 {
        Some(text) => text,
        // What is not text has its error already, with the place of the byte.
        None => std::str::from_utf8(text).ok()?,
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let ascii = with_ascii_digits(text);
    let text = ascii.as_deref().unwrap_or(text);
    let character = match (&utf16, &ascii) {
        (Some(_), _) => Some(Rewritten::new("UTF-16", text.to_owned()).in_place()),
        (None, Some(_)) => {
            Some(Rewritten::new("digits of another script", text.to_owned()).in_place())
        }
        (None, None) => None,
    };
    if let Some(read) = character.as_ref().map(|text| all(text, options)).filter(Result::is_ok) {
        return Some(read);
    }
    let kinds: [fn(&str) -> Option<Rewritten>; 9] = [
        markup::link,
        markup::opensudoku,
        markup::table,
        tables::library_lines,
        tables::pencil_marks,
        tables::markdown,
        tables::tabs,
        lists::lists,
        blanks::blanks,
    ];
    let rewritten = kinds.into_iter().find_map(|kind| kind(text)).or(character)?;
    Some(all(&rewritten, options)).filter(|read| read.is_ok() || rewritten.is_sure)
}

/// All puzzles of a text that is written anew, or the error with what the text looks like.
fn all(rewritten: &Rewritten, options: &ReadOptions) -> Result<Vec<Puzzle>, ReadError> {
    let Rewritten { text, kind, remark, is_pencil_marks, keeps_places, .. } = rewritten;
    let mut options = options.clone();
    if *is_pencil_marks {
        options.like.get_or_insert_with(pencil_marks::blank);
    }
    let mut read: Vec<Puzzle> = layouts(text.as_bytes(), &options, &Resume::default())
        .take(MAX_PUZZLES + 1)
        .collect::<Result<_, _>>()
        .map_err(|error| {
            let Located { line, column, message } = error.fault;
            let (line, column) = if *keeps_places { (line, column) } else { (1, 1) };
            let message = format!("this looks like {kind}, but: {message}");
            ReadError { fault: Located { line, column, message }, ..error }
        })?;
    if read.len() > MAX_PUZZLES {
        let message = format!(
            "this looks like {kind}, but: it has more than {MAX_PUZZLES} puzzles, expected a puzzle a line"
        );
        return Err(ReadError::new(1, 1, message));
    }
    if let Some(first) = read.first_mut() {
        first.notes.push(format!("read as {kind}"));
        first.notes.extend(remark.map(str::to_owned));
    }
    Ok(read)
}

/// The text of bytes that are UTF-16, as their mark says or as every second byte is zero.
#[must_use]
pub fn from_utf16(bytes: &[u8]) -> Option<String> {
    let number: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        [first, 0, second, 0, ..] if *first > 0 && *second > 0 => u16::from_le_bytes,
        [0, first, 0, second, ..] if *first > 0 && *second > 0 => u16::from_be_bytes,
        _ => return None,
    };
    let (pairs, []) = bytes.as_chunks::<2>() else { return None };
    let text =
        String::from_utf16(&pairs.iter().map(|pair| number(*pair)).collect::<Vec<_>>()).ok()?;
    Some(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}

/// The text with the digits of other scripts as `0` to `9`, if it has any.
fn with_ascii_digits(text: &str) -> Option<String> {
    /// The zeros of full-width, Arabic, Persian, Devanagari and Bengali digits.
    const ZEROS: [char; 5] = ['０', '٠', '۰', '०', '০'];
    let ascii = |c: char| {
        let digit = |zero: char| u32::from(c).checked_sub(u32::from(zero)).filter(|d| *d < 10);
        ZEROS.into_iter().find_map(digit).and_then(|digit| char::from_digit(digit, 10))
    };
    text.contains(|c| ascii(c).is_some())
        .then(|| text.chars().map(|c| ascii(c).unwrap_or(c)).collect())
}
