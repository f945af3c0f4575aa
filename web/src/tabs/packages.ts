// The puzzle as a project that a package resolver locks.

import { element } from '../dom';
import { quick } from '../engine';
import type { GridView } from '../grid';
import type { State } from '../state';
import type { Said } from '../status';
import type { Panel } from './tabs';
import { Shell } from './shell';
import { TextView } from './text';

export function packagesPanel(state: State, grid: GridView, say: Said): Panel {
  const project = new TextView('Project', say, 'Copy project', () => 'pyproject.toml', [element('h3', {}, 'pyproject.toml')]);
  const lock = new TextView('Lock', say, 'Copy lock', () => 'requirements.txt', [element('h3', {}, 'The answer: the lock')]);
  const shell = new Shell((options) => `mkdir -p problem\nsudoku2pkg index${options} --puzzle input.txt index\nsudoku2pkg problem${options} input.txt > problem/pyproject.toml\npkg-lock --index index problem\nlock2grid --puzzle input.txt problem/poetry.lock`, say);
  const ofCell = element('pre', { tabindex: 0, role: 'region', 'aria-label': 'The package of the selected cell' });
  const open = element('p', { class: 'note' }, 'Solve the puzzle to see its lock.');
  const body = element(
    'div',
    {},
    element(
      'p',
      {},
      'A package resolver reads requirements. A cell is a package, a value is its version, and version 5 of a cell excludes version 5 of all cells in its row, column and block.',
    ),
    project.root,
    element('h3', {}, 'The package of the selected cell'),
    ofCell,
    open,
    lock.root,
    shell.root,
  );

  async function update(): Promise<void> {
    const { now } = state;
    const text = await quick.call('pyproject', now.puzzle);
    if (state.now.puzzle !== now.puzzle) return;
    project.text = text;
    const solution = state.solution(grid.hasClash);
    open.hidden = solution !== null;
    await shell.update(now.puzzle);
    await showCell();
    lock.root.hidden = solution === null;
    if (solution !== null) lock.text = await quick.call('lock', solution);
  }

  async function showCell(): Promise<void> {
    const cell = grid.current;
    const { name, requires } = await quick.call('cell_package', state.now.puzzle, cell);
    if (grid.current !== cell) return;
    ofCell.textContent = requires.map(([version, excluded]) => `${name} ${version}\n  ${excluded.join('\n  ')}\n`).join('');
  }

  grid.onSelect(() => {
    if (body.checkVisibility()) void showCell();
  });

  return { id: 'packages', title: 'Packages', body, update };
}
