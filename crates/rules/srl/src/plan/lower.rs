//! Variables become slots, constants become numbers.

use super::{Item, Lowered, Operand, Pattern, Site, Template};
use crate::expr::{Code, TooDeep, compile, is_volatile};
use rdf_graph::graph::interner::Interner;
use srl_syntax::rule::{Element, Expr, ExprKind, PatternTerm, Rule, TriplePattern, Var};

/// Lowers a rule.
///
/// A triple term that nests too deep to be interned matches nothing and is not made.
pub(crate) fn lower(rule: &Rule, interner: &mut Interner) -> Result<Lowered, TooDeep> {
    let mut lowering = Lowering { interner, n_slots: 0, n_patterns: 0, sites: Vec::new() };
    let mut scope = Names { slots: vec![None; rule.variables.len()], used: Vec::new() };
    let body = lowering.body(&rule.body, rule.data, &mut scope)?;
    let mut fresh = Vec::new();
    let template = |terms: &[PatternTerm; 3]| {
        terms.each_ref().map(|term| lowering.template(term, &scope, &mut fresh))
    };
    let head: Vec<[Template; 3]> =
        rule.head.iter().map(|template| &template.terms).map(template).collect();
    let fresh: Vec<usize> = fresh.into_iter().map(|(_, slot)| slot).collect();
    let wanted = (fresh.is_empty() && !has_volatile(&body)).then(|| {
        let mut slots = Vec::new();
        head.iter().flatten().for_each(|template| slots_of(template, &mut slots));
        slots
    });
    let Lowering { n_slots, sites, .. } = lowering;
    Ok(Lowered { body, head, fresh, n_slots, sites, wanted })
}

/// Whether two evaluations may differ.
pub(super) fn has_volatile(body: &[Item]) -> bool {
    body.iter().any(|item| match item {
        Item::Pattern(_) => false,
        Item::Filter { volatile, .. } | Item::Set { volatile, .. } => *volatile,
        Item::Not { body, .. } => has_volatile(body),
    })
}

fn slots_of(template: &Template, slots: &mut Vec<usize>) {
    match template {
        Template::Slot(slot) => slots.push(*slot),
        Template::Triple(parts) => parts.iter().for_each(|part| slots_of(part, slots)),
        Template::Constant(_) | Template::Unbound | Template::Hidden(_) => {}
    }
}

/// The slots of the names that are bound at a point of a body.
#[derive(Clone)]
struct Names {
    slots: Vec<Option<usize>>,
    /// The slots that were looked up.
    used: Vec<usize>,
}

impl Names {
    fn get(&self, var: Var) -> Option<usize> {
        self.slots.get(var.0 as usize).copied().flatten()
    }
}

struct Lowering<'a> {
    interner: &'a mut Interner,
    n_slots: usize,
    n_patterns: usize,
    sites: Vec<Site>,
}

impl Lowering<'_> {
    fn site(&mut self, keyword: &'static str, expr: &Expr) -> usize {
        self.sites.push(Site { keyword, span: expr.span });
        self.sites.len() - 1
    }

    fn new_slot(&mut self) -> usize {
        self.n_slots += 1;
        self.n_slots - 1
    }

    fn bind(&mut self, var: Var, names: &mut Names) -> usize {
        if let Some(slot) = names.get(var) {
            names.used.push(slot);
            return slot;
        }
        let slot = self.new_slot();
        let place = var.0 as usize;
        if names.slots.len() <= place {
            names.slots.resize(place + 1, None);
        }
        names.slots[place] = Some(slot);
        slot
    }

    fn body(
        &mut self,
        body: &[Element],
        ground: bool,
        names: &mut Names,
    ) -> Result<Vec<Item>, TooDeep> {
        let mut items = Vec::with_capacity(body.len());
        for element in body {
            items.push(match element {
                Element::Pattern(pattern) => self.pattern(pattern, ground, names),
                Element::Filter(expression) => {
                    self.filters(expression, names, &mut items)?;
                    continue;
                }
                Element::Set { var, expr, .. } => {
                    let (code, uses) = self.code(expr, names)?;
                    let slot = self.bind(*var, names);
                    let site = self.site("SET", expr);
                    Item::Set { slot, code, site, uses, volatile: is_volatile(expr) }
                }
                Element::Not { data, body, .. } => self.negation(body, ground || *data, names)?,
            });
        }
        Ok(items)
    }

    /// A FILTER for each side of `&&`, from left to right: both have to be true, and each can be tried as
    /// soon as what it uses is bound.
    fn filters(
        &mut self,
        expression: &Expr,
        names: &mut Names,
        items: &mut Vec<Item>,
    ) -> Result<(), TooDeep> {
        let mut waiting = vec![expression];
        while let Some(condition) = waiting.pop() {
            if let ExprKind::And(a, b) = &condition.kind {
                waiting.extend([&**b, a]);
                continue;
            }
            let (code, uses) = self.code(condition, names)?;
            let site = self.site("FILTER", condition);
            items.push(Item::Filter { code, site, uses, volatile: is_volatile(condition) });
        }
        Ok(())
    }

    fn negation(
        &mut self,
        body: &[Element],
        ground: bool,
        names: &mut Names,
    ) -> Result<Item, TooDeep> {
        let shared: Vec<usize> = names.slots.iter().flatten().copied().collect();
        let mut inner = Names { slots: names.slots.clone(), used: Vec::new() };
        let body = self.body(body, ground, &mut inner)?;
        let mut uses = inner.used;
        uses.retain(|slot| shared.contains(slot));
        uses.sort_unstable();
        uses.dedup();
        names.used.extend(&uses);
        Ok(Item::Not { body, uses })
    }

    fn code(&mut self, expr: &Expr, names: &mut Names) -> Result<(Code, Vec<usize>), TooDeep> {
        let uses = std::cell::RefCell::new(Vec::new());
        let slot_of = |var| {
            let slot = names.get(var);
            uses.borrow_mut().extend(slot);
            slot
        };
        let code = compile(expr, &slot_of, self.interner)?;
        let uses = uses.into_inner();
        names.used.extend(&uses);
        Ok((code, uses))
    }

    fn pattern(&mut self, pattern: &TriplePattern, ground: bool, names: &mut Names) -> Item {
        let places = pattern.terms.each_ref().map(|term| self.place(term, names));
        self.n_patterns += 1;
        Item::Pattern(Pattern { places, ground, origin: self.n_patterns - 1 })
    }

    fn place(&mut self, term: &PatternTerm, names: &mut Names) -> Operand {
        match term {
            PatternTerm::Var(var) => Operand::Slot(self.bind(*var, names)),
            PatternTerm::Term(term) => match self.interner.intern(term) {
                Some(id) => Operand::Constant(id),
                // A slot that nothing else binds to a term of this graph.
                None => Operand::Constant(self.interner.fresh_blank()),
            },
            // A body has no such thing; a blank node in a body is a variable.
            PatternTerm::Fresh(_) => Operand::Slot(self.new_slot()),
            PatternTerm::Triple(parts) => {
                Operand::Triple(Box::new(parts.each_ref().map(|part| self.place(part, names))))
            }
        }
    }

    fn template(
        &mut self,
        term: &PatternTerm,
        names: &Names,
        fresh: &mut Vec<(u32, usize)>,
    ) -> Template {
        match term {
            PatternTerm::Var(var) => names.get(*var).map_or(Template::Unbound, Template::Slot),
            PatternTerm::Term(term) => {
                self.interner.intern(term).map_or(Template::Unbound, Template::Constant)
            }
            PatternTerm::Fresh(node) => {
                if let Some(&(_, slot)) = fresh.iter().find(|(known, _)| known == node) {
                    return Template::Slot(slot);
                }
                let slot = self.new_slot();
                fresh.push((*node, slot));
                Template::Slot(slot)
            }
            PatternTerm::Triple(parts) => Template::Triple(Box::new(
                parts.each_ref().map(|part| self.template(part, names, fresh)),
            )),
        }
    }
}
