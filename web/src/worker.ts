// The module for plain grids at work, beside the page.

import { serve, text } from './serve';
import init, * as wasm from './wasm/sudoku.js';

serve<'grids'>(init, {
  blank: (side) => JSON.parse(wasm.blank(side)),
  look: (board) => JSON.parse(wasm.look(text(board))),
  read: (source, block) => JSON.parse(wasm.read(source, block)),
  candidates: (board) => Array.from(wasm.candidates(text(board))),
  solve: (board) => JSON.parse(wasm.solve(text(board))),
  count: (board, limit) => JSON.parse(wasm.count(text(board), limit)),
  hint: (board, struck) => JSON.parse(wasm.hint(text(board), Uint32Array.from(struck))),
  generate: (recipe) => JSON.parse(wasm.generate(JSON.stringify(recipe))),
  cell_package: (board, cell) => JSON.parse(wasm.cell_package(text(board), cell)),
  rdf: (board, syntax) => wasm.rdf(text(board), syntax),
  pyproject: (board) => wasm.pyproject(text(board)),
  lock: (board) => wasm.lock(text(board)),
});
