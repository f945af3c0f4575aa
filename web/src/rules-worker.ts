// The module for graphs and rules at work, beside the page.

import { serve, text } from './serve';
import init, * as wasm from './wasm/rules.js';

let run: wasm.RuleRun | null = null;

serve<'rules'>(init, {
  read_graph: (source, block) => JSON.parse(wasm.read_graph(source, block)),
  rule_sets: () => JSON.parse(wasm.rule_sets()),
  check_rules: (source) => JSON.parse(wasm.check_rules(source)),
  start_rules: (board, rules, fold) => {
    run?.free();
    run = null;
    run = new wasm.RuleRun(text(board), rules, fold);
    return null;
  },
  next_round: () => {
    if (run === null) throw new Error('no rules are running');
    return JSON.parse(run.round());
  },
});
