// Why the rules put a value into the selected cell: step by step, each with its cells lit, or played one after the other.

import { button, element } from '../dom';
import type { GridView } from '../grid';
import type { Why } from '../types';

/** Milliseconds for which a step is lit when all are played. */
const PACE = 900;

export class WhyView {
  readonly root = element('section', { class: 'why', 'aria-labelledby': 'why-title' });
  readonly #why = new Map<number, Why>();
  #playing = 0;

  constructor(private readonly grid: GridView) {
    grid.onSelect(() => this.draw());
    this.draw();
  }

  /** Forgets all reasons. */
  clear(): void {
    this.#why.clear();
    this.draw();
  }

  add(reasons: readonly Why[]): void {
    for (const why of reasons) if (!this.#why.has(why.cell)) this.#why.set(why.cell, why);
    this.draw();
  }

  draw(): void {
    window.clearInterval(this.#playing);
    const why = this.#why.get(this.grid.current);
    const title = element('h3', { id: 'why-title' }, why === undefined ? 'Why' : `Why: ${this.grid.place(why.cell)}`);
    if (why === undefined) {
      const text = this.#why.size > 0 ? 'Select a cell that a round has filled to see its reasons.' : 'After a round, select a new value to see its reasons.';
      this.root.replaceChildren(title, element('p', { class: 'note' }, text));
      return;
    }
    const steps = why.steps.map((step) => {
      const from = step.from.map((index) => index + 1).join(', ');
      const by = step.rule === null ? '' : `: ${step.rule}${from === '' ? '' : ` from ${from}`}`;
      const line = button(`${step.text}${by}`, () => this.grid.point(step.cells));
      line.addEventListener('pointerenter', () => this.grid.point(step.cells));
      line.addEventListener('focus', () => this.grid.point(step.cells));
      line.addEventListener('pointerleave', () => this.grid.point([]));
      line.addEventListener('blur', () => this.grid.point([]));
      return element('li', {}, line);
    });
    const play = button('Play', () => this.#play(why, steps));
    this.root.replaceChildren(title, element('ol', {}, ...steps), play);
  }

  #play(why: Why, lines: HTMLElement[]): void {
    window.clearInterval(this.#playing);
    for (const line of lines) line.classList.remove('lit');
    let at = -1;
    const next = (): void => {
      const step = why.steps[at + 1];
      // The last one stays lit.
      if (step === undefined) return window.clearInterval(this.#playing);
      lines[at]?.classList.remove('lit');
      at += 1;
      lines[at]?.classList.add('lit');
      this.grid.point(step.cells);
    };
    this.#playing = window.setInterval(next, PACE);
    next();
  }
}
