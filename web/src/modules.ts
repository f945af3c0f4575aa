// The modules of WebAssembly: where they are, and which of them answers what.

import clausesWorker from './clauses-worker.ts?worker&url';
import rulesWorker from './rules-worker.ts?worker&url';
import gridsWorker from './worker.ts?worker&url';
import clausesUrl from './wasm/clauses_bg.wasm?url';
import rulesUrl from './wasm/rules_bg.wasm?url';
import sizes from './wasm/sizes.json';
import gridsUrl from './wasm/sudoku_bg.wasm?url';
import type { Calls, Name } from './types';

interface Source {
  /** As the page names it. */
  title: string;
  url: string;
  worker: string;
  /** Bytes. */
  size: number;
}

export const MODULES = {
  grids: { title: 'solver', url: gridsUrl, worker: gridsWorker, size: sizes.sudoku },
  clauses: { title: 'module for clauses and constraints', url: clausesUrl, worker: clausesWorker, size: sizes.clauses },
  rules: { title: 'module for graphs and rules', url: rulesUrl, worker: rulesWorker, size: sizes.rules },
} as const satisfies Record<string, Source>;

export type ModuleName = keyof typeof MODULES;

/** Who answers each call; where two do, the last one for puzzles with constraints. */
export const ANSWERED_BY = {
  blank: ['grids'],
  look: ['grids', 'clauses'],
  read: ['grids'],
  candidates: ['grids', 'clauses'],
  solve: ['grids', 'clauses'],
  count: ['grids', 'clauses'],
  hint: ['grids'],
  generate: ['grids'],
  cell_package: ['grids'],
  rdf: ['grids'],
  pyproject: ['grids'],
  lock: ['grids'],
  constraints: ['clauses'],
  read_link: ['clauses'],
  unpack: ['clauses'],
  pack: ['clauses'],
  f_puzzles: ['clauses'],
  puzzle_json: ['clauses'],
  cnf: ['clauses'],
  cnf_view: ['clauses'],
  cell_clauses: ['clauses'],
  model: ['clauses'],
  story: ['clauses'],
  read_graph: ['rules'],
  rule_sets: ['rules'],
  check_rules: ['rules'],
  start_rules: ['rules'],
  next_round: ['rules'],
} as const satisfies Record<Name, readonly ModuleName[]>;

/** What a module answers: all that the table says, and nothing else. */
export type Answers<M extends ModuleName> = {
  [N in Name as M extends (typeof ANSWERED_BY)[N][number] ? N : never]: (...args: Calls[N][0]) => Calls[N][1];
};

/** The files that the page loads when it first needs them. */
export const FILES: readonly string[] = Object.values(MODULES).flatMap(({ url, worker }) => [url, worker]);
