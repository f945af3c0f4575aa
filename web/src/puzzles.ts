// The puzzles at hand: one, or the list of a text that has several. Each keeps what was written into it.

import { button, count, element } from './dom';
import type { Keypad } from './keypad';
import type { Moment, State } from './state';
import { type Board, sizeOf } from './types';

export class Puzzles {
  readonly #select = element('select', { id: 'puzzles' });
  readonly #before: HTMLButtonElement;
  readonly #after: HTMLButtonElement;
  #boards: Board[] = [];
  #kept = new Map<number, Moment>();
  #current = 0;
  #listeners: (() => void)[] = [];

  constructor(
    private readonly state: State,
    private readonly keypad: Keypad,
    private readonly root: HTMLElement,
  ) {
    this.#before = button('Previous', () => this.#go(this.#current - 1));
    this.#after = button('Next', () => this.#go(this.#current + 1));
    this.#select.addEventListener('change', () => this.#go(this.#select.selectedIndex));
    root.append(element('label', {}, 'Puzzle ', this.#select), this.#before, this.#after);
    root.hidden = true;
  }

  /** All puzzles of the list; the one in the grid as it stands there. */
  get boards(): Board[] {
    return this.#boards.length > 1 ? this.#boards.with(this.#current, this.state.now.puzzle) : [this.state.now.puzzle];
  }

  /** Called when another puzzle is in the grid. */
  onOpen(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Puts the first of these puzzles into the grid, and all of them into the list. */
  open(boards: Board[]): void {
    const [first] = boards;
    if (first === undefined) return;
    this.#boards = boards;
    this.#kept.clear();
    this.#current = 0;
    this.#select.replaceChildren(...boards.map((board, index) => element('option', {}, name(board, index))));
    this.state.setPuzzle(first);
    this.#opened();
  }

  #go(index: number): void {
    const board = this.#boards[index];
    if (board === undefined) return;
    this.#kept.set(this.#current, this.state.now);
    this.#current = index;
    const kept = this.#kept.get(index);
    if (kept === undefined) this.state.setPuzzle(board);
    else this.state.restore(kept);
    this.#opened();
  }

  #opened(): void {
    this.root.hidden = this.#boards.length < 2;
    this.#select.selectedIndex = this.#current;
    this.#before.disabled = this.#current === 0;
    this.#after.disabled = this.#current === this.#boards.length - 1;
    // Who opens a puzzle solves it; who opens an empty grid sets one.
    this.keypad.layer = this.state.now.puzzle.cells.some((value) => value > 0) ? 'value' : 'given';
    for (const listener of this.#listeners) listener();
  }
}

function name(board: Board, index: number): string {
  const { rows, cols } = sizeOf(board);
  return `${index + 1}: ${rows}×${cols}, ${count(board.cells.filter((value) => value > 0).length, 'given')}`;
}
