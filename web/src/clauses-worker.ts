// The module for clauses and for puzzles with constraints at work, beside the page.

import { serve } from './serve';
import init, * as wasm from './wasm/clauses.js';
import type { Board } from './types';

const text = (board: unknown): string => JSON.stringify(board as Board);
const json = (value: string): unknown => JSON.parse(value);

serve(init, {
  look: (board: Board) => json(wasm.look(text(board))),
  constraints: (board: Board) => json(wasm.constraints(text(board))),
  candidates: (board: Board) => Array.from(wasm.candidates(text(board))),
  solve: (board: Board) => json(wasm.solve(text(board))),
  count: (board: Board, limit: number) => json(wasm.count(text(board), limit)),
  read_link: (source: string) => json(wasm.read(source)),
  unpack: (packed: string) => json(wasm.unpack(packed)),
  pack: (board: Board) => wasm.pack(text(board)),
  f_puzzles: (board: Board) => wasm.f_puzzles(text(board)),
  puzzle_json: (board: Board) => wasm.puzzle_json(text(board)),
  cnf: (board: Board, encoding: string) => wasm.cnf(text(board), encoding),
  cnf_view: (board: Board, encoding: string) => json(wasm.cnf_view(text(board), encoding)),
  cell_clauses: (board: Board, encoding: string, cell: number) => json(wasm.cell_clauses(text(board), encoding, cell)),
  model: (board: Board) => wasm.model(text(board)),
  story: (board: Board) => json(wasm.story(text(board))),
});
