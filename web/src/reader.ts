// Puzzles from texts: pasted, dropped, opened, or in the page's address.

import { READING, type Commands } from './commands';
import { count, sentence, visible } from './dom';
import { long, quick } from './engine';
import type { Puzzles } from './puzzles';
import type { QuestionForm } from './question';
import type { State } from './state';
import type { Said } from './status';
import { type Answer, type Board, type Question, type Reading, sizeOf } from './types';

/** The longest text that is read, in characters. */
const MAX_LENGTH = 8_000_000;

export class Reader {
  constructor(
    private readonly state: State,
    private readonly puzzles: Puzzles,
    private readonly commands: Commands,
    private readonly say: Said,
    private readonly text: HTMLTextAreaElement,
    private readonly question: QuestionForm,
  ) {
    // What was asked about a text is over with the next puzzle.
    puzzles.onOpen(() => question.close());
  }

  /** Reads a text into the grid, or says what is wrong with it; `isShown` if it stands in the text area. */
  read(text: string, isShown: boolean): Promise<void> {
    return this.#start(text, isShown, null);
  }

  #start(text: string, isShown: boolean, answer: Answer | null): Promise<void> {
    this.commands.interrupt();
    return this.commands.run(READING, () => this.#read(text, isShown, answer), true);
  }

  /** Reads a file in UTF-8, or in UTF-16 where it says so or every second byte is zero. */
  async readFile(file: File): Promise<void> {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const [first, second] = bytes;
    const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
    const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
    const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
    try {
      await this.read(new TextDecoder(encoding, { fatal: true }).decode(bytes), false);
    } catch {
      this.say(`Not read: ${file.name} is not text in ${encoding.toUpperCase()}.`, 'bad');
    }
  }

  async #read(text: string, isShown: boolean, answer: Answer | null): Promise<void> {
    if (answer === null) this.question.close();
    if (text.trim() === '') {
      this.say('There is no text to read.', 'bad');
      return;
    }
    if (text.length > MAX_LENGTH) {
      this.say(`The text has ${count(text.length, 'character')}; at most ${MAX_LENGTH.toLocaleString('en')} are read.`, 'bad');
      return;
    }
    const own = ownLink(text);
    if (own !== null) return this.#take(own, 'link');
    const { puzzle } = this.state.now;
    const { boards, more, notes, error, question = null } = await this.#understand(text, answer);
    if (question !== null) {
      this.say('Not read yet: the text does not say what its drawings mean. Say it below.');
      this.question.ask(question, (answer) => void this.#start(text, isShown, answer));
      return;
    }
    const [board] = boards;
    if (error !== null || board === undefined) {
      if (error === null) return;
      this.say(`Not read, line ${error.line}, column ${error.column}: ${error.message}.`, 'bad');
      if (isShown) this.#select(error.line, error.column);
      return;
    }
    const said = notes.map((note) => ` ${sentence(visible(note))}.`).join('');
    if (boards.length === 1 && agrees(puzzle, board)) {
      this.state.learn({ found: board.cells.map((value, cell) => (puzzle.cells[cell] ? 0 : value)), candidates: [], struck: [] });
      this.question.close();
      const n = board.cells.filter((value, cell) => value !== puzzle.cells[cell]).length;
      this.say(`Read the same puzzle with ${count(n, 'more value')}.${said}`, 'good');
      return;
    }
    this.puzzles.open(boards);
    const n = board.cells.filter((value) => value > 0).length;
    if (boards.length === 1) this.say(`Read a puzzle with ${count(n, 'given')}.${said}`, 'good');
    else {
      const left = more > 0 ? `; ${more.toLocaleString('en')} more in the text ${more === 1 ? 'was' : 'were'} left out` : '';
      this.say(`Read ${count(boards.length, 'puzzle')}${left}. This is the first.${said}`, 'good');
    }
  }

  /** What is no layout and no graph may be another program's link or text. */
  async #understand(text: string, answer: Answer | null): Promise<Reading & { question?: Question | null }> {
    const reading = await long.call('read', text, '');
    if (reading === null) return long.call('read_graph', text, '');
    if (reading.error === null) return reading;
    return (await long.call('read_link', text, answer)) ?? reading;
  }

  /** Takes the puzzle behind the # of the address, if there is one. */
  async readAddress(hash: string): Promise<void> {
    const fragment = hash.slice(1);
    if (fragment === '' || fragment === 'solve') return;
    this.commands.interrupt();
    await this.commands.run(READING, () => this.#take(fragment, 'address'), true);
  }

  /** Opens the puzzle that stands behind the # of an address. */
  async #take(fragment: string, what: string): Promise<void> {
    try {
      const packed = /^puzzle:(.*)$/.exec(fragment)?.[1];
      if (packed !== undefined) {
        const board = await quick.call('unpack', packed);
        this.puzzles.open([board]);
        this.say(`Read the ${what}: ${count(board.cells.filter((value) => value > 0).length, 'given')}.`);
        return;
      }
      const { block, line, variants } = parts(decoded(fragment));
      const { boards, error } = (await quick.call('read', line, block)) ?? (await quick.call('read_graph', line, block));
      const [board] = boards;
      if (board === undefined) this.say(`The ${what} is not a puzzle: ${error?.message ?? 'there is none'}.`, 'bad');
      else {
        const opened = variants.length > 0 ? { ...board, variants } : board;
        // Fails for a variant that the module does not know.
        await quick.call('look', opened);
        this.puzzles.open([opened]);
        this.say(`Read the ${what}: ${count(board.cells.filter((value) => value > 0).length, 'given')}.`);
      }
    } catch (error) {
      this.say(`The ${what} is not a puzzle: ${error instanceof Error ? error.message : String(error)}.`, 'bad');
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

/** The address's part after `#` for a puzzle with this line: `diagonals:3x2:1.…`, with what is not usual; packed where that does not say all. */
export async function fragment(board: Board, line: string): Promise<string> {
  if (hasMore(board)) return `puzzle:${await quick.call('pack', board)}`;
  const { block: [height, width], variants = [] } = board;
  const block = shape({ block: [height, width] });
  return variants.map((name) => `${name}:`).join('') + (block === '' ? '' : `${block}:`) + line;
}

/** Whether a puzzle is more than a line of cells, a shape and names of houses. */
export function hasMore({ regions, spec }: Board): boolean {
  return regions !== undefined || spec !== undefined;
}

/** The shape of blocks that are not the usual ones of the side, such as `3x2`. */
export function shape({ block: [height, width] }: Pick<Board, 'block'>): string {
  const side = height * width;
  const usual = Array.from({ length: side }, (_, i) => i + 1).filter((h) => h * h <= side && side % h === 0).pop();
  return height === usual ? '' : `${height}x${width}`;
}

function parts(fragment: string): { block: string; line: string; variants: string[] } {
  const [, names = '', block = '', line = ''] = /^((?:[a-z-]{3,}:)*)(?:(\d+x\d+):)?(.*)$/s.exec(fragment) ?? [];
  return { block, line, variants: names.split(':').filter((name) => name !== '') };
}

/** What stands behind the # of a link to this page, if the text is one. */
function ownLink(text: string): string | null {
  const link = text.trim();
  const here = location.href.split('#')[0] ?? '';
  return link.startsWith(`${here}#`) ? link.slice(here.length + 1) : null;
}

/** The text of a part of an address. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    throw new Error('it is not text in UTF-8');
  }
}

/** Whether a board has all the givens of a puzzle, and more values. */
function agrees(puzzle: Board, board: Board): boolean {
  const rules = ({ block, size, variants = [], regions = [], spec = '' }: Board): string => JSON.stringify([block, size, variants, regions, spec]);
  const isOfCells = board.regions === undefined && board.spec === undefined && (board.variants ?? []).length === 0;
  // A text of cells alone says nothing about rules, nor about blocks where there are regions.
  const isSameSide = JSON.stringify(sizeOf(puzzle)) === JSON.stringify(sizeOf(board));
  const hasBlocks = puzzle.regions === undefined && puzzle.spec === undefined;
  const isSameBlock = !hasBlocks || rules({ ...puzzle, variants: [] }) === rules(board);
  const isSameShape = rules(puzzle) === rules(board) || (isOfCells && isSameSide && isSameBlock);
  const hasGivens = puzzle.cells.every((given, cell) => given === 0 || given === board.cells[cell]);
  const n = (cells: number[]): number => cells.filter((value) => value > 0).length;
  return isSameShape && n(puzzle.cells) > 0 && hasGivens && n(board.cells) > n(puzzle.cells);
}
