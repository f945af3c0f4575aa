// Puzzles from texts: pasted, opened, or in the page's address.

import { visible } from './dom';
import { quick } from './engine';
import type { State } from './state';
import type { Said } from './status';
import type { Board } from './types';

/** The longest text that is read, in characters. */
const MAX_LENGTH = 8_000_000;

export class Reader {
  constructor(
    private readonly state: State,
    private readonly say: Said,
    private readonly text: HTMLTextAreaElement,
  ) {}

  /** Reads a text into the grid, or says what is wrong with it; `isShown` if it stands in the text area. */
  async read(text: string, isShown: boolean): Promise<void> {
    if (text.trim() === '') {
      this.say('There is no text to read.', 'bad');
      return;
    }
    if (text.length > MAX_LENGTH) {
      this.say(`The text has ${text.length} characters, expected at most ${MAX_LENGTH}.`, 'bad');
      return;
    }
    const { puzzle } = this.state.now;
    const { board, notes, error } = await quick.call('read', text, '');
    if (error !== null) {
      this.say(`Not read, line ${error.line}, column ${error.column}: ${error.message}.`, 'bad');
      if (isShown) this.#select(error.line, error.column);
      return;
    }
    if (board === null) return;
    const more = notes.map((note) => ` ${visible(note)}.`).join('');
    if (agrees(puzzle, board)) {
      this.state.learn({ found: board.cells, candidates: [], struck: [] });
      const n = board.cells.filter((value, cell) => value !== puzzle.cells[cell]).length;
      this.say(`Read the same puzzle with ${n} values more.${more}`, 'good');
    } else {
      this.state.setPuzzle(board);
      const n = board.cells.filter((value) => value > 0).length;
      this.say(`Read a puzzle with ${n} givens.${more}`, 'good');
    }
  }

  /** Takes the puzzle of the address, if there is one. */
  async readAddress(): Promise<boolean> {
    let text = '';
    try {
      text = decodeURIComponent(location.hash.slice(1));
    } catch {
      // An address that is no text is no puzzle.
    }
    const [, block = '', line = ''] = /^(?:(\d+x\d+):)?(.*)$/s.exec(text) ?? [];
    if (line === '' || line === 'panels') return false;
    try {
      const { board, error } = await quick.call('read', line, block);
      if (board !== null) this.state.setPuzzle(board);
      else this.say(`The address is no puzzle: ${error?.message ?? ''}.`, 'bad');
      return board !== null;
    } catch (error) {
      this.say(`The address is no puzzle: ${error instanceof Error ? error.message : ''}.`, 'bad');
      return false;
    }
  }

  #select(line: number, column: number): void {
    const lines = this.text.value.split('\n');
    const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    const within = [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length;
    this.text.focus();
    this.text.setSelectionRange(before + within, before + within + 1);
  }
}

/** The address's part after `#` for a puzzle with this line. */
export function fragment({ block: [height, width] }: Board, line: string): string {
  const side = height * width;
  const usual = Array.from({ length: side }, (_, i) => i + 1).filter((h) => h * h <= side && side % h === 0).pop();
  return height === usual ? line : `${height}x${width}:${line}`;
}

/** Whether a board has all the givens of a puzzle, and more values. */
function agrees(puzzle: Board, board: Board): boolean {
  const isSameShape = puzzle.block.join() === board.block.join();
  const hasGivens = puzzle.cells.every((given, cell) => given === 0 || given === board.cells[cell]);
  const n = (cells: number[]): number => cells.filter((value) => value > 0).length;
  return isSameShape && n(puzzle.cells) > 0 && hasGivens && n(board.cells) > n(puzzle.cells);
}
