//! What a search has to say for itself.
//!
//! The ledger is told in its order, as each of its facts stands on earlier ones. A refutation is told where the fact is
//! that it gives: it supposes the opposite, tells what that brings, and ends with what is wrong.

use super::ConflictKind;
use super::Record;
use super::ledger::{Fact, Refutation, Why};
use crate::provenance::{Derivation, Proof, ProofBuilder, Reason};

/// Why an answer is as it is, or why there is none.
#[derive(Debug, Clone)]
pub enum Explanation {
    /// Of the triples that were asked for, how they came about.
    Answer(Proof),
    /// There is no answer: what is wrong, and how the triples that are wrong together came about.
    NoAnswer(ConflictKind, Proof),
    /// The search ended before there was either.
    Unknown,
}

pub(super) fn explanation(asked: &[Derivation], record: Record) -> Explanation {
    let mut builder = ProofBuilder::default();
    if let Some(Refutation { facts, conflict }) = record.conflict {
        tell_all(&mut builder, &facts);
        let roots = derive_all(&mut builder, &conflict.support);
        return Explanation::NoAnswer(conflict.kind, builder.finish(&roots));
    }
    if !record.has_answer {
        return Explanation::Unknown;
    }
    tell_all(&mut builder, &record.facts);
    let roots = derive_all(&mut builder, asked);
    Explanation::Answer(builder.finish(&roots))
}

fn tell_all(builder: &mut ProofBuilder, facts: &[Fact]) {
    for fact in facts {
        tell(builder, fact);
    }
}

fn tell(builder: &mut ProofBuilder, Fact { triple, why }: &Fact) {
    let reason = match why {
        Why::Inferred(support) => {
            derive_all(builder, support);
            return;
        }
        Why::Chosen(None) | Why::Elsewhere => Reason::Chosen,
        Why::OnlyOption(question, support) => {
            Reason::OnlyOption { question: question.clone(), body: derive_all(builder, support) }
        }
        Why::Chosen(Some(refutation)) | Why::Refuted(refutation) => {
            let Refutation { facts, conflict } = &**refutation;
            let Some((opposite, facts)) = facts.split_first() else { return };
            let assumed = builder.suppose(opposite.triple.clone());
            tell_all(builder, facts);
            let body = derive_all(builder, &conflict.support);
            builder.close();
            Reason::Refuted { assumed, conflict: conflict.kind.clone(), body }
        }
    };
    builder.step(triple.clone(), reason);
}

fn derive_all(builder: &mut ProofBuilder, derivations: &[Derivation]) -> Vec<usize> {
    derivations.iter().filter_map(|derivation| builder.derive(derivation)).collect()
}
