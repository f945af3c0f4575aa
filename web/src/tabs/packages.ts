// The puzzle as a project that a package resolver locks.

import { element } from '../dom';
import { quick } from '../engine';
import type { State } from '../state';
import type { Said } from '../status';
import type { Panel } from './tabs';
import { TextView } from './text';

export function packagesPanel(state: State, say: Said): Panel {
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
    const isSolved = state.isFull && now.second.length === 0;
    open.hidden = isSolved;
    lock.root.hidden = !isSolved;
    if (isSolved) lock.text = await quick.call('lock', state.filled());
  }

  return { id: 'packages', title: 'Packages', body, update };
}
