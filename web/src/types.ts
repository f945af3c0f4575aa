// What the modules and the page say to each other. Their documentation is in crates/web/sudoku-wasm and its neighbours.

/** A grid, its shape and its symbols; values from 1, 0 is a blank, row-major. */
export interface Board {
  block: [number, number];
  /** Rows, columns and values, where these are not all the same. */
  size?: [number, number, number];
  alphabet: string;
  cells: number[];
  /** Houses besides rows, columns and blocks: `diagonals`, `windows`, `disjoint-groups`. */
  variants?: string[];
  /** The number of the region of each cell, where blocks are irregular. */
  regions?: number[];
  /** Shape, houses and constraints as our JSON, where those above do not say all of it. */
  spec?: string;
}

/** How many rows, columns and values a board has. */
export function sizeOf({ block: [height, width], size }: Pick<Board, 'block' | 'size'>): { rows: number; cols: number; values: number } {
  const [rows, cols, values] = size ?? [height * width, height * width, height * width];
  return { rows, cols, values };
}

export interface Look {
  symbols: string[];
  line: string;
  clashes: { cells: number[]; text: string }[];
}

export interface Reading {
  boards: Board[];
  /** How many more there are. */
  more: number;
  notes: string[];
  error: { line: number; column: number; message: string } | null;
}

/** What a person says of the drawings of SudokuPad, as `--line` and `--ignore-drawings` do. */
export interface Answer {
  lines: string[];
  ignore_drawings: boolean;
}

/** What has to be said of the drawings before a text can be read. */
export interface Question {
  /** The colours, and how many lines there are of each. */
  lines: [colour: string, count: number][];
  /** What lines can mean. */
  meanings: string[];
  /** The names of other drawings. */
  others: string[];
}

export interface Found {
  solutions: number[][];
  differences: number[];
  /** The hardest technique that an only solution needs. */
  technique: string | null;
  /** Where there is no solution: givens that have none, of which none can be left out. */
  clash: number[];
  /** The same in words, where two givens clash openly. */
  reason: string | null;
}

export interface Recipe {
  seed: number;
  /** 0 is any number. */
  givens: number;
  symmetry: string;
  /** The hardest step that is needed; empty is any. */
  technique: string;
}

export interface Counted {
  count: number;
  is_all: boolean;
}

export interface Hint {
  text: string;
  technique: string | null;
  place: [number, number] | null;
  strike: [number, number][];
  because: number[];
}

export type CnfLine = { text: string } | { clause: [Literal[], number] } | { more: number };

export interface Literal {
  number: number;
  name: string;
}

export interface CnfView {
  n_vars: number;
  n_clauses: number;
  n_bytes: number;
  lines: CnfLine[];
}

/** The clauses of a group that mention a cell. */
export interface CellGroup {
  meaning: string;
  clauses: Literal[][];
}

/** The package of a cell, and what each of its versions requires. */
export interface CellPackage {
  name: string;
  requires: [version: string, requirements: string[]][];
}

export interface RuleSet {
  name: string;
  about: string;
  fold: string;
  text: string;
}

export interface Said {
  severity: 'error' | 'warning' | 'note';
  line: number;
  column: number;
  start: number;
  end: number;
  message: string;
  help: string | null;
}

/** The reasons for a value of a cell, the last step the value itself. */
export interface Why {
  cell: number;
  steps: { text: string; rule: string | null; cells: number[]; from: number[] }[];
}

export interface Round {
  number: number;
  inferred: number;
  folded: number;
  candidates: number[];
  values: [number, number][];
  why: Why[];
  rules: [string, number][];
  stopped: string | null;
}

/** A step of a search on clauses. */
export interface Step {
  kind: 'decide' | 'unit' | 'conflict' | 'learn' | 'back' | 'model' | 'none' | 'end';
  /** What becomes true. */
  literal: Literal | null;
  clause: Literal[];
  /** What the clause says. */
  meaning: string;
  /** How many decisions hold after the step. */
  level: number;
  /** How many literals are true after it. */
  n_true: number;
}

/** The functions of the workers: their arguments, and what they give. */
export interface Calls {
  blank: [[side: number], Board];
  look: [[board: Board], Look];
  /** `null` for a graph. */
  read: [[text: string, block: string], Reading | null];
  read_graph: [[text: string, block: string], Reading];
  candidates: [[board: Board], number[]];
  solve: [[board: Board], Found];
  count: [[board: Board, limit: number], Counted];
  hint: [[board: Board, struck: number[]], Hint];
  generate: [[recipe: Recipe], Board];
  cnf: [[board: Board, encoding: string], string];
  cnf_view: [[board: Board, encoding: string], CnfView];
  cell_clauses: [[board: Board, encoding: string, cell: number], CellGroup[]];
  cell_package: [[board: Board, cell: number], CellPackage];
  model: [[board: Board], string];
  rdf: [[board: Board, syntax: string], string];
  pyproject: [[board: Board], string];
  lock: [[board: Board], string];
  constraints: [[board: Board], string[]];
  /** `null` where the text is in no format that the module knows. */
  read_link: [[text: string, answer: Answer | null], (Reading & { question: Question | null }) | null];
  unpack: [[packed: string], Board];
  pack: [[board: Board], string];
  f_puzzles: [[board: Board], string];
  puzzle_json: [[board: Board], string];
  story: [[board: Board], Step[]];
  rule_sets: [[], RuleSet[]];
  check_rules: [[text: string], Said[]];
  start_rules: [[board: Board, rules: string, fold: string], null];
  next_round: [[], Round];
}

export type Name = keyof Calls;

export interface Request {
  id: number;
  name: Name;
  args: unknown[];
}

/** `isFault`: the module has failed, and not only refused. */
export type Reply = { id: number; value: unknown } | { id: number; error: string; isFault: boolean };
