//! Any text: no panic; a model comes only with the verdict that there is one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sat_format::{Verdict, answer};

fuzz_target!(|text: &[u8]| {
    if let Ok(answer) = answer::read(text) {
        assert!(answer.verdict == Verdict::Sat || answer.model.literals().is_empty());
    }
});
