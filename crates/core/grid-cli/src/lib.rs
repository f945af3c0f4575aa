//! The command-line options with which encoders read grids and decoders print them.
//!
//! A tool flattens [`GridInput`] or [`GridOutput`] into its arguments. An encoder calls
//! [`GridInput::read`] and has a puzzle. A decoder calls [`GridOutput::frame`] and has a [`Frame`]:
//! what it may know of the puzzle whose answer it prints, which checks each grid and writes it.

mod frame;
mod input;
mod rules;
mod text;

pub use frame::{Frame, GridOutput};
pub use input::{GridInput, GridOptions, only_relations, parse_block};
pub use rules::{ExtraRules, RuleOptions};
pub use text::GridText;
