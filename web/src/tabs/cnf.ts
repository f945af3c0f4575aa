// The puzzle as clauses, and the solution as a model of them.

import { count, element } from '../dom';
import { quick } from '../engine';
import type { GridView } from '../grid';
import type { State } from '../state';
import type { Said } from '../status';
import type { Board, CnfLine, Literal } from '../types';
import type { Panel } from './tabs';
import { Shell } from './shell';
import { Story } from './story';
import { TextView, choice } from './text';

export function cnfPanel(state: State, grid: GridView, say: Said): Panel {
  const encodings: [string, string][] = [
    ['natural', 'natural'],
    ['extended', 'extended'],
    ['reduced', 'reduced'],
  ];
  const [label, select] = choice('Encoding', encodings, () => void update());
  const views: [string, string][] = [
    ['kinds', 'the first clauses of each kind'],
    ['cell', 'the clauses of the selected cell'],
  ];
  const [viewLabel, shown] = choice('Show', views, () => void update());
  const problem = new TextView('CNF', say, 'Copy CNF', () => 'problem.cnf', [label, viewLabel]);
  const model = new TextView('Model', say, 'Copy model', () => 'sat_output.txt', [element('h3', {}, 'The answer')]);
  const shell = new Shell(
    (options, isJson) => `sudoku2cnf${options} --encoding ${select.value} input.txt | dimacs-solve | sol2grid${isJson ? ' --puzzle input.txt' : ''}`,
    say,
  );
  const size = element('p', { class: 'note' });
  const named = element('p', { class: 'named' });
  const body = element(
    'div',
    {},
    element('p', {}, 'A SAT solver reads clauses: lists of numbers, at least one of which must be true. A number says that a cell holds a value; a negative one, that it does not.'),
    size,
    problem.root,
    named,
    model.root,
    new Story(state, grid, say).root,
    shell.root,
  );

  /** What is shown already: of this puzzle, this encoding, this view. */
  let drawn: { puzzle: Board; encoding: string; view: string } | null = null;

  async function update(): Promise<void> {
    const { puzzle } = state.now;
    const isDrawn = drawn?.puzzle === puzzle && drawn.encoding === select.value && drawn.view === shown.value;
    if (!isDrawn) await draw(puzzle);
    if (state.now.puzzle !== puzzle) return;
    const solution = state.solution(grid.hasClash);
    model.root.hidden = solution === null;
    if (solution !== null) model.text = await quick.call('model', solution);
  }

  async function draw(puzzle: Board): Promise<void> {
    drawn = null;
    const next = { puzzle, encoding: select.value, view: shown.value };
    const [text, view] = await Promise.all([
      quick.call('cnf', puzzle, select.value),
      quick.call('cnf_view', puzzle, select.value),
    ]);
    if (state.now.puzzle !== puzzle || select.value !== next.encoding || shown.value !== next.view) return;
    problem.setText(text);
    if (shown.value === 'cell') await showCell(puzzle);
    else problem.showNodes(view.lines.map(drawLine));
    firstLiteral(problem.pre)?.setAttribute('tabindex', '0');
    size.textContent = `${count(view.n_vars, 'variable')}, ${count(view.n_clauses, 'clause')}, ${count(view.n_bytes, 'byte')}.`;
    named.textContent = 'Point at a number to see its name.';
    await shell.update(puzzle);
    if (state.now.puzzle === puzzle && shown.value !== 'cell') drawn = next;
  }

  /** Shows the clauses that mention the selected cell. */
  async function showCell(puzzle: Board): Promise<void> {
    const cell = grid.current;
    const groups = await quick.call('cell_clauses', puzzle, select.value, cell);
    if (state.now.puzzle !== puzzle || grid.current !== cell) return;
    const n_clauses = groups.reduce((sum, { clauses }) => sum + clauses.length, 0);
    const heading = comment(`c ${count(n_clauses, 'clause')} of ${grid.place(cell)}`);
    const lines = groups.flatMap(({ meaning, clauses }) => [
      comment('c'),
      comment(`c ${meaning}: ${count(clauses.length, 'clause')}`),
      ...clauses.map((clause) => drawLine({ clause: [clause, 0] })),
    ]);
    problem.showNodes([heading, ...lines]);
  }

  grid.onSelect(() => {
    if (shown.value === 'cell' && body.checkVisibility()) void update();
  });

  const point = (target: EventTarget | null): void => {
    const literal = target instanceof HTMLElement ? target.closest<HTMLElement>('.literal') : null;
    const name = literal?.dataset['name'];
    if (literal === null || name === undefined) return;
    named.textContent = `${literal.textContent} is ${name}`;
    const [, row, col] = /^r(\d+)c(\d+)/.exec(name) ?? [];
    grid.point([(Number(row) - 1) * state.size.cols + Number(col) - 1]);
  };
  /** Lights all cells of a clause. */
  const pointClause = (target: EventTarget | null): void => {
    const clause = target instanceof HTMLElement ? target.closest<HTMLElement>('.clause') : null;
    if (clause === null) return;
    const names = [...clause.querySelectorAll<HTMLElement>('.literal')].map((literal) => /^r(\d+)c(\d+)/.exec(literal.dataset['name'] ?? ''));
    grid.point(names.map((name) => (Number(name?.[1]) - 1) * state.size.cols + Number(name?.[2]) - 1));
  };
  problem.pre.addEventListener('pointerover', (event) => {
    pointClause(event.target);
    point(event.target);
  });
  problem.pre.addEventListener('focusin', (event) => point(event.target));
  problem.pre.addEventListener('pointerleave', () => grid.point([]));
  problem.pre.addEventListener('focusout', () => grid.point([]));
  problem.pre.addEventListener('keydown', (event) => moveAmongLiterals(problem.pre, event));

  return { id: 'cnf', title: 'CNF', body, update };
}

function drawLine(line: CnfLine): Node {
  if ('text' in line) return element('span', { class: 'comment' }, `${line.text}\n`);
  if ('more' in line) return element('span', { class: 'more' }, `… ${count(line.more, 'more clause')}\n`);
  const [literals, hidden] = line.clause;
  const rest = hidden > 0 ? `… ${count(hidden, 'more literal')} … 0\n` : '0\n';
  return element('span', { class: 'clause' }, ...literals.flatMap((literal) => [drawLiteral(literal), ' ']), rest);
}

function comment(text: string): Node {
  return drawLine({ text });
}

function drawLiteral({ number, name }: Literal): Node {
  return element('span', { class: 'literal', tabindex: -1, 'data-name': name, title: name }, String(number));
}

function firstLiteral(pre: HTMLElement): HTMLElement | null {
  return pre.querySelector<HTMLElement>('.literal');
}

function moveAmongLiterals(pre: HTMLElement, event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const all = [...pre.querySelectorAll<HTMLElement>('.literal')];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = step === undefined || at < 0 ? undefined : all[at + step];
  if (next === undefined) return;
  all[at]?.setAttribute('tabindex', '-1');
  next.setAttribute('tabindex', '0');
  next.focus();
  event.preventDefault();
}

