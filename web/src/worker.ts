// The module at work, beside the page. It is told the compiled module first, then it answers calls in order.

import init, * as wasm from './wasm/sudoku.js';
import type { Board, Name, Recipe, Reply, Request } from './types';

let run: wasm.RuleRun | null = null;
let ready: Promise<unknown> | null = null;

const text = (board: unknown): string => JSON.stringify(board as Board);
const json = (value: string): unknown => JSON.parse(value);

const calls: Record<Name, (...args: never[]) => unknown> = {
  blank: (side: number) => json(wasm.blank(side)),
  look: (board: Board) => json(wasm.look(text(board))),
  read: (source: string, block: string) => json(wasm.read(source, block)),
  candidates: (board: Board) => Array.from(wasm.candidates(text(board))),
  solve: (board: Board) => json(wasm.solve(text(board))),
  count: (board: Board, limit: number) => json(wasm.count(text(board), limit)),
  hint: (board: Board, struck: number[]) => json(wasm.hint(text(board), Uint32Array.from(struck))),
  generate: (recipe: Recipe) => json(wasm.generate(JSON.stringify(recipe))),
  cnf: (board: Board, encoding: string) => wasm.cnf(text(board), encoding),
  cnf_view: (board: Board, encoding: string) => json(wasm.cnf_view(text(board), encoding)),
  cell_clauses: (board: Board, encoding: string, cell: number) => json(wasm.cell_clauses(text(board), encoding, cell)),
  cell_package: (board: Board, cell: number) => json(wasm.cell_package(text(board), cell)),
  model: (board: Board) => wasm.model(text(board)),
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
};

async function answer({ id, name, args }: Request): Promise<Reply> {
  try {
    await ready;
    return { id, value: calls[name](...(args as never[])) };
  } catch (error) {
    // The module refuses with texts; anything else is a fault, after which it cannot be trusted.
    const isFault = typeof error !== 'string';
    return { id, error: isFault ? `internal error: ${String(error)}` : error, isFault };
  }
}

self.onmessage = async ({ data }: MessageEvent<WebAssembly.Module | Request>) => {
  if (data instanceof WebAssembly.Module) {
    ready = init({ module_or_path: data });
  } else {
    self.postMessage(await answer(data));
  }
};
