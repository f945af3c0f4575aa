// The grid: what it shows, and which cell is selected. It has one tab stop, by the grid pattern of the ARIA authoring
// practices; the keys are in keys.ts.

import { element } from './dom';
import type { Moment, State } from './state';
import { type Look, sizeOf } from './types';

/** The colours of cells, as a screen reader names them. */
export const COLOURS = ['yellow', 'green', 'blue', 'red', 'grey', 'violet'];

export class GridView {
  readonly root: HTMLElement;
  #cells: HTMLElement[] = [];
  /** What each cell shows; a cell is drawn anew only when that changes. */
  #shown: string[] = [];
  #shape = '';
  #look: Look = { symbols: [], line: '', clashes: [] };
  #drawn: Moment | null = null;
  #current = 0;
  #listeners: ((cell: number) => void)[] = [];

  constructor(
    private readonly state: State,
    root: HTMLElement,
  ) {
    this.root = root;
    root.setAttribute('role', 'grid');
    root.setAttribute('aria-label', 'Sudoku grid');
    root.addEventListener('focusin', (event) => {
      const cell = this.#cells.indexOf(event.target as HTMLElement);
      if (cell >= 0) this.#choose(cell);
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

  /** Whether two equal values stand in a house. */
  get hasClash(): boolean {
    return this.#look.clashes.length > 0;
  }

  /** The selected cell. */
  get current(): number {
    return this.#current;
  }

  symbol(value: number): string {
    return this.#look.symbols[value - 1] ?? String(value);
  }

  /** `row 3, column 5` */
  place(cell: number): string {
    const { cols } = this.state.size;
    return `row ${Math.floor(cell / cols) + 1}, column ${(cell % cols) + 1}`;
  }

  /** Selects a cell; the focus follows if it is in the grid. */
  select(cell: number): void {
    if (this.root.contains(document.activeElement)) this.#cells[cell]?.focus();
    else this.#choose(cell);
  }

  onSelect(listener: (cell: number) => void): void {
    this.#listeners.push(listener);
  }

  /** Shows cells that something else on the page speaks of. */
  point(cells: readonly number[]): void {
    this.#cells.forEach((node, index) => node.classList.toggle('pointed', cells.includes(index)));
  }

  /** Draws a moment, with what the module sees in it. */
  draw(moment: Moment, look: Look): void {
    const { block, size, regions } = moment.puzzle;
    const shape = JSON.stringify([block, size, regions]);
    this.#look = look;
    if (this.#shape !== shape) {
      this.#shape = shape;
      this.#build(moment);
    }
    this.#drawn = moment;
    const clashing = new Set(look.clashes.flatMap((clash) => clash.cells));
    this.#cells.forEach((node, cell) => this.#drawCell(node, cell, moment, clashing.has(cell)));
    this.#showSame();
  }

  #choose(cell: number): void {
    const hadFocus = this.#cells[this.#current];
    hadFocus?.setAttribute('tabindex', '-1');
    hadFocus?.classList.remove('selected');
    this.#current = cell;
    this.#cells[cell]?.setAttribute('tabindex', '0');
    this.#cells[cell]?.classList.add('selected');
    this.#showSame();
    for (const listener of this.#listeners) listener(cell);
  }

  /** Lights the cells with the value of the selected one. */
  #showSame(): void {
    if (this.#drawn === null) return;
    const value = this.state.value(this.#current);
    const isSame = (cell: number): boolean => value > 0 && cell !== this.#current && this.state.value(cell) === value;
    this.#cells.forEach((node, cell) => node.classList.toggle('same', isSame(cell)));
  }

  #build({ puzzle }: Moment): void {
    const { regions } = puzzle;
    const [height, width] = puzzle.block;
    const size = sizeOf(puzzle);
    this.#cells = [];
    this.#shown = [];
    this.root.style.setProperty('--side', String(Math.max(size.rows, size.cols)));
    this.root.style.setProperty('--marks', String(Math.ceil(Math.sqrt(size.values))));
    const region = (row: number, col: number): number =>
      regions?.[row * size.cols + col] ?? Math.floor(row / height) * height + Math.floor(col / width);
    const rows = Array.from({ length: size.rows }, (_, row) => {
      const cells = Array.from({ length: size.cols }, (_, col) => {
        const cell = element('div', { class: 'cell', role: 'gridcell', tabindex: -1 });
        cell.classList.toggle('block-top', row === 0 || region(row, col) !== region(row - 1, col));
        cell.classList.toggle('block-left', col === 0 || region(row, col) !== region(row, col - 1));
        return cell;
      });
      this.#cells.push(...cells);
      return element('div', { class: 'row', role: 'row' }, ...cells);
    });
    this.root.replaceChildren(...rows);
    this.#choose(0);
  }

  #drawCell(node: HTMLElement, cell: number, moment: Moment, clashes: boolean): void {
    const given = moment.puzzle.cells[cell] ?? 0;
    const entry = given ? 0 : (moment.entries[cell] ?? 0);
    const found = given || entry ? 0 : (moment.found[cell] ?? 0);
    const value = given || entry || found;
    const second = entry ? 0 : (moment.second[cell] ?? 0);
    const classes = { given, entry, found, clash: clashes, two: second, marked: moment.marked.includes(cell), wrong: moment.wrong.includes(cell) };
    const marks = value ? { corner: 0, centre: 0, candidates: 0 } : this.#marks(moment, cell);
    const shown = JSON.stringify([classes, value, marks, moment.colours[cell] ?? 0, this.#look.symbols]);
    if (this.#shown[cell] === shown) return;
    this.#shown[cell] = shown;
    for (const [name, is] of Object.entries(classes)) node.classList.toggle(name, Boolean(is));
    node.dataset['colour'] = String(moment.colours[cell] ?? 0);
    const says = [
      this.place(cell),
      given ? `given ${this.symbol(given)}` : '',
      entry ? `entered ${this.symbol(entry)}` : '',
      found ? `found ${this.symbol(found)}${second ? ` or ${this.symbol(second)}` : ''}` : '',
      value ? '' : 'blank',
      marks.candidates ? `candidates ${this.#symbols(marks.candidates, ' ')}` : '',
      marks.corner ? `corner marks ${this.#symbols(marks.corner, ' ')}` : '',
      marks.centre ? `centre marks ${this.#symbols(marks.centre, ' ')}` : '',
      moment.colours[cell] ? (COLOURS[moment.colours[cell] - 1] ?? '') : '',
      moment.wrong.includes(cell) ? 'wrong' : '',
      clashes ? 'clashes' : '',
    ];
    node.setAttribute('aria-label', says.filter((part) => part !== '').join(', '));
    if (second > 0) node.dataset['second'] = this.symbol(second);
    else delete node.dataset['second'];
    node.replaceChildren(...this.#content(value, marks));
  }

  #marks(moment: Moment, cell: number): { corner: number; centre: number; candidates: number } {
    const candidates = (moment.candidates[cell] ?? 0) & ~(moment.struck[cell] ?? 0);
    return { corner: moment.corner[cell] ?? 0, centre: moment.centre[cell] ?? 0, candidates };
  }

  #content(value: number, { corner, centre, candidates }: { corner: number; centre: number; candidates: number }): Node[] {
    const hidden = { 'aria-hidden': 'true' };
    if (value > 0) return [element('span', { class: 'value', ...hidden }, this.symbol(value))];
    const nodes: Node[] = [];
    if (candidates > 0) {
      const marks = this.#look.symbols.map((symbol, index) => element('span', { 'data-symbol': candidates & (1 << index) ? symbol : '' }));
      nodes.push(element('span', { class: 'marks', ...hidden }, ...marks));
    }
    const text = (bits: number): string => this.#symbols(bits, this.#look.symbols.some((symbol) => symbol.length > 1) ? ' ' : '');
    if (corner > 0) nodes.push(element('span', { class: 'corner', ...hidden, 'data-symbol': text(corner) }));
    if (centre > 0) nodes.push(element('span', { class: 'centre', ...hidden, 'data-symbol': text(centre) }));
    return nodes;
  }

  /** The symbols of values given as bits. */
  #symbols(bits: number, between: string): string {
    return this.#look.symbols.filter((_, index) => bits & (1 << index)).join(between);
  }
}
