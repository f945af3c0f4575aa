// How a solver searches on the clauses of the puzzle: told step by step, with the cells of each step lit, and in the grid what is still
// open after it.

import { button, count, element } from '../dom';
import { quick } from '../engine';
import type { GridView } from '../grid';
import type { State } from '../state';
import type { Said } from '../status';
import type { Board, Literal, Step } from '../types';

/** Milliseconds for which a step is lit when all are played. */
const PACE = 700;

export class Story {
  readonly root = element('section', { class: 'story', 'aria-labelledby': 'story-title' });
  readonly #list = element('ol', { tabindex: 0, 'aria-label': 'The steps so far' });
  readonly #note = element('p', { class: 'note' });
  readonly #buttons: HTMLButtonElement[];
  #puzzle: Board | null = null;
  #steps: Step[] = [];
  /** What is true after the steps that are told. */
  #trail: Literal[] = [];
  #at = 0;
  #playing = 0;
  #loading: Promise<void> | null = null;

  constructor(
    private readonly state: State,
    private readonly grid: GridView,
    private readonly say: Said,
  ) {
    const next = (): Promise<void> => this.#go(() => true);
    const on = (): Promise<void> => this.#go(({ kind }) => !['unit', 'back'].includes(kind));
    this.#buttons = [
      button('Next step', () => void next(), { id: 'story-next' }),
      button('To the next decision or conflict', () => void on()),
      button('Play', () => this.#play()),
      button('From the start', () => this.#restart()),
    ];
    this.root.append(
      element('h3', { id: 'story-title' }, 'How a solver searches'),
      element(
        'p',
        {},
        'When all literals of a clause but one are false, the last one must be true. When nothing follows, the solver decides; from a conflict it learns a clause and goes back.',
      ),
      element('div', { class: 'bar' }, ...this.#buttons),
      this.#note,
      this.#list,
    );
    state.onChange(({ puzzle }) => {
      if (this.#puzzle !== null && puzzle !== this.#puzzle) this.#reset();
    });
    this.#reset();
  }

  #reset(): void {
    window.clearInterval(this.#playing);
    this.#puzzle = null;
    this.#steps = [];
    this.#trail = [];
    this.#at = 0;
    this.#list.replaceChildren();
    this.#list.hidden = true;
    this.#note.textContent = 'The story uses the natural encoding, and is told for at most 1,000 variables.';
  }

  #restart(): void {
    const wasTold = this.#at > 0;
    this.#reset();
    if (wasTold) this.state.show({ candidates: [], marked: [] });
  }

  #play(): void {
    window.clearInterval(this.#playing);
    const next = (): void => {
      if (this.#loading !== null) return;
      if (this.#puzzle !== null && this.#at >= this.#steps.length) return window.clearInterval(this.#playing);
      void this.#go(() => true);
    };
    this.#playing = window.setInterval(next, PACE);
    next();
  }

  /** Tells step after step, up to one that is a place to stop. */
  async #go(stops: (step: Step) => boolean): Promise<void> {
    try {
      this.#loading ??= this.#load().finally(() => (this.#loading = null));
      await this.#loading;
    } catch (error) {
      this.#note.textContent = `Not for this puzzle: ${error instanceof Error ? error.message : String(error)}.`;
      window.clearInterval(this.#playing);
      return;
    }
    let step = this.#tell();
    while (step !== null && !stops(step)) step = this.#tell();
    this.#show();
  }

  async #load(): Promise<void> {
    const { puzzle } = this.state.now;
    if (this.#puzzle === puzzle) return;
    const steps = await quick.call('story', puzzle);
    if (this.state.now.puzzle !== puzzle) throw new Error('it is another one now');
    this.#puzzle = puzzle;
    this.#steps = steps;
    // What was found about the puzzle would tell the end of the story.
    this.state.learn({ found: [], candidates: [], struck: [] });
  }

  #tell(): Step | null {
    const step = this.#steps[this.#at];
    if (step === undefined) return null;
    this.#at += 1;
    this.#trail.length = Math.min(this.#trail.length, step.n_true - (step.literal === null ? 0 : 1));
    if (step.literal !== null) this.#trail.push(step.literal);
    const cells = this.#cells(step);
    const line = button(words(step), () => this.grid.point(cells));
    line.addEventListener('pointerenter', () => this.grid.point(cells));
    line.addEventListener('focus', () => this.grid.point(cells));
    line.addEventListener('pointerleave', () => this.grid.point([]));
    line.addEventListener('blur', () => this.grid.point([]));
    this.#list.append(element('li', { class: step.kind }, line));
    return step;
  }

  /** Shows in the grid what the last step is about, and what is still open. */
  #show(): void {
    const step = this.#steps[this.#at - 1];
    if (step === undefined) return;
    this.#list.hidden = false;
    this.#list.scrollTop = this.#list.scrollHeight;
    this.#note.textContent = `Step ${this.#at.toLocaleString('en')} of ${this.#steps.length.toLocaleString('en')}: ${count(step.n_true, 'literal')} true, ${count(step.level, 'decision')}.`;
    const { cells } = this.state.now.puzzle;
    const all = 2 ** this.state.size.values - 1;
    const candidates = cells.map((given) => (given ? 0 : all));
    for (const literal of this.#trail) {
      const place = this.#place(literal);
      if (place === null || cells[place.cell]) continue;
      const bit = 1 << (place.value - 1);
      candidates[place.cell] = place.isTrue ? bit : (candidates[place.cell] ?? 0) & ~bit;
    }
    this.state.show({ candidates, marked: this.#cells(step) });
    if (step.kind === 'model') this.say(`The search is over after ${count(this.#steps.length, 'step')}: the clauses have a model.`, 'good');
    if (step.kind === 'none') this.say(`The search is over after ${count(this.#steps.length, 'step')}: the clauses have no model.`, 'bad');
  }

  #cells({ literal, clause }: Step): number[] {
    const places = [...(literal === null ? [] : [literal]), ...clause].map((literal) => this.#place(literal)?.cell);
    return [...new Set(places.filter((cell) => cell !== undefined))];
  }

  /** The cell and the value that a literal is about; helpers of an encoding are about none. */
  #place({ number }: Literal): { cell: number; value: number; isTrue: boolean } | null {
    const n_cells = this.state.now.puzzle.cells.length;
    const index = Math.abs(number) - 1;
    const value = Math.floor(index / n_cells) + 1;
    return value > this.state.size.values ? null : { cell: index % n_cells, value, isTrue: number > 0 };
  }
}

function words({ kind, literal, clause, meaning, level }: Step): string {
  const all = clause.map(({ name }) => name).join(' or ');
  // What the clauses of a group say, without how it is written down.
  const [rule = ''] = meaning.split(':');
  const because = rule === '' ? '' : ` (${rule.charAt(0).toLowerCase()}${rule.slice(1)})`;
  switch (kind) {
    case 'decide':
      return `Decision ${level}: ${literal?.name ?? ''}`;
    case 'unit':
      return clause.length === 1 ? `${literal?.name ?? ''}, a clause of its own${because}` : `${literal?.name ?? ''}, the last open literal of ${all}${because}`;
    case 'conflict':
      return `Conflict: every literal of ${all} is false${because}`;
    case 'learn':
      return `Learnt: ${all}`;
    case 'back':
      return level === 0 ? 'Back to before all decisions' : `Back to decision ${level}`;
    case 'model':
      return 'Every clause is true: a model';
    case 'none':
      return 'A conflict without a decision: there is no model';
    case 'end':
      return 'The story ends here, as it grows too long';
  }
}
