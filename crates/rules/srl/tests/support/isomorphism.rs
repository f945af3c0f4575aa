//! Whether two graphs are the same up to the names of their blank nodes.
//!
//! Colours are refined until they stop splitting: the colour of a blank node is made of the colours of
//! all that stands beside it. If the two graphs then have the same colours, a pair of equal colour is
//! tied together and refinement goes on, backtracking where that fails.

use rdf_graph::term::Term;
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{Hash, Hasher};

type Triple = [Term; 3];
type Colours = HashMap<Term, u64>;

/// Whether the graphs are isomorphic; repeated triples count once.
pub(crate) fn isomorphic(a: &[Triple], b: &[Triple]) -> bool {
    let set = |triples: &[Triple]| triples.iter().cloned().collect::<BTreeSet<_>>();
    let (a, b) = (set(a), set(b));
    let ground = |triples: &BTreeSet<Triple>| {
        triples.iter().filter(|triple| !triple.iter().any(has_blank)).cloned().collect::<Vec<_>>()
    };
    if a.len() != b.len() || ground(&a) != ground(&b) {
        return false;
    }
    let rest = |triples: BTreeSet<Triple>| {
        triples.into_iter().filter(|triple| triple.iter().any(has_blank)).collect::<Vec<_>>()
    };
    let (a, b) = (rest(a), rest(b));
    search(&a, &b, blanks(&a), blanks(&b))
}

fn has_blank(term: &Term) -> bool {
    match term {
        Term::Blank(_) => true,
        Term::Triple(parts) => parts.iter().any(has_blank),
        _ => false,
    }
}

fn blanks(triples: &[Triple]) -> Colours {
    fn collect(term: &Term, into: &mut Colours) {
        match term {
            Term::Blank(_) => drop(into.insert(term.clone(), 0)),
            Term::Triple(parts) => parts.iter().for_each(|part| collect(part, into)),
            _ => {}
        }
    }
    let mut all = Colours::new();
    triples.iter().flatten().for_each(|term| collect(term, &mut all));
    all
}

fn search(a: &[Triple], b: &[Triple], ca: Colours, cb: Colours) -> bool {
    let (ca, cb) = (refine(a, ca), refine(b, cb));
    let (classes_a, classes_b) = (classes(&ca), classes(&cb));
    let sizes = |classes: &BTreeMap<u64, Vec<Term>>| {
        classes.iter().map(|(colour, members)| (*colour, members.len())).collect::<Vec<_>>()
    };
    if sizes(&classes_a) != sizes(&classes_b) {
        return false;
    }
    let Some((colour, members)) = classes_a.iter().find(|(_, members)| members.len() > 1) else {
        let coloured = |triples: &[Triple], colours: &Colours| {
            triples.iter().map(|triple| triple.each_ref().map(|t| colour_of(t, colours))).collect()
        };
        let (a, b): (BTreeSet<[u64; 3]>, BTreeSet<_>) = (coloured(a, &ca), coloured(b, &cb));
        return a == b;
    };
    classes_b[colour].iter().any(|other| {
        let tied = |colours: &Colours, node: &Term| {
            let mut colours = colours.clone();
            colours.insert(node.clone(), hash(&(colour, "tied")));
            colours
        };
        search(a, b, tied(&ca, &members[0]), tied(&cb, other))
    })
}

fn classes(colours: &Colours) -> BTreeMap<u64, Vec<Term>> {
    let mut classes: BTreeMap<u64, Vec<Term>> = BTreeMap::new();
    for (node, colour) in colours {
        classes.entry(*colour).or_default().push(node.clone());
    }
    classes
}

fn refine(triples: &[Triple], mut colours: Colours) -> Colours {
    let mut n_classes = 0;
    loop {
        let mut beside: HashMap<Term, Vec<u64>> = HashMap::new();
        for triple in triples {
            let seen = triple.each_ref().map(|term| colour_of(term, &colours));
            let mut nodes = Colours::new();
            for (place, term) in triple.iter().enumerate() {
                for node in blanks(&[[term.clone(), term.clone(), term.clone()]]).into_keys() {
                    *nodes.entry(node).or_default() |= 1 << place;
                }
            }
            for (node, places) in nodes {
                beside.entry(node).or_default().push(hash(&(places, seen)));
            }
        }
        for (node, mut beside) in beside {
            beside.sort_unstable();
            let colour = colours[&node];
            colours.insert(node, hash(&(colour, beside)));
        }
        let n = colours.values().collect::<BTreeSet<_>>().len();
        if n == n_classes {
            return colours;
        }
        n_classes = n;
    }
}

fn colour_of(term: &Term, colours: &Colours) -> u64 {
    match term {
        Term::Blank(_) => colours[term],
        Term::Triple(parts) => hash(&parts.each_ref().map(|part| colour_of(part, colours))),
        ground => hash(ground),
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
