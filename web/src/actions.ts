// Solve, Count, Hint, Cancel: what they ask the module, and what they say.

import { count } from './dom';
import { Cancelled, long, quick } from './engine';
import type { GridView } from './grid';
import type { State } from './state';
import type { Said } from './status';

/** Seconds after which the page gives up by itself. */
const TIME_LIMIT = 60;
/** Solutions up to which are counted. */
const COUNT_LIMIT = 100_000;

export class Actions {
  constructor(
    private readonly state: State,
    private readonly grid: GridView,
    private readonly say: Said,
    private readonly showBusy: (busy: boolean) => void,
  ) {}

  async solve(): Promise<void> {
    const { puzzle } = this.state.now;
    const started = performance.now();
    const found = await this.whileBusy('Solving …', () => long.call('solve', puzzle));
    if (found === null || this.state.now.puzzle !== puzzle) return;
    const [first, second] = found.solutions;
    if (first === undefined) {
      this.state.learn({ found: [], candidates: [] });
      this.say(`No solution: ${this.grid.clash ?? 'no grid has these givens'}.`, 'bad');
      return;
    }
    const different = new Set(found.differences);
    const values = second?.map((value, cell) => (different.has(cell) ? value : 0)) ?? [];
    this.state.learn({ found: first, second: values, candidates: [], struck: [] });
    const time = `${(performance.now() - started).toFixed(0)} ms`;
    if (second === undefined) this.say(`Unique: this is the only solution (${time}).`, 'good');
    else this.say(`Several solutions: two of them differ in ${count(different.size, 'marked cell')}.`, 'bad');
  }

  async count(): Promise<void> {
    const { puzzle } = this.state.now;
    const counted = await this.whileBusy('Counting …', () => long.call('count', puzzle, COUNT_LIMIT));
    if (counted === null || this.state.now.puzzle !== puzzle) return;
    const number = count(counted.count, 'solution');
    this.say(counted.is_all ? `${number}.` : `More than ${number}.`, counted.count === 1 ? 'good' : 'plain');
  }

  async hint(): Promise<void> {
    const moment = this.state.now;
    const board = this.state.filled();
    if (moment.second.length > 0) {
      this.say('There are several solutions; no step is certain.', 'bad');
      return;
    }
    const [step, candidates] = await Promise.all([
      quick.call('hint', board, [...moment.struck]),
      quick.call('candidates', board),
    ]);
    if (this.state.now !== moment) return;
    const sentence = `${step.text.charAt(0).toUpperCase()}${step.text.slice(1)}.`;
    if (step.place !== null) {
      const [cell, value] = step.place;
      const found = board.cells.map((_, index) => (index === cell ? value : (moment.found[index] ?? 0)));
      this.state.learn({ found, marked: [cell, ...step.because], candidates: [] });
      this.grid.focus(cell);
      this.say(sentence, 'good');
    } else {
      const struck = board.cells.map((_, index) => moment.struck[index] ?? 0);
      for (const [cell, value] of step.strike) struck[cell] = (struck[cell] ?? 0) | (1 << (value - 1));
      const marked = [...step.because, ...step.strike.map(([cell]) => cell)];
      if (step.strike.length > 0) this.state.learn({ struck, candidates, marked });
      else this.state.show({ marked: step.because });
      this.say(sentence, step.strike.length > 0 ? 'good' : 'plain');
    }
  }

  cancel(): void {
    long.cancel('Cancelled.');
  }

  /** Runs something that may take long; `null` if it came to nothing, which was said then. */
  async whileBusy<T>(doing: string, work: () => Promise<T>): Promise<T | null> {
    if (long.busy) return null;
    this.showBusy(true);
    // Words for what is over at once would only flicker.
    const saying = setTimeout(() => this.say(doing), 150);
    const limit = setTimeout(() => long.cancel(`Given up after ${TIME_LIMIT} seconds.`), TIME_LIMIT * 1000);
    try {
      return await work();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.say(error instanceof Cancelled ? message : `Error: ${message}.`, 'bad');
      return null;
    } finally {
      clearTimeout(saying);
      clearTimeout(limit);
      this.showBusy(false);
    }
  }
}
