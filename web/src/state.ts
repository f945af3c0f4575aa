// The puzzle, what the player wrote, what was found, and how all of it came to be.

import { type Board, sizeOf } from './types';

/** One moment of the page; never changed, only replaced. Lists are empty or have an item for each cell. */
export interface Moment {
  /** The givens, with the shape. */
  readonly puzzle: Board;
  /** The player's values: 0 where there is none. */
  readonly entries: readonly number[];
  /** The player's pencil marks, as bits: in the corners of cells, and in their centres. */
  readonly corner: readonly number[];
  readonly centre: readonly number[];
  /** The player's colours, from 1. */
  readonly colours: readonly number[];
  /** Values that a solver, a rule or a hint found: 0 where there is none. */
  readonly found: readonly number[];
  /** A second solution's values where they differ; empty if there is none. */
  readonly second: readonly number[];
  /** Candidates to show, as bits; empty if none are shown. */
  readonly candidates: readonly number[];
  /** Candidates that hints have struck out. */
  readonly struck: readonly number[];
  /** Cells to look at: those that a step is about. */
  readonly marked: readonly number[];
  /** Cells whose values were found to be wrong. */
  readonly wrong: readonly number[];
}

/** What the player can write into a cell. */
export type Layer = 'given' | 'value' | 'corner' | 'centre' | 'colour';

export const LAYERS: readonly Layer[] = ['given', 'value', 'corner', 'centre', 'colour'];

/** What a solver, a rule or a hint changes. */
export type Change = Partial<Pick<Moment, 'found' | 'second' | 'candidates' | 'struck' | 'marked' | 'wrong'>>;

/** `edit`: the values are others than before, by the player's hand; `learn`: something was found out. */
export type Cause = 'edit' | 'learn' | 'note';

type Listener = (moment: Moment, cause: Cause) => void;

const unknown = { found: [], second: [], candidates: [], struck: [], marked: [], wrong: [] };
const blank = { entries: [], corner: [], centre: [], colours: [], ...unknown };

export class State {
  #past: Moment[] = [];
  #future: Moment[] = [];
  #now: Moment;
  #listeners: Listener[] = [];

  constructor(puzzle: Board) {
    this.#now = { puzzle, ...blank };
  }

  get now(): Moment {
    return this.#now;
  }

  /** How many rows, columns and values the grid has. */
  get size(): ReturnType<typeof sizeOf> {
    return sizeOf(this.#now.puzzle);
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** The value of a cell: given, entered or found; 0 if there is none. */
  value(cell: number): number {
    const { puzzle, entries, found } = this.#now;
    return puzzle.cells[cell] || entries[cell] || found[cell] || 0;
  }

  /** The board with all values. */
  filled(): Board {
    const cells = this.#now.puzzle.cells.map((_, cell) => this.value(cell));
    return { ...this.#now.puzzle, cells };
  }

  /** The board with the values that solve it, if it is known to be solved: a solver's own, else the player's. */
  solution(hasClash: boolean): Board | null {
    const { puzzle, found, second } = this.#now;
    if (second.length > 0) return null;
    const ours = puzzle.cells.map((given, cell) => given || (found[cell] ?? 0));
    const cells = ours.includes(0) ? this.filled().cells : ours;
    return cells.includes(0) || (ours.includes(0) && hasClash) ? null : { ...puzzle, cells };
  }

  /** Another puzzle: all that belonged to the last one goes. */
  setPuzzle(puzzle: Board): void {
    this.#go({ puzzle, ...blank }, 'edit');
  }

  /** A moment that was kept elsewhere. */
  restore(moment: Moment): void {
    this.#go(moment, 'edit');
  }

  /** Writes a value, a mark or a colour into a cell; 0 clears. */
  write(layer: Layer, cell: number, value: number): void {
    if (layer === 'given') this.#give(cell, value);
    else if (this.#now.puzzle.cells[cell] === 0 || layer === 'colour') this.#note(layer, cell, value);
  }

  /** Another given: what was found about the former puzzle goes, what the player wrote elsewhere stays. */
  #give(cell: number, value: number): void {
    const { puzzle, entries } = this.#now;
    if (puzzle.cells[cell] === value && this.value(cell) === value) return;
    const next = { ...puzzle, cells: puzzle.cells.with(cell, value) };
    this.#go({ ...this.#now, puzzle: next, ...unknown, entries: this.#with(entries, cell, 0) }, 'edit');
  }

  #note(layer: Exclude<Layer, 'given'>, cell: number, value: number): void {
    const now = this.#now;
    if (value === 0) return this.#erase(cell, layer === 'colour');
    if (layer === 'colour') {
      const colour = now.colours[cell] === value ? 0 : value;
      return this.#go({ ...now, colours: this.#with(now.colours, cell, colour) }, 'note');
    }
    if (layer === 'value') {
      if (now.entries[cell] === value) return;
      const found = now.found.length > 0 ? now.found.with(cell, 0) : [];
      const second = now.second.length > 0 ? now.second.with(cell, 0) : [];
      const entries = this.#with(now.entries, cell, value);
      const wrong = now.wrong.filter((other) => other !== cell);
      return this.#go({ ...now, entries, found, second, wrong, marked: [] }, 'edit');
    }
    if (this.value(cell) > 0) return;
    const marks = (now[layer][cell] ?? 0) ^ (1 << (value - 1));
    this.#go({ ...now, [layer]: this.#with(now[layer], cell, marks) }, 'note');
  }

  /** Takes away what is on top: a value, else the marks; or the colour. */
  #erase(cell: number, onlyColour: boolean): void {
    const now = this.#now;
    const without = (list: readonly number[]): readonly number[] => (list.length > 0 ? list.with(cell, 0) : list);
    if (onlyColour) return this.#go({ ...now, colours: without(now.colours) }, 'note');
    if (this.value(cell) > 0) {
      const wrong = now.wrong.filter((other) => other !== cell);
      const values = { entries: without(now.entries), found: without(now.found), second: without(now.second) };
      return this.#go({ ...now, ...values, wrong, marked: [] }, 'edit');
    }
    if (now.corner[cell] || now.centre[cell]) {
      this.#go({ ...now, corner: without(now.corner), centre: without(now.centre) }, 'note');
    }
  }

  #with(list: readonly number[], cell: number, value: number): readonly number[] {
    const all = list.length > 0 ? list : this.#now.puzzle.cells.map(() => 0);
    return all.with(cell, value);
  }

  /** What was found out about the same puzzle. */
  learn(change: Change): void {
    this.#go({ ...this.#now, second: [], marked: [], wrong: [], ...change }, 'learn');
  }

  /** The same, without a step of its own in the history. */
  show(change: Change): void {
    this.#now = { ...this.#now, ...change };
    this.#tell('note');
  }

  undo(): void {
    const last = this.#past.pop();
    if (last !== undefined) this.#swap(last, this.#future);
  }

  redo(): void {
    const next = this.#future.pop();
    if (next !== undefined) this.#swap(next, this.#past);
  }

  /** Makes the present moment the first one. */
  begin(): void {
    this.#past = [];
    this.#future = [];
    this.#tell('note');
  }

  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  #go(moment: Moment, cause: Cause): void {
    this.#past.push(this.#now);
    this.#future = [];
    this.#now = moment;
    this.#tell(cause);
  }

  #swap(moment: Moment, other: Moment[]): void {
    other.push(this.#now);
    const cause = hasSameValues(moment, this.#now) ? 'note' : 'edit';
    this.#now = moment;
    this.#tell(cause);
  }

  #tell(cause: Cause): void {
    for (const listener of this.#listeners) listener(this.#now, cause);
  }
}

/** Whether two moments differ in marks, colours and what is shown of a step alone. */
export function hasSameValues(one: Moment, other: Moment): boolean {
  return one.puzzle === other.puzzle && one.entries === other.entries && one.found === other.found && one.second === other.second;
}
