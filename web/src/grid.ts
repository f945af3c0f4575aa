// The grid: what it shows, and the keys and clicks that change it.

import { element } from './dom';
import type { Moment, State } from './state';
import type { Look } from './types';

/** How long two keys may be apart that make one number, where symbols are numbers. */
const SAME_NUMBER = 1500;

export class GridView {
  readonly root: HTMLElement;
  #cells: HTMLElement[] = [];
  #shape = '';
  #look: Look = { symbols: [], line: '', clashes: [] };
  #typed = { cell: -1, text: '', at: 0 };
  #current = 0;

  constructor(
    private readonly state: State,
    root: HTMLElement,
  ) {
    this.root = root;
    root.setAttribute('role', 'grid');
    root.setAttribute('aria-label', 'Sudoku grid');
    root.addEventListener('keydown', (event) => this.#key(event));
    root.addEventListener('focusin', (event) => {
      const cell = this.#cells.indexOf(event.target as HTMLElement);
      if (cell >= 0) this.#current = cell;
    });
    root.addEventListener('pointerdown', (event) => {
      const cell = (event.target as Element).closest<HTMLElement>('.cell');
      cell?.focus();
    });
  }

  /** The symbols of the values. */
  get symbols(): string[] {
    return this.#look.symbols;
  }

  /** The first clash in words. */
  get clash(): string | undefined {
    return this.#look.clashes[0]?.text;
  }

  /** What the module sees in the grid: symbols and clashes. */
  set look(look: Look) {
    this.#look = look;
  }

  focus(cell = this.#current): void {
    this.#cells[cell]?.focus();
  }

  /** Puts a value, 0 for none, into the cell that has or had the focus. */
  enter(value: number): void {
    this.state.setGiven(this.#current, value);
  }

  /** Shows a cell that something else on the page speaks of; -1 shows none. */
  point(cell: number): void {
    this.#cells.forEach((node, index) => node.classList.toggle('pointed', index === cell));
  }

  draw(moment: Moment): void {
    const [height, width] = moment.puzzle.block;
    if (this.#shape !== `${height}x${width}`) this.#build(height, width);
    const clashing = new Set(this.#look.clashes.flatMap((clash) => clash.cells));
    this.#cells.forEach((node, cell) => this.#drawCell(node, cell, moment, clashing.has(cell)));
  }

  #build(height: number, width: number): void {
    const side = height * width;
    this.#shape = `${height}x${width}`;
    this.#cells = [];
    this.#current = 0;
    this.root.style.setProperty('--side', String(side));
    this.root.style.setProperty('--marks', String(Math.ceil(Math.sqrt(side))));
    this.root.dataset['side'] = String(side);
    const rows = Array.from({ length: side }, (_, row) => {
      const cells = Array.from({ length: side }, (_, col) => {
        const cell = element('div', { class: 'cell', role: 'gridcell', tabindex: 0 });
        cell.classList.toggle('block-top', row % height === 0);
        cell.classList.toggle('block-left', col % width === 0);
        return cell;
      });
      this.#cells.push(...cells);
      return element('div', { class: 'row', role: 'row' }, ...cells);
    });
    this.root.replaceChildren(...rows);
  }

  #drawCell(node: HTMLElement, cell: number, moment: Moment, clashes: boolean): void {
    const given = moment.puzzle.cells[cell] ?? 0;
    const found = given ? 0 : (moment.found[cell] ?? 0);
    const second = moment.second[cell] ?? 0;
    const candidates = given || found ? 0 : (moment.candidates[cell] ?? 0) & ~(moment.struck[cell] ?? 0);
    node.classList.toggle('given', given > 0);
    node.classList.toggle('found', found > 0);
    node.classList.toggle('clash', clashes);
    node.classList.toggle('two', second > 0);
    node.classList.toggle('marked', moment.marked.includes(cell));
    node.setAttribute('aria-label', this.#name(cell, given, found, second, candidates, clashes));
    if (second > 0) node.dataset['second'] = this.#symbol(second);
    else delete node.dataset['second'];
    node.replaceChildren(...this.#content(given || found, candidates));
  }

  #content(value: number, candidates: number): Node[] {
    const hidden = { 'aria-hidden': 'true' };
    if (value > 0) return [element('span', { class: 'value', ...hidden }, this.#symbol(value))];
    if (candidates === 0) return [];
    const marks = this.#look.symbols.map((symbol, index) =>
      element('span', { 'data-symbol': candidates & (1 << index) ? symbol : '' }),
    );
    return [element('span', { class: 'marks', ...hidden }, ...marks)];
  }

  /** What a screen reader says: `row 3, column 5, given 7`. */
  #name(cell: number, given: number, found: number, second: number, candidates: number, clashes: boolean): string {
    const side = this.state.side;
    const parts = [`row ${Math.floor(cell / side) + 1}`, `column ${(cell % side) + 1}`];
    if (given) parts.push(`given ${this.#symbol(given)}`);
    else if (second) parts.push(`found ${this.#symbol(found)} or ${this.#symbol(second)}`);
    else if (found) parts.push(`found ${this.#symbol(found)}`);
    else parts.push('blank');
    if (candidates) {
      const symbols = this.#look.symbols.filter((_, index) => candidates & (1 << index));
      parts.push(`candidates ${symbols.join(' ')}`);
    }
    if (clashes) parts.push('clashes');
    return parts.join(', ');
  }

  #symbol(value: number): string {
    return this.#look.symbols[value - 1] ?? String(value);
  }

  #key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const moves: Record<string, [number, number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    };
    const side = this.state.side;
    const [row, col] = [Math.floor(this.#current / side), this.#current % side];
    const move = moves[event.key];
    if (move !== undefined) {
      this.focus(((row + move[0] + side) % side) * side + ((col + move[1] + side) % side));
    } else if (event.key === 'Home') {
      this.focus(row * side);
    } else if (event.key === 'End') {
      this.focus(row * side + side - 1);
    } else if (event.key.length === 1 || event.key === 'Delete' || event.key === 'Backspace') {
      const value = this.#typedValue(event.key);
      if (value === null) return;
      this.enter(value);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** The value of a key: 0 clears, `null` is none. Numbers above 9 are typed digit by digit. */
  #typedValue(key: string): number | null {
    const value = this.#look.symbols.indexOf(key.toUpperCase()) + 1;
    const isNumber = this.#look.symbols.some((symbol) => symbol.length > 1);
    if (!isNumber || !/^\d$/.test(key)) {
      if (value > 0) return value;
      return ['Delete', 'Backspace', ' ', '.', '0'].includes(key) ? 0 : null;
    }
    const goesOn = this.#typed.cell === this.#current && performance.now() - this.#typed.at < SAME_NUMBER;
    const longer = (goesOn ? this.#typed.text : '') + key;
    const text = this.#look.symbols.includes(longer) ? longer : key;
    this.#typed = { cell: this.#current, text, at: performance.now() };
    return this.#look.symbols.indexOf(text) + 1;
  }
}
