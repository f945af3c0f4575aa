// Solve, Count, Hint, Check, Candidates: what they ask the module, and what they say.

import type { Commands } from './commands';
import { count, sentence } from './dom';
import { Cancelled, long, quick } from './engine';
import type { GridView } from './grid';
import type { Moment, State } from './state';
import type { Said } from './status';
import type { Board, Found, Hint } from './types';

/** Solutions up to which are counted. */
const COUNT_LIMIT = 100_000;
/** The same for puzzles with constraints, where each is searched for by itself. */
const CONSTRAINED_LIMIT = 1000;
/** Seconds that a hint waits for the solution with which it compares the player's values. */
const CHECK_LIMIT = 5;

export class Actions {
  /** What the givens of a puzzle lead to, once it is known. */
  readonly #answers = new WeakMap<Board, Found>();

  constructor(
    private readonly state: State,
    private readonly grid: GridView,
    private readonly commands: Commands,
    private readonly say: Said,
  ) {}

  solve(): Promise<void> {
    return this.commands.run('Solving', async () => {
      const { puzzle } = this.state.now;
      const started = performance.now();
      const answer = await this.#answer(puzzle);
      const time = `${(performance.now() - started).toFixed(0)} ms`;
      const [first, second] = answer.solutions;
      if (first === undefined) return this.#sayNone(puzzle);
      const different = new Set(answer.differences);
      const values = second?.map((value, cell) => (different.has(cell) ? value : 0)) ?? [];
      const wrong = second === undefined ? this.#wrong(this.state.now, first) : [];
      const found = first.map((value, cell) => (puzzle.cells[cell] ? 0 : value));
      this.state.learn({ found, second: values, candidates: [], struck: [], wrong });
      if (second !== undefined) {
        this.say(`Several solutions: two of them differ in ${count(different.size, 'marked cell')}.`, 'bad');
        return;
      }
      const { technique } = answer;
      // No technique is known for constraints.
      const level = technique === null ? '' : technique === 'search' ? '; needs a search' : `; hardest step: ${name(technique)}`;
      const mistakes = wrong.length > 0 ? ` ${this.#contradict(wrong)}` : '';
      this.say(`Unique: this is the only solution (${time}${level}).${mistakes}`, wrong.length > 0 ? 'bad' : 'good');
    });
  }

  count(): Promise<void> {
    return this.commands.run('Counting', async () => {
      const { puzzle } = this.state.now;
      const counted = await long.call('count', puzzle, puzzle.spec === undefined ? COUNT_LIMIT : CONSTRAINED_LIMIT);
      const number = count(counted.count, 'solution');
      this.say(counted.is_all ? `${number}.` : `More than ${number}.`, counted.count === 1 ? 'good' : 'plain');
    });
  }

  /** The next step. Each click is a step, however fast they come. */
  hint(): Promise<void> {
    return this.commands.run('Looking for a step', () => this.#hint(), true);
  }

  async #hint(): Promise<void> {
    for (;;) {
      const moment = this.state.now;
      const board = this.state.filled();
      const mistake = await this.#mistake(moment, board);
      if (this.state.now !== moment) continue;
      if (mistake !== null) {
        if (mistake.cells.length > 0) this.#mark(mistake.cells);
        this.say(mistake.text, 'bad');
        return;
      }
      if (moment.puzzle.spec !== undefined) {
        this.say('Hint knows rows, columns, blocks and regions alone, and this puzzle has constraints. Solve, Count and Check know them.');
        return;
      }
      const [step, candidates] = await Promise.all([
        quick.call('hint', board, [...moment.struck]),
        quick.call('candidates', board),
      ]);
      if (this.state.now !== moment) continue;
      this.#show(step, candidates, moment);
      return;
    }
  }

  #show(step: Hint, candidates: number[], moment: Moment): void {
    const text = `${sentence(step.text)}.`;
    const all = moment.puzzle.cells;
    if (step.place !== null) {
      const [cell, value] = step.place;
      const found = all.map((_, index) => (index === cell ? value : (moment.found[index] ?? 0)));
      this.state.learn({ found, marked: [cell, ...step.because], candidates: [] });
      this.grid.select(cell);
      this.say(text, 'good');
    } else if (step.strike.length > 0) {
      const struck = all.map((_, index) => moment.struck[index] ?? 0);
      for (const [cell, value] of step.strike) struck[cell] = (struck[cell] ?? 0) | (1 << (value - 1));
      this.state.learn({ struck, candidates, marked: [...step.because, ...step.strike.map(([cell]) => cell)] });
      this.say(text, 'good');
    } else {
      this.state.show({ marked: step.because });
      this.say(text);
    }
  }

  /** Compares the player's values with the solution. */
  check(): Promise<void> {
    return this.commands.run('Checking', async () => {
      const moment = this.state.now;
      const n_values = moment.entries.filter((value) => value > 0).length;
      const mistake = await this.#mistake(moment, this.state.filled());
      if (mistake !== null) {
        if (mistake.cells.length > 0) this.#mark(mistake.cells);
        this.say(mistake.text, 'bad');
      } else if (n_values === 0) {
        this.say('You have entered no values to check.');
      } else if (!this.#answers.has(moment.puzzle)) {
        this.say('The solution was not found in time, so nothing was checked.', 'bad');
      } else {
        const { solutions } = await this.#answer(moment.puzzle);
        const of = solutions.length > 1 ? 'fit one of the solutions' : 'are right';
        this.say(n_values === 1 ? `Your value ${solutions.length > 1 ? 'fits one of the solutions' : 'is right'}.` : `Your ${n_values} values ${of}.`, 'good');
      }
    });
  }

  /** Shows the candidates of all cells, or hides them. */
  candidates(): Promise<void> {
    return this.commands.run('Candidates', async () => {
      const { now } = this.state;
      const candidates = now.candidates.length > 0 ? [] : await quick.call('candidates', this.state.filled());
      if (this.state.now === now) this.state.learn({ ...now, candidates });
    }, true);
  }

  cancel(): void {
    this.commands.cancel();
  }

  /** What is wrong with the values in the grid; `null` if nothing is, or if that takes too long to find out. */
  async #mistake(moment: Moment, board: Board): Promise<{ text: string; cells: number[] } | null> {
    const answer = await this.#soon(() => this.#answer(moment.puzzle));
    if (answer === null) return null;
    const [first, second] = answer.solutions;
    if (first === undefined) return { text: this.#none(moment.puzzle, answer), cells: answer.clash };
    if (second === undefined) {
      const cells = this.#wrong(moment, first);
      return cells.length > 0 ? { text: this.#contradict(cells), cells } : null;
    }
    if (moment.second.length > 0) return { text: 'There are several solutions; no step is certain.', cells: [] };
    const filled = await this.#soon(() => long.call('solve', board));
    if (filled === null || filled.solutions.length > 0) return null;
    const cells = filled.clash.filter((cell) => moment.puzzle.cells[cell] === 0);
    return { text: 'The puzzle has several solutions, but none with all these values.', cells };
  }

  /** What the givens lead to. */
  async #answer(puzzle: Board): Promise<Found> {
    const known = this.#answers.get(puzzle);
    if (known !== undefined) return known;
    const answer = await long.call('solve', puzzle);
    this.#answers.set(puzzle, answer);
    return answer;
  }

  /** An answer, or `null` if it takes long. */
  async #soon<T>(work: () => Promise<T>): Promise<T | null> {
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      long.cancel('late');
    }, CHECK_LIMIT * 1000);
    try {
      return await work();
    } catch (error) {
      if (isLate && error instanceof Cancelled) return null;
      throw error;
    } finally {
      clearTimeout(limit);
    }
  }

  /** The cells whose values are not those of the solution. */
  #wrong({ puzzle, entries, found }: Moment, solution: readonly number[]): number[] {
    const value = (cell: number): number => entries[cell] || found[cell] || 0;
    return solution.flatMap((right, cell) => (!puzzle.cells[cell] && value(cell) > 0 && value(cell) !== right ? [cell] : []));
  }

  #contradict(cells: number[]): string {
    const [first = 0] = cells;
    const value = this.grid.symbol(this.state.value(first));
    const more = cells.length > 1 ? `, and so ${cells.length === 2 ? 'does 1 more value' : `do ${cells.length - 1} more values`}` : '';
    return `${sentence(this.grid.place(first))}: ${value} contradicts the puzzle${more}.`;
  }

  #sayNone(puzzle: Board): void {
    const answer = this.#answers.get(puzzle);
    if (answer === undefined) return;
    this.state.learn({ found: [], candidates: [], struck: [], wrong: answer.clash });
    this.say(this.#none(puzzle, answer), 'bad');
  }

  #none(puzzle: Board, { clash, reason }: Found): string {
    if (reason !== null) return `No solution: ${reason}.`;
    const n_givens = puzzle.cells.filter((value) => value > 0).length;
    const which = clash.length === n_givens ? 'these givens together' : `the ${count(clash.length, 'marked given')} together`;
    return `No solution: no grid has ${which}.`;
  }

  #mark(cells: number[]): void {
    this.state.show({ wrong: cells });
    this.grid.select(cells[0] ?? 0);
  }
}

/** `locked-candidate` as a person says it. */
function name(technique: string): string {
  return technique.replace('-', ' ');
}
