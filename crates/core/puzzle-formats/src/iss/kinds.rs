//! The items of a constraint string that are rules.
//!
//! The file is long because each kind has its line or its few lines here, and none is of use alone.

use super::cells::Cells;
use super::numbers::{coefficients, count, list, number, said};
use super::{Item, automata, block_shape, only, regex};
use crate::fault::Fault;
use crate::link::{base64_bytes, decoded};
use crate::{Drawn, Read};
use std::collections::{BTreeMap, BTreeSet};
use sudoku_core::constraint::{
    AllDifferent, AntiKing, AntiKnight, AntiTaxicab, AnyOf, Arrow, Automaton, Between, Cage,
    Candidates, Constraint, CountDistinct, CountingCircles, Difference, DoubleArrow,
    DutchFlatmates, Entropic, EqualSums, EqualityCage, FullRank, GlobalEntropy, GlobalModular,
    GreaterThan, HiddenSkyscraper, Indexing, Line, LittleKiller, Lockout, LookAndSay, Modular,
    NegativeRatio, NegativeSum, NoTies, Nonconsecutive, NumberedRoom, PairRelation, Palindrome,
    Quadruple, Ratio, Rellik, Renban, SameValues, Sandwich, Skyscraper, Sum, SumLine, Thermometer,
    Ties, ValueIndexing, Whisper, XSum, Xv, Zipper,
};
use sudoku_core::{Cell, Diagonal, Given, HouseKind, HouseName, PuzzleSpec, SpecError, SpecPart};

/// The puzzle as far as it has been read.
pub(super) struct Reader {
    cells: Cells,
    spec: PuzzleSpec,
    notes: Vec<String>,
    /// The default blocks' shape, also where `NoBoxes` leaves them out.
    block_shape: Option<[usize; 2]>,
    ties: Ties,
    /// Pairs with a dot, and pairs with an X or a V.
    dots: Vec<[Cell; 2]>,
    xvs: Vec<[Cell; 2]>,
    /// What each cell may hold, and the last item that says so.
    candidates: BTreeMap<Cell, (BTreeSet<i64>, usize)>,
    /// Where the item of each constraint, and that of each extra region, begins.
    constraints: Vec<usize>,
    extra_regions: Vec<usize>,
}

impl Reader {
    /// What other items depend on is read first, wherever it stands.
    pub(super) fn new(cells: Cells, items: &[Item]) -> Result<Self, Fault> {
        let region_size = match only(items, "RegionSize")? {
            Some(item) => Some(count(item, 0)?),
            None => None,
        };
        let (rows, cols) = (cells.shape.rows(), cells.shape.cols());
        let block_shape = block_shape(rows, cols, region_size.unwrap_or(rows.max(cols)));
        let has_blocks = !items.iter().any(|item| item.name == "NoBoxes") && !cells.is_raw;
        let spec = PuzzleSpec {
            blocks: block_shape.filter(|_| has_blocks),
            rows_and_columns: !cells.is_raw,
            ..PuzzleSpec::blank(cells.shape)
        };
        let ties = match only(items, "FullRankTies")?.and_then(|item| item.args.first()) {
            Some(mode) if mode == "any" => Ties::Any,
            _ => Ties::OnlyUnclued,
        };
        let mut reader = Self {
            spec,
            notes: Vec::new(),
            block_shape,
            ties,
            dots: Vec::new(),
            xvs: Vec::new(),
            candidates: BTreeMap::new(),
            constraints: Vec::new(),
            extra_regions: Vec::new(),
            cells,
        };
        if let Some(item) = only(items, "Jigsaw")? {
            reader.jigsaw(item)?;
        }
        for item in items {
            match item.name.as_str() {
                "WhiteDot" | "BlackDot" => reader.dots.extend(reader.pairs(item)?),
                "X" | "V" => reader.xvs.extend(reader.pairs(item)?),
                _ => {}
            }
        }
        Ok(reader)
    }

    pub(super) fn finish(mut self) -> Result<Read, Fault> {
        for (cell, (values, offset)) in &self.candidates {
            if values.is_empty() {
                let what = format!("{}: its givens have no value in common", cell.short());
                return Err(Fault::at(*offset, what));
            }
            let numbers: Vec<i64> = values.iter().copied().collect();
            let given = match numbers[..] {
                [number] => Given::One(number),
                _ => Given::Several(numbers),
            };
            self.spec.givens.insert(*cell, given);
        }
        self.spec.check().map_err(|error| self.fault(&error))?;
        Ok(Read { spec: self.spec, notes: self.notes, drawn: Drawn::default() })
    }

    /// What is wrong with the puzzle as a whole, at the item that makes it so.
    fn fault(&self, error: &SpecError) -> Fault {
        let offset = match error.part {
            SpecPart::Given(cell) => self.candidates.get(&cell).map(|(_, offset)| offset),
            SpecPart::Constraint(index) => self.constraints.get(index),
            SpecPart::House(HouseName { kind: HouseKind::ExtraRegion, index }) => {
                self.extra_regions.get(index)
            }
            _ => None,
        };
        match error.part {
            SpecPart::Constraint(_) => Fault::at(offset.copied().unwrap_or(0), &error.message),
            _ => Fault::at(offset.copied().unwrap_or(0), error.to_string()),
        }
    }

    /// Notes that everything that is new comes from an item.
    fn mark(&mut self, item: &Item) {
        self.constraints.resize(self.spec.constraints.len(), item.offset);
        self.extra_regions.resize(self.spec.extra_regions.len(), item.offset);
    }

    /// Reads an item of the top level: one that makes houses or givens, or any other rule.
    pub(super) fn item(&mut self, item: &Item) -> Result<(), Fault> {
        match item.name.as_str() {
            "Shape" | "Var" | "NoBoxes" | "RegionSize" | "Jigsaw" => {}
            "SearchPriority" => {
                self.notes.push("SearchPriority: steers the other program only".to_owned());
            }
            "" | "Given" => {
                for (cell, values) in self.givens(item)? {
                    self.candidates
                        .entry(cell)
                        .and_modify(|(known, offset)| {
                            known.retain(|value| values.contains(value));
                            *offset = item.offset;
                        })
                        .or_insert_with(|| (values.into_iter().collect(), item.offset));
                }
            }
            "Diagonal" => {
                let diagonal = match number(item, 0)? {
                    1 => Diagonal::Up,
                    -1 => Diagonal::Down,
                    _ => return Err(item.fault("expected 1 or -1")),
                };
                if !self.spec.diagonals.contains(&diagonal) {
                    self.spec.diagonals.push(diagonal);
                }
            }
            "FullRankTies" => match item.args.first().map(String::as_str) {
                Some("none") => self.spec.constraints.push(NoTies {}.into()),
                // Read before all clues.
                Some("any" | "only-unclued") => {}
                _ => return Err(item.fault("expected none, only-unclued or any")),
            },
            "Windoku" => self.windows(item)?,
            "DisjointSets" => self.groups(item)?,
            "AllDifferent" => {
                let cells: BTreeSet<Cell> = self.all(item, 0)?.into_iter().collect();
                self.spec.extra_regions.push(cells.into_iter().collect());
            }
            _ => {
                let constraints = self.constraints(item)?;
                self.spec.constraints.extend(constraints);
            }
        }
        self.mark(item);
        Ok(())
    }

    /// The usual blocks alone, also where `NoBoxes` leaves them out.
    fn with_blocks(&self, item: &Item) -> Result<PuzzleSpec, Fault> {
        if self.block_shape.is_none() {
            return Err(item.fault("a grid without blocks has none"));
        }
        Ok(PuzzleSpec { blocks: self.block_shape, ..PuzzleSpec::blank(self.spec.shape) })
    }

    fn windows(&mut self, item: &Item) -> Result<(), Fault> {
        let spec = PuzzleSpec { windows: true, ..self.with_blocks(item)? };
        let windows = spec.window_cells();
        if windows.is_empty() {
            return Err(item.fault("none fits into the grid"));
        }
        self.spec.extra_regions.extend(windows);
        Ok(())
    }

    fn groups(&mut self, item: &Item) -> Result<(), Fault> {
        let spec = PuzzleSpec { groups: true, ..self.with_blocks(item)? };
        self.spec.extra_regions.extend(spec.group_cells());
        Ok(())
    }

    /// A letter for each cell; regions of an unusual size do not count.
    fn jigsaw(&mut self, item: &Item) -> Result<(), Fault> {
        let shape = self.spec.shape;
        let letters: Vec<char> = item.args.first().map_or("", |letters| letters).chars().collect();
        if letters.len() != shape.n_cells() {
            let (found, expected) = (letters.len(), shape.n_cells());
            return Err(item.fault(format_args!("{found} letters for {expected} cells")));
        }
        let count = |letter: &char| letters.iter().filter(|other| *other == letter).count();
        let sizes = shape.rows().max(shape.cols())..=shape.n_values();
        if let Some(letter) = letters.iter().find(|letter| !sizes.contains(&count(letter))) {
            let (n_cells, least) = (count(letter), sizes.start());
            self.notes.push(format!(
                "Jigsaw: a region of {n_cells} cells is no house, which has at least {least}"
            ));
        }
        let region = |letter: &char| sizes.contains(&count(letter)).then_some(*letter);
        self.spec.regions = letters.iter().map(region).collect();
        Ok(())
    }

    /// Cells with the numbers that they may hold.
    fn givens(&self, item: &Item) -> Result<Vec<(Cell, Vec<i64>)>, Fault> {
        let given = |arg: &String| {
            let mut parts = arg.split('_');
            let cell = self.cells.cell(item, parts.next().unwrap_or_default())?;
            let numbers: Option<Vec<i64>> = parts.map(|part| part.parse().ok()).collect();
            match numbers {
                Some(numbers) if !numbers.is_empty() => Ok((cell, numbers)),
                _ => {
                    Err(item
                        .fault(format_args!("expected cell_value, found '{}'", arg.escape_debug())))
                }
            }
        };
        item.args.iter().map(given).collect()
    }

    /// The cells of the arguments from `start` on.
    fn all(&self, item: &Item, start: usize) -> Result<Vec<Cell>, Fault> {
        let args = item.args.get(start..).unwrap_or_default();
        let cells: Vec<Cell> =
            args.iter().map(|id| self.cells.cell(item, id)).collect::<Result<_, _>>()?;
        if cells.is_empty() { Err(item.fault("expected cells")) } else { Ok(cells) }
    }

    /// The cells of the arguments from `start` on, in segments between `-`.
    fn segments(&self, item: &Item, args: &[String]) -> Result<Vec<Vec<Cell>>, Fault> {
        let segment = |ids: &[String]| ids.iter().map(|id| self.cells.cell(item, id)).collect();
        args.split(|arg| arg == "-").map(segment).collect()
    }

    /// Each mark of an item that lies between two cells.
    fn pairs(&self, item: &Item) -> Result<Vec<[Cell; 2]>, Fault> {
        Ok(self.cells.adjacent_pairs(&self.all(item, 0)?))
    }

    fn marks(
        &self,
        item: &Item,
        make: impl Fn([Cell; 2]) -> Constraint,
    ) -> Result<Vec<Constraint>, Fault> {
        let pairs = self.pairs(item)?;
        if pairs.is_empty() {
            return Err(item.fault("no two of the cells share a side"));
        }
        Ok(pairs.into_iter().map(make).collect())
    }

    /// The rules that an item stands for.
    fn constraints(&self, item: &Item) -> Result<Vec<Constraint>, Fault> {
        let one = |constraint: Constraint| Ok(vec![constraint]);
        match item.name.as_str() {
            "" | "Given" => {
                let givens = self.givens(item)?.into_iter();
                Ok(givens.map(|(cell, values)| Candidates { cell, values }.into()).collect())
            }
            "AllDifferent" => one(AllDifferent { cells: self.all(item, 0)? }.into()),
            "Or" => {
                let alternatives: Result<Vec<_>, _> =
                    item.children.iter().map(|child| self.constraints(child)).collect();
                one(AnyOf { alternatives: alternatives? }.into())
            }
            "And" => {
                let all: Result<Vec<_>, _> =
                    item.children.iter().map(|child| self.constraints(child)).collect();
                Ok(all?.concat())
            }
            "WhiteDot" => self.marks(item, |cells| Difference { cells, difference: 1 }.into()),
            "BlackDot" => self.marks(item, |cells| Ratio { cells, ratio: 2 }.into()),
            "X" => self.marks(item, |cells| Xv { cells, sum: 10 }.into()),
            "V" => self.marks(item, |cells| Xv { cells, sum: 5 }.into()),
            "GreaterThan" => self.marks(item, |cells| GreaterThan { cells }.into()),
            "AntiKnight" => one(AntiKnight {}.into()),
            "AntiKing" => one(AntiKing {}.into()),
            "AntiTaxicab" => one(AntiTaxicab {}.into()),
            "AntiConsecutive" => one(Nonconsecutive { spared: Vec::new() }.into()),
            "GlobalEntropy" => one(GlobalEntropy {}.into()),
            "GlobalMod" => one(GlobalModular {}.into()),
            "DutchFlatmates" => one(DutchFlatmates {}.into()),
            "StrictKropki" => Ok(vec![
                Nonconsecutive { spared: self.dots.clone() }.into(),
                NegativeRatio { ratios: vec![2], spared: self.dots.clone() }.into(),
            ]),
            "StrictXV" => one(NegativeSum { sums: vec![5, 10], spared: self.xvs.clone() }.into()),
            "Pair" | "PairX" | "Binary" | "BinaryX" => self.relations(item),
            "NFA" => self.automata(item),
            "Regex" => self.expressions(item),
            "XSum" | "Skyscraper" | "HiddenSkyscraper" | "NumberedRoom" | "FullRank" => {
                self.clues(item)
            }
            _ => self.cell_list(item),
        }
    }

    /// Rules that are a list of cells, some after a number.
    fn cell_list(&self, item: &Item) -> Result<Vec<Constraint>, Fault> {
        let plain = || self.all(item, 0);
        let after = || self.all(item, 1);
        Ok(vec![match item.name.as_str() {
            "Thermo" => Thermometer { cells: plain()? }.into(),
            "Renban" => Renban { cells: plain()? }.into(),
            "Entropic" => Entropic { cells: plain()? }.into(),
            "Between" => Between { cells: plain()? }.into(),
            "Palindrome" => Palindrome { cells: plain()? }.into(),
            "Zipper" => Zipper { cells: plain()? }.into(),
            "DoubleArrow" => DoubleArrow { cells: plain()? }.into(),
            "ValueIndexing" => ValueIndexing { cells: plain()? }.into(),
            "EqualityCage" => EqualityCage { cells: plain()? }.into(),
            "CountingCircles" => CountingCircles { cells: plain()? }.into(),
            "CountDistinct" => CountDistinct { cells: plain()? }.into(),
            "RegionSumLine" => EqualSums { segments: self.spec.cut_by_regions(&plain()?) }.into(),
            "EqualSum" => EqualSums { segments: self.segments(item, &item.args)? }.into(),
            "Whisper" => match item.args.first().filter(|arg| arg.parse::<i64>().is_err()) {
                Some(_) => Whisper { cells: plain()?, difference: 5 }.into(),
                None => Whisper { cells: after()?, difference: number(item, 0)? }.into(),
            },
            "Modular" => Modular { cells: after()?, modulus: number(item, 0)? }.into(),
            "Lockout" => Lockout { cells: after()?, difference: number(item, 0)? }.into(),
            "RellikCage" => Rellik { cells: after()?, sum: number(item, 0)? }.into(),
            "LittleKiller" => {
                let start = item.args.get(1).map_or("", |id| id);
                LittleKiller { cells: self.cells.diagonal(item, start)?, total: number(item, 0)? }
                    .into()
            }
            "Sandwich" => {
                let line = item.args.get(1).map_or("", |id| id);
                Sandwich { cells: self.cells.line(item, line)?, sum: number(item, 0)? }.into()
            }
            _ => return self.larger(item),
        }])
    }

    /// Rules with several parts.
    fn larger(&self, item: &Item) -> Result<Vec<Constraint>, Fault> {
        let after = || self.all(item, 1);
        Ok(vec![match item.name.as_str() {
            "Arrow" => {
                let cells = self.all(item, 0)?;
                Arrow { circle: cells[..1].to_vec(), shaft: cells[1..].to_vec() }.into()
            }
            "PillArrow" => {
                let size = count(item, 0)?;
                let cells = after()?;
                if size < 2 || size >= cells.len() {
                    return Err(item.fault("a pill has 2 or more cells, and a shaft"));
                }
                let (circle, shaft) = cells.split_at(size);
                let mut circle = circle.to_vec();
                circle.sort_unstable();
                Arrow { circle, shaft: shaft.to_vec() }.into()
            }
            "Cage" => {
                let total = match item.args.first().map_or("", |total| total.trim()) {
                    "" => None,
                    _ => Some(number(item, 0)?).filter(|total| *total != 0),
                };
                Cage { cells: after()?, total }.into()
            }
            "Lunchbox" => {
                let cells = after()?;
                let sum = number(item, 0)?;
                let distinct = AllDifferent { cells: cells.clone() }.into();
                return Ok(vec![Sandwich { cells, sum }.into(), distinct]);
            }
            "Sum" => {
                let (total, coefficients) = coefficients(item)?;
                Sum { cells: after()?, coefficients, total }.into()
            }
            "SumLine" => {
                let is_loop = item.args.last().is_some_and(|arg| arg == "LOOP");
                let args = &item.args[..item.args.len() - usize::from(is_loop)];
                let ids = args.get(1..).unwrap_or_default();
                let cells = self.segments(item, ids)?.concat();
                SumLine { cells, sum: number(item, 0)?, is_loop }.into()
            }
            "LookAndSay" => LookAndSay { cells: after()?, counts: said(item)? }.into(),
            "ContainExact" => {
                let values = list(item)?;
                let count = |value| values.iter().filter(|other| *other == value).count() as i64;
                let different: BTreeSet<&i64> = values.iter().collect();
                let counts = different.into_iter().map(|value| [count(value), *value]).collect();
                LookAndSay { cells: after()?, counts }.into()
            }
            "ContainAtLeast" => Quadruple { cells: after()?, values: list(item)? }.into(),
            "Quad" => self.quadruple(item)?,
            "SameValues" => {
                let cells = after()?;
                let n_sets = count(item, 0)?;
                if n_sets == 0 || !cells.len().is_multiple_of(n_sets) {
                    return Err(item.fault("the cells are not sets of one size"));
                }
                let sets = cells.chunks(cells.len() / n_sets).map(<[Cell]>::to_vec).collect();
                SameValues { sets }.into()
            }
            "Indexing" => {
                let names = match item.args.first().map(String::as_str) {
                    Some("R") => Line::Row,
                    Some("C") => Line::Column,
                    _ => return Err(item.fault("expected R or C")),
                };
                let cells = after()?.into_iter();
                return Ok(cells.map(|cell| Indexing { cell, names }.into()).collect());
            }
            _ => return Err(item.fault("it may not stand here")),
        }])
    }

    fn quadruple(&self, item: &Item) -> Result<Constraint, Fault> {
        let corner = self.cells.cell(item, item.args.first().map_or("", |id| id))?;
        let square = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let cell = |(down, right)| self.cells.shape.offset(corner, down, right);
        let cells: Option<Vec<Cell>> = square.into_iter().map(cell).collect();
        let cells = cells.ok_or_else(|| item.fault("the square is not in the grid"))?;
        let values: Result<Vec<i64>, _> = (1..item.args.len()).map(|k| number(item, k)).collect();
        let values = values?;
        // Without values the rule would be there and say nothing.
        if values.is_empty() {
            Err(item.fault("expected values"))
        } else {
            Ok(Quadruple { cells, values }.into())
        }
    }

    /// A line with a clue at its beginning, one at its end, or both.
    fn clues(&self, item: &Item) -> Result<Vec<Constraint>, Fault> {
        let line = self.cells.line(item, item.args.first().map_or("", |id| id))?;
        let mut constraints = Vec::new();
        for k in [1, 2] {
            if item.args.get(k).is_none_or(String::is_empty) {
                continue;
            }
            let clue = number(item, k)?;
            let mut cells = line.clone();
            if k == 2 {
                cells.reverse();
            }
            constraints.push(match item.name.as_str() {
                "XSum" => XSum { cells, sum: clue }.into(),
                "Skyscraper" => Skyscraper { cells, seen: clue }.into(),
                "HiddenSkyscraper" => HiddenSkyscraper { cells, hidden: clue }.into(),
                "NumberedRoom" => NumberedRoom { cells, value: clue }.into(),
                _ => FullRank { cells, rank: clue, ties: self.ties }.into(),
            });
        }
        if constraints.is_empty() { Err(item.fault("expected a clue")) } else { Ok(constraints) }
    }

    /// The groups of cells behind a key: a group ends at an empty argument or a name.
    fn groups_of(item: &Item) -> Result<Vec<&[String]>, Fault> {
        let args = item.args.get(1..).unwrap_or_default();
        let groups = args.split(|arg| arg.is_empty() || arg.starts_with('_'));
        let groups: Vec<&[String]> = groups.filter(|group| !group.is_empty()).collect();
        // Without cells the rule would be there and say nothing.
        if groups.is_empty() { Err(item.fault("expected cells")) } else { Ok(groups) }
    }

    fn relations(&self, item: &Item) -> Result<Vec<Constraint>, Fault> {
        let mut key = item.args.first().cloned().unwrap_or_default();
        if item.name.starts_with("Binary") {
            let swap = |c| match c {
                '-' => '_',
                '_' => '-',
                other => other,
            };
            key = key.chars().map(swap).collect();
        }
        let allowed = automata::relation(item, &key, self.spec.shape)?;
        let all_pairs = item.name.ends_with('X');
        let relation = |group: &[String]| {
            let cells = self.segments(item, group)?.concat();
            Ok(PairRelation { cells, allowed: allowed.clone(), all_pairs }.into())
        };
        Self::groups_of(item)?.into_iter().map(relation).collect()
    }

    fn automata(&self, item: &Item) -> Result<Vec<Constraint>, Fault> {
        let key = item.args.first().map_or("", |key| key);
        let machine = automata::automaton(item, key, self.spec.shape)?;
        self.words(item, &machine)
    }

    fn expressions(&self, item: &Item) -> Result<Vec<Constraint>, Fault> {
        let key = item.args.first().map_or("", |key| key);
        let pattern = if key.contains('%') {
            decoded(key)
        } else {
            let bytes = base64_bytes(key).map_err(|error| item.fault(error.message))?;
            bytes.into_iter().map(char::from).collect()
        };
        let pattern: String = pattern.chars().filter(|c| !c.is_whitespace()).collect();
        let machine =
            regex::automaton(&pattern, self.spec.shape).map_err(|what| item.fault(what))?;
        self.words(item, &machine)
    }

    fn words(&self, item: &Item, machine: &automata::Machine) -> Result<Vec<Constraint>, Fault> {
        let word = |group: &[String]| {
            let automaton = Automaton {
                segments: self.segments(item, group)?,
                start: machine.start.clone(),
                accept: machine.accept.clone(),
                transitions: machine.transitions.clone(),
            };
            Ok(automaton.into())
        };
        Self::groups_of(item)?.into_iter().map(word).collect()
    }
}
