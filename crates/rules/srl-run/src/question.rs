//! What `why` and `why-not` are asked: a triple, the rules and the data that it is about.

use crate::data::DataOptions;
use crate::evaluate::RunOptions;
use crate::rule_file::RuleOptions;
use clap::Args as ClapArgs;
use std::path::PathBuf;

#[derive(Debug, ClapArgs)]
pub(crate) struct Question {
    /// The rule set
    pub(crate) rules: PathBuf,

    /// The data; - is standard input
    pub(crate) data: PathBuf,

    /// The triple, in the language of the rule set; variables stand for anything
    pub(crate) triple: String,

    #[command(flatten)]
    pub(crate) run: RunOptions,

    #[command(flatten)]
    pub(crate) source: DataOptions,

    #[command(flatten)]
    pub(crate) rule_options: RuleOptions,
}
