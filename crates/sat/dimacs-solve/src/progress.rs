//! How far a search is: reported by the thread that searches to the one that waits.

use cdcl::Statistics;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many points of a course at most are kept; then every second one goes, and the next ones come half as often.
const MAX_POINTS: usize = 512;

/// What a search has done so far; nothing before it starts, and of an engine that does not say.
#[derive(Debug, Default)]
pub(crate) struct Progress(Mutex<Course>);

/// The course of a search.
#[derive(Debug)]
struct Course {
    latest: Option<Statistics>,
    /// At multiples of so many conflicts.
    interval: u64,
    points: Vec<Statistics>,
}

impl Default for Course {
    fn default() -> Self {
        Self { latest: None, interval: 1, points: Vec::new() }
    }
}

impl Progress {
    fn course(&self) -> MutexGuard<'_, Course> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set(&self, statistics: Statistics) {
        let mut course = self.course();
        let is_new = course.points.last().is_none_or(|last| last.conflicts < statistics.conflicts);
        if is_new && statistics.conflicts.is_multiple_of(course.interval) {
            course.points.push(statistics);
            if course.points.len() > MAX_POINTS {
                course.interval *= 2;
                let interval = course.interval;
                course.points.retain(|point| point.conflicts.is_multiple_of(interval));
            }
        }
        course.latest = Some(statistics);
    }

    pub(crate) fn get(&self) -> Option<Statistics> {
        self.course().latest
    }

    /// What was done at points that lie equally many conflicts apart, from the first on.
    pub(crate) fn points(&self) -> Vec<Statistics> {
        self.course().points.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_points_of_a_course_lie_equally_far_apart() {
        for n_conflicts in [0, 1, 500, 513, 100_000] {
            let progress = Progress::default();
            for conflicts in 1..=n_conflicts {
                progress.set(Statistics { conflicts, ..Statistics::default() });
            }
            let points: Vec<u64> = progress.points().iter().map(|point| point.conflicts).collect();
            let interval = points.first().copied().unwrap_or(1);
            let expected: Vec<u64> = (1..=n_conflicts / interval).map(|k| k * interval).collect();
            assert_eq!(points, expected);
            assert!(points.len() <= MAX_POINTS && 2 * points.len() as u64 >= n_conflicts.min(500));
            assert_eq!(progress.get().map_or(0, |latest| latest.conflicts), n_conflicts);
        }
    }
}
