//! Which signals a tool was started to ignore.

/// A bit for each signal that the tool was started to ignore, as `nohup` does; the lowest is signal
/// 1. None where the system does not say. A handler would end the tool all the same.
#[cfg(unix)]
#[must_use]
pub fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
