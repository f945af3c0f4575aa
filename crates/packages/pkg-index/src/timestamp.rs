//! Moments of an upload, as indexes write them: RFC 3339, `2024-03-01T12:30:00.5Z`.
//!
//! # References
//! - PEP 700: `upload-time`
//! - RFC 3339, "Date and Time on the Internet"

use std::fmt;
use std::str::FromStr;

/// A moment, in microseconds since 1970-01-01 UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

/// A text that is no moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected a date like 2024-03-01 or a moment like 2024-03-01T12:30:00Z")]
pub struct InvalidTimestamp;

const SECOND: i64 = 1_000_000;
const DAY: i64 = 86_400 * SECOND;

impl Timestamp {
    /// Reads a limit: a moment, or a date, which means the end of that day in UTC.
    ///
    /// # Errors
    /// The text is neither.
    pub fn parse_limit(text: &str) -> Result<Self, InvalidTimestamp> {
        match day(text) {
            Ok(day) => Ok(Self((day + 1) * DAY)),
            Err(_) => text.parse(),
        }
    }

    /// The beginning of a day in UTC; months and days from 1.
    #[must_use]
    pub const fn of_day(year: i64, month: i64, day: i64) -> Self {
        Self(days_since_1970(year, month, day) * DAY)
    }
}

impl FromStr for Timestamp {
    type Err = InvalidTimestamp;

    fn from_str(text: &str) -> Result<Self, InvalidTimestamp> {
        let (date, time) = text.split_once(['T', 't', ' ']).ok_or(InvalidTimestamp)?;
        let zone = time.find(['Z', 'z', '+', '-']).ok_or(InvalidTimestamp)?;
        let (time, zone) = time.split_at(zone);
        let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
        let [hours, minutes, seconds] = numbers(time, ':', [2, 2, 2])?;
        if hours > 23 || minutes > 59 || seconds > 60 {
            return Err(InvalidTimestamp);
        }
        // What is finer than a microsecond is cut off.
        let micros: String = fraction.chars().chain("000000".chars()).take(6).collect();
        if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(InvalidTimestamp);
        }
        let micros: i64 = micros.parse().map_err(|_| InvalidTimestamp)?;
        let offset = match zone.split_at(1) {
            ("Z" | "z", "") => 0,
            (sign, offset) => {
                let [hours, minutes] = numbers(offset, ':', [2, 2])?;
                let seconds = (hours * 60 + minutes) * 60;
                if sign == "-" { -seconds } else { seconds }
            }
        };
        let seconds = (hours * 60 + minutes) * 60 + seconds - offset;
        Ok(Self(day(date)? * DAY + seconds * SECOND + micros))
    }
}

/// `2024-03-01T12:30:00Z`, with microseconds where there are any.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, micros) = (self.0.div_euclid(DAY), self.0.rem_euclid(DAY));
        let [year, month, day] = date_of_days(days);
        let seconds = micros / SECOND;
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{:02}", seconds % 60)?;
        match micros % SECOND {
            0 => f.write_str("Z"),
            micros => write!(f, ".{micros:06}Z"),
        }
    }
}

/// Days since 1970-01-01 of `2024-03-01`.
fn day(text: &str) -> Result<i64, InvalidTimestamp> {
    let [year, month, day] = numbers(text, '-', [4, 2, 2])?;
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let longest = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    if !(1..=longest).contains(&day) {
        return Err(InvalidTimestamp);
    }
    Ok(days_since_1970(year, month, day))
}

/// In the calendar whose year begins on the first of March, every month but the last has a fixed length.
const fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let of_years = 365 * year + year / 4 - year / 100 + year / 400;
    of_years + (153 * month + 2) / 5 + day - 1 - 719_468
}

/// The inverse: year, month and day. 400 years have 146,097 days; the first guess of the year is at most one too many.
fn date_of_days(days: i64) -> [i64; 3] {
    let since_0 = days + 719_468;
    let mut year = since_0.div_euclid(146_097) * 400 + since_0.rem_euclid(146_097) / 365;
    while days_since_1970(year, 3, 1) > days {
        year -= 1;
    }
    let in_year = days - days_since_1970(year, 3, 1);
    let month = (5 * in_year + 2) / 153;
    let day = in_year - (153 * month + 2) / 5 + 1;
    if month < 10 { [year, month + 3, day] } else { [year + 1, month - 9, day] }
}

fn numbers<const N: usize>(
    text: &str,
    separator: char,
    lengths: [usize; N],
) -> Result<[i64; N], InvalidTimestamp> {
    let mut parts = text.split(separator);
    let mut all = [0; N];
    for (number, length) in all.iter_mut().zip(lengths) {
        let digits = parts.next().ok_or(InvalidTimestamp)?;
        if digits.len() != length || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(InvalidTimestamp);
        }
        *number = digits.parse().map_err(|_| InvalidTimestamp)?;
    }
    parts.next().is_none().then_some(all).ok_or(InvalidTimestamp)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_counted_from_1970() {
        let at = |text: &str| text.parse::<Timestamp>().map(|moment| moment.0);
        assert_eq!(at("1970-01-01T00:00:00Z"), Ok(0));
        // `date -ud 2024-03-01T12:30:00 +%s`
        assert_eq!(at("2024-03-01T12:30:00.25Z"), Ok(1_709_296_200_250_000));
        assert_eq!(at("2024-03-01T14:30:00+02:00"), at("2024-03-01T12:30:00Z"));
        assert_eq!(at("2024-03-01T10:00:00-02:30"), at("2024-03-01T12:30:00Z"));
        let limit = |text: &str| Timestamp::parse_limit(text).unwrap();
        assert_eq!(limit("2024-02-29"), "2024-03-01T00:00:00Z".parse().unwrap());
        assert_eq!(limit("2024-02-29T00:00:00Z"), Timestamp::of_day(2024, 2, 29));
    }

    #[test]
    fn moments_are_written_as_they_are_read() {
        // From 1900 to 2300: each day once, at another time of the day.
        for day in -25_567..120_530 {
            let moment = Timestamp(day * DAY + (day * 7_919_993_001).rem_euclid(DAY));
            assert_eq!(moment.to_string().parse(), Ok(moment), "{moment}");
        }
        assert_eq!(Timestamp::of_day(2024, 2, 29).to_string(), "2024-02-29T00:00:00Z");
        assert_eq!(Timestamp(1_709_296_200_250_000).to_string(), "2024-03-01T12:30:00.250000Z");
    }

    #[test]
    fn what_is_no_moment_is_refused() {
        for wrong in [
            "",
            "2024",
            "2023-02-29",
            "2024-13-01",
            "24-01-01",
            "2024-01-01T",
            "2024-01-01T12:00Z",
            "2024-01-01T12:00:00",
            "2024-01-01T12:00:00.xZ",
            "2024-01-01T25:00:00Z",
            "2024-01-01T12:00:00+1",
        ] {
            assert_eq!(Timestamp::parse_limit(wrong), Err(InvalidTimestamp), "{wrong}");
        }
    }
}
