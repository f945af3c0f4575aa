// The module for clauses and for puzzles with constraints at work, beside the page.

import { serve, text } from './serve';
import init, * as wasm from './wasm/clauses.js';

serve<'clauses'>(init, {
  look: (board) => JSON.parse(wasm.look(text(board))),
  constraints: (board) => JSON.parse(wasm.constraints(text(board))),
  candidates: (board) => Array.from(wasm.candidates(text(board))),
  solve: (board) => JSON.parse(wasm.solve(text(board))),
  count: (board, limit) => JSON.parse(wasm.count(text(board), limit)),
  read_link: (source, answer) => JSON.parse(wasm.read(source, answer === null ? '' : JSON.stringify(answer))),
  unpack: (packed) => JSON.parse(wasm.unpack(packed)),
  pack: (board) => wasm.pack(text(board)),
  f_puzzles: (board) => wasm.f_puzzles(text(board)),
  puzzle_json: (board) => wasm.puzzle_json(text(board)),
  cnf: (board, encoding) => wasm.cnf(text(board), encoding),
  cnf_view: (board, encoding) => JSON.parse(wasm.cnf_view(text(board), encoding)),
  cell_clauses: (board, encoding, cell) => JSON.parse(wasm.cell_clauses(text(board), encoding, cell)),
  model: (board) => wasm.model(text(board)),
  story: (board) => JSON.parse(wasm.story(text(board))),
});
