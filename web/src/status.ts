// The one line in which the page speaks, which screen readers hear.
//
// Something that was said belongs to the values that it was said about: it is shown as long as these stand in the
// grid, and no longer. While something runs, that is what is shown. Otherwise the line says what is true of any grid:
// its givens, or its clash. So there is no word that outlives what it was about.

import { count, visible } from './dom';
import { hasSameValues, type Moment, type State } from './state';

export type Mood = 'plain' | 'good' | 'bad';
export type Said = (text: string, mood?: Mood) => void;

interface Words {
  text: string;
  mood: Mood;
  about: Moment;
}

export class Status {
  #said: Words | null = null;
  #doing: string | null = null;
  /** What the module sees in the grid's values. */
  #seen: { clash: string | null; about: Moment } | null = null;

  constructor(
    private readonly node: HTMLElement,
    private readonly state: State,
  ) {
    state.onChange(() => this.#draw());
    this.#draw();
  }

  /** Says something about the values that stand in the grid now. */
  say: Said = (text, mood = 'plain') => {
    this.#said = { text, mood, about: this.state.now };
    this.#draw();
  };

  /** What runs, or `null` when it is over. */
  set doing(text: string | null) {
    this.#doing = text;
    this.#draw();
  }

  /** What the module sees in the values of a moment. */
  see(about: Moment, clash: string | null): void {
    this.#seen = { about, clash };
    this.#draw();
  }

  #draw(): void {
    const { text, mood } = this.#words();
    const shown = visible(text);
    // The same words again would be read out again.
    if (this.node.textContent !== shown) this.node.textContent = shown;
    this.node.dataset['mood'] = mood;
  }

  #words(): { text: string; mood: Mood } {
    if (this.#doing !== null) return { text: this.#doing, mood: 'plain' };
    const { now } = this.state;
    const holds = <T extends { about: Moment }>(words: T | null): T | null =>
      words !== null && hasSameValues(words.about, now) ? words : null;
    const clash = holds(this.#seen)?.clash ?? null;
    const said = holds(this.#said);
    if (said === null) return clash === null ? this.#plain(now) : { text: `Clash: ${clash}.`, mood: 'bad' };
    if (clash === null || said.text.includes(clash)) return said;
    return { text: `${said.text} Clash: ${clash}.`, mood: 'bad' };
  }

  /** What is true of the grid whatever was asked about it. */
  #plain({ puzzle }: Moment): { text: string; mood: Mood } {
    const n_givens = puzzle.cells.filter((value) => value > 0).length;
    const n_open = this.state.filled().cells.filter((value) => value === 0).length;
    if (n_givens === 0 && n_open === puzzle.cells.length) return { text: 'An empty grid.', mood: 'plain' };
    // Whether a full grid has a clash is not known yet when it has just been filled.
    const isRight = n_open === 0 && this.#seen?.clash === null && hasSameValues(this.#seen.about, this.state.now);
    if (isRight) return { text: 'Full, and no rule is broken.', mood: 'good' };
    return { text: `${count(n_givens, 'given')}, ${count(n_open, 'cell')} open.`, mood: 'plain' };
  }
}
