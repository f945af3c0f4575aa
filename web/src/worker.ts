// The module for plain grids at work, beside the page.

import { serve } from './serve';
import init, * as wasm from './wasm/sudoku.js';
import type { Board, Recipe } from './types';

let run: wasm.RuleRun | null = null;

const text = (board: unknown): string => JSON.stringify(board as Board);
const json = (value: string): unknown => JSON.parse(value);

serve(init, {
  blank: (side: number) => json(wasm.blank(side)),
  look: (board: Board) => json(wasm.look(text(board))),
  read: (source: string, block: string) => json(wasm.read(source, block)),
  candidates: (board: Board) => Array.from(wasm.candidates(text(board))),
  solve: (board: Board) => json(wasm.solve(text(board))),
  count: (board: Board, limit: number) => json(wasm.count(text(board), limit)),
  hint: (board: Board, struck: number[]) => json(wasm.hint(text(board), Uint32Array.from(struck))),
  generate: (recipe: Recipe) => json(wasm.generate(JSON.stringify(recipe))),
  cell_package: (board: Board, cell: number) => json(wasm.cell_package(text(board), cell)),
  rdf: (board: Board, syntax: string) => wasm.rdf(text(board), syntax),
  pyproject: (board: Board) => wasm.pyproject(text(board)),
  lock: (board: Board) => wasm.lock(text(board)),
  rule_sets: () => json(wasm.rule_sets()),
  check_rules: (source: string) => json(wasm.check_rules(source)),
  start_rules: (board: Board, rules: string, fold: string) => {
    run?.free();
    run = null;
    run = new wasm.RuleRun(text(board), rules, fold);
    return null;
  },
  next_round: () => {
    if (run === null) throw new Error('no rules are running');
    return json(run.round());
  },
});
