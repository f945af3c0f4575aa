// The keyboard in the grid: keys move, write, and give commands.

import type { Actions } from './actions';
import type { GridView } from './grid';
import type { Keypad } from './keypad';
import type { Layer, State } from './state';

/** How long two keys may be apart that make one number, where symbols are numbers. */
const SAME_NUMBER = 1500;

const MOVES: Record<string, [rows: number, cols: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** What the page's list of keys says. */
export const KEYS: [keys: string, does: string][] = [
  ['Arrows, Home, End', 'move in the grid'],
  ['A symbol', 'write it, as what is chosen below the grid'],
  ['Space', 'choose the next: given, value, corner, centre, colour'],
  ['Shift+digit, Alt+digit', 'write a corner mark, a centre mark'],
  ['Delete, Backspace, 0', 'clear the cell'],
  ['Enter', 'show the next step (Hint)'],
  ['Ctrl+Enter', 'Solve'],
  ['Shift+Enter', 'Check your values'],
  ['Ctrl+Z, Ctrl+Y', 'undo, redo'],
  ['?', 'show this list'],
];

export class Keys {
  #typed = { cell: -1, text: '', at: 0 };

  constructor(
    private readonly state: State,
    private readonly grid: GridView,
    private readonly keypad: Keypad,
    private readonly actions: Actions,
  ) {
    grid.root.addEventListener('keydown', (event) => {
      if (event.metaKey) return;
      if (this.#command(event) || this.#move(event) || this.#write(event)) event.preventDefault();
    });
  }

  #command(event: KeyboardEvent): boolean {
    if (event.key === ' ' && !event.ctrlKey && !event.altKey) {
      this.keypad.nextLayer();
      return true;
    }
    if (event.key !== 'Enter' || event.altKey) return false;
    if (event.ctrlKey) void this.actions.solve();
    else if (event.shiftKey) void this.actions.check();
    else void this.actions.hint();
    return true;
  }

  #move(event: KeyboardEvent): boolean {
    if (event.altKey || event.ctrlKey) return false;
    const { rows, cols } = this.state.size;
    const cell = this.grid.current;
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    const move = MOVES[event.key];
    if (move !== undefined) {
      this.grid.select(((row + move[0] + rows) % rows) * cols + ((col + move[1] + cols) % cols));
    } else if (event.key === 'Home') {
      this.grid.select(row * cols);
    } else if (event.key === 'End') {
      this.grid.select(row * cols + cols - 1);
    } else {
      return false;
    }
    return true;
  }

  #write(event: KeyboardEvent): boolean {
    if (event.ctrlKey) return false;
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
    const isMark = digit !== undefined && (event.altKey || event.shiftKey);
    if (event.altKey && !isMark) return false;
    const layer: Layer = isMark ? (event.altKey ? 'centre' : 'corner') : this.keypad.layer;
    const value = this.#value(isMark ? digit : event.key, layer);
    if (value === null) return false;
    this.keypad.write(value, layer);
    return true;
  }

  /** The value of a key: 0 clears, `null` means that it has none. Numbers above 9 are typed digit by digit. */
  #value(key: string, layer: Layer): number | null {
    if (['Delete', 'Backspace'].includes(key)) return 0;
    if (key.length !== 1) return null;
    const { symbols } = this.grid;
    const value = layer === 'colour' ? Number.parseInt(key, 10) || 0 : symbols.indexOf(key.toUpperCase()) + 1;
    const isNumber = symbols.some((symbol) => symbol.length > 1);
    if (layer === 'colour' || !isNumber || !/^\d$/.test(key)) {
      if (value > 0) return value;
      return ['.', '0'].includes(key) ? 0 : null;
    }
    const cell = this.grid.current;
    const goesOn = this.#typed.cell === cell && performance.now() - this.#typed.at < SAME_NUMBER;
    const longer = (goesOn ? this.#typed.text : '') + key;
    const text = symbols.includes(longer) ? longer : key;
    this.#typed = { cell, text, at: performance.now() };
    return symbols.indexOf(text) + 1;
  }
}
