// The puzzle as an RDF graph.

import { element } from '../dom';
import { quick } from '../engine';
import type { GridView } from '../grid';
import type { State } from '../state';
import type { Said } from '../status';
import type { Panel } from './tabs';
import { Shell } from './shell';
import { TextView, choice } from './text';

export function rdfPanel(state: State, grid: GridView, say: Said): Panel {
  const syntaxes: [string, string][] = [
    ['turtle', 'Turtle'],
    ['ntriples', 'N-Triples'],
  ];
  const contents: [string, string][] = [
    ['puzzle', 'the puzzle'],
    ['answer', 'with the values found'],
    ['cell', 'the selected cell'],
  ];
  const [syntaxLabel, syntax] = choice('Syntax', syntaxes, () => void update());
  const [contentLabel, content] = choice('Show', contents, () => void update());
  const file = (): string => (syntax.value === 'turtle' ? 'puzzle.ttl' : 'puzzle.nt');
  const view = new TextView('RDF', say, 'Copy to Data Block', file, [syntaxLabel, contentLabel]);
  const shell = new Shell((options) => `sudoku2rdf${options} --output ${syntax.value} input.txt`, say);
  const body = element(
    'div',
    {},
    element(
      'p',
      {},
      'A rule engine reads triples. A cell is a resource with a row, a column and perhaps a value; ',
      element('code', {}, 'ex:digits'),
      ' lists the values, as rules cannot count. Paste such a graph onto the grid to read it back; prefixes may have any name, and triples any order.',
    ),
    view.root,
    shell.root,
  );

  async function update(): Promise<void> {
    const { now } = state;
    const board = content.value === 'answer' ? (state.solution(grid.hasClash) ?? state.filled()) : now.puzzle;
    const text = await quick.call('rdf', board, syntax.value);
    if (state.now.puzzle !== now.puzzle) return;
    view.text = text;
    // What is copied is the whole graph all the same.
    const subject = `<urn:square/${grid.current + 1}> `;
    if (content.value === 'cell') view.showNodes(text.split('\n').filter((line) => line.startsWith(subject)).map((line) => document.createTextNode(`${line}\n`)));
    await shell.update(now.puzzle);
  }

  grid.onSelect(() => {
    if (content.value === 'cell' && body.checkVisibility()) void update();
  });

  return { id: 'rdf', title: 'RDF', body, update };
}
