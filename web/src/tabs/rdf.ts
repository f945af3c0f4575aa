// The puzzle as an RDF graph.

import { element } from '../dom';
import { quick } from '../engine';
import type { GridView } from '../grid';
import type { State } from '../state';
import type { Said } from '../status';
import type { Panel } from './tabs';
import { TextView, choice } from './text';

export function rdfPanel(state: State, grid: GridView, say: Said): Panel {
  const syntaxes: [string, string][] = [
    ['turtle', 'Turtle'],
    ['ntriples', 'N-Triples'],
  ];
  const contents: [string, string][] = [
    ['puzzle', 'the puzzle'],
    ['answer', 'with the values found'],
  ];
  const [syntaxLabel, syntax] = choice('Syntax', syntaxes, () => void update());
  const [contentLabel, content] = choice('Show', contents, () => void update());
  const file = (): string => (syntax.value === 'turtle' ? 'puzzle.ttl' : 'puzzle.nt');
  const view = new TextView('RDF', say, 'Copy to Data Block', file, [syntaxLabel, contentLabel]);
  const body = element(
    'div',
    {},
    element(
      'p',
      {},
      'A rule engine reads triples. A cell is a resource with a row, a column and perhaps a value; ',
      element('code', {}, 'ex:digits'),
      ' has the values that there are, as rules cannot count. Paste such a graph onto the grid, with prefixes of any name and in any order, to take it back.',
    ),
    view.root,
  );

  async function update(): Promise<void> {
    const { now } = state;
    const board = content.value === 'answer' ? (state.solution(grid.hasClash) ?? state.filled()) : now.puzzle;
    const text = await quick.call('rdf', board, syntax.value);
    if (state.now.puzzle === now.puzzle) view.text = text;
  }

  return { id: 'rdf', title: 'RDF', body, update };
}
