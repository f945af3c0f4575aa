// The puzzle as a project that a package resolver locks.

import { element } from '../dom';
import { quick } from '../engine';
import type { GridView } from '../grid';
import type { State } from '../state';
import type { Said } from '../status';
import type { Panel } from './tabs';
import { TextView } from './text';

export function packagesPanel(state: State, grid: GridView, say: Said): Panel {
  const project = new TextView('Project', say, 'Copy project', () => 'pyproject.toml', [element('h3', {}, 'pyproject.toml')]);
  const lock = new TextView('Lock', say, 'Copy lock', () => 'requirements.txt', [element('h3', {}, 'The answer: the lock')]);
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
    open,
    lock.root,
  );

  async function update(): Promise<void> {
    const { now } = state;
    const text = await quick.call('pyproject', now.puzzle);
    if (state.now.puzzle !== now.puzzle) return;
    project.text = text;
    const solution = state.solution(grid.hasClash);
    open.hidden = solution !== null;
    lock.root.hidden = solution === null;
    if (solution !== null) lock.text = await quick.call('lock', solution);
  }

  return { id: 'packages', title: 'Packages', body, update };
}
