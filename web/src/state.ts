// The puzzle, its answer, and how both came to be.

import type { Board } from './types';

/** One moment of the page; never changed, only replaced. */
export interface Moment {
  /** The givens, with the shape. */
  readonly puzzle: Board;
  /** Values that were found: 0 where there is none. */
  readonly found: readonly number[];
  /** A second solution's values where they differ; empty if there is none. */
  readonly second: readonly number[];
  /** Candidates to show, as bits; empty if none are shown. */
  readonly candidates: readonly number[];
  /** Candidates that hints have struck out. */
  readonly struck: readonly number[];
  /** Cells to look at: those that a step is about. */
  readonly marked: readonly number[];
}

/** What changes with a step; all else that is no given is forgotten with the givens. */
export type Change = Partial<Omit<Moment, 'puzzle'>>;

const none: Omit<Moment, 'puzzle'> = { found: [], second: [], candidates: [], struck: [], marked: [] };

export class State {
  #past: Moment[] = [];
  #future: Moment[] = [];
  #now: Moment;
  #listeners: ((moment: Moment, puzzleChanged: boolean) => void)[] = [];

  constructor(puzzle: Board) {
    this.#now = { puzzle, ...none };
  }

  get now(): Moment {
    return this.#now;
  }

  get side(): number {
    return this.#now.puzzle.block[0] * this.#now.puzzle.block[1];
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** The value of a cell, given or found; 0 if there is none. */
  value(cell: number): number {
    return this.#now.puzzle.cells[cell] || (this.#now.found[cell] ?? 0);
  }

  /** The board with the values that were found. */
  filled(): Board {
    const cells = this.#now.puzzle.cells.map((_, cell) => this.value(cell));
    return { ...this.#now.puzzle, cells };
  }

  get isFull(): boolean {
    return this.filled().cells.every((value) => value > 0);
  }

  /** Another puzzle: what was found for the last one goes. */
  setPuzzle(puzzle: Board): void {
    this.#go({ puzzle, ...none });
  }

  /** Another given in a cell, or none; values that were found stay where they still can be right. */
  setGiven(cell: number, value: number): void {
    const cells = this.#now.puzzle.cells.slice();
    const wasOnlyFound = cells[cell] === 0 && value === 0 && this.value(cell) > 0;
    if (cells[cell] === value && !wasOnlyFound) return;
    cells[cell] = value;
    const found = wasOnlyFound ? this.#now.found.with(cell, 0) : [];
    this.#go({ puzzle: { ...this.#now.puzzle, cells }, ...none, found });
  }

  /** What was found out about the same puzzle. */
  learn(change: Change): void {
    this.#go({ ...this.#now, second: [], marked: [], ...change });
  }

  /** The same, without a step of its own in the history. */
  show(change: Change): void {
    this.#now = { ...this.#now, ...change };
    this.#tell(false);
  }

  undo(): void {
    const last = this.#past.pop();
    if (last !== undefined) this.#swap(last, this.#future);
  }

  redo(): void {
    const next = this.#future.pop();
    if (next !== undefined) this.#swap(next, this.#past);
  }

  onChange(listener: (moment: Moment, puzzleChanged: boolean) => void): void {
    this.#listeners.push(listener);
  }

  #go(moment: Moment): void {
    this.#past.push(this.#now);
    this.#future = [];
    const puzzleChanged = moment.puzzle !== this.#now.puzzle;
    this.#now = moment;
    this.#tell(puzzleChanged);
  }

  #swap(moment: Moment, other: Moment[]): void {
    other.push(this.#now);
    const puzzleChanged = moment.puzzle !== this.#now.puzzle;
    this.#now = moment;
    this.#tell(puzzleChanged);
  }

  #tell(puzzleChanged: boolean): void {
    for (const listener of this.#listeners) listener(this.#now, puzzleChanged);
  }
}
