// The tabs: a list of them, one panel each, by the pattern of the ARIA authoring practices.

import { PATIENCE } from '../commands';
import { button, element } from '../dom';
import { NotLoaded, isLoading } from '../engine';

export interface Panel {
  id: string;
  title: string;
  body: HTMLElement;
  /** Called when the puzzle or its answer changed, or the panel is shown. */
  update: () => Promise<void>;
}

export class Tabs {
  #current = 0;
  /** Counts the drawings: a former one says nothing more. */
  #turn = 0;
  #tabs: HTMLButtonElement[];
  #panels: HTMLElement[];

  constructor(
    root: HTMLElement,
    private readonly panels: Panel[],
  ) {
    this.#tabs = panels.map(({ id, title }, index) => {
      const tab = element('button', { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}` }, title);
      tab.addEventListener('click', () => this.show(index));
      return tab;
    });
    this.#panels = panels.map(({ id, body }) =>
      element('div', { role: 'tabpanel', id: `panel-${id}`, 'aria-labelledby': `tab-${id}`, tabindex: 0 }, body),
    );
    const list = element('div', { role: 'tablist', 'aria-label': 'Engines' }, ...this.#tabs);
    list.addEventListener('keydown', (event) => this.#key(event));
    root.append(list, ...this.#panels);
    this.#draw();
  }

  show(index: number): void {
    this.#current = index;
    document.body.dataset['tab'] = this.panels[index]?.id ?? '';
    this.#draw();
    void this.update();
  }

  /** Draws the panel that is shown; where it has nothing for the puzzle, or its module is not here, it says why. */
  async update(): Promise<void> {
    const panel = this.panels[this.#current];
    const root = this.#panels[this.#current];
    if (panel === undefined || root === undefined) return;
    const turn = ++this.#turn;
    const waiting = setTimeout(() => {
      if (turn === this.#turn && isLoading()) this.#say(root, panel, 'Loading …');
    }, PATIENCE);
    try {
      await panel.update();
      if (turn === this.#turn) this.#say(root, panel, null);
    } catch (error) {
      if (turn !== this.#turn) return;
      const problem = error instanceof Error ? error.message : String(error);
      if (error instanceof NotLoaded) this.#say(root, panel, `Not shown: ${problem}. `, button('Try again', () => void this.update()));
      else this.#say(root, panel, `Not for this puzzle: ${problem}.`);
    } finally {
      clearTimeout(waiting);
    }
  }

  /** Says something in the place of a panel; `null` shows the panel. */
  #say(root: HTMLElement, panel: Panel, text: string | null, ...more: Node[]): void {
    root.querySelector('.problem')?.remove();
    if (text !== null) root.prepend(element('p', { class: 'note problem' }, text, ...more));
    panel.body.hidden = text !== null;
  }

  #draw(): void {
    this.#tabs.forEach((tab, index) => {
      tab.setAttribute('aria-selected', String(index === this.#current));
      tab.tabIndex = index === this.#current ? 0 : -1;
    });
    this.#panels.forEach((panel, index) => (panel.hidden = index !== this.#current));
  }

  #key(event: KeyboardEvent): void {
    const last = this.#tabs.length - 1;
    const next: Record<string, number> = {
      ArrowRight: this.#current === last ? 0 : this.#current + 1,
      ArrowLeft: this.#current === 0 ? last : this.#current - 1,
      Home: 0,
      End: last,
    };
    const index = next[event.key];
    if (index === undefined) return;
    this.show(index);
    this.#tabs[index]?.focus();
    event.preventDefault();
  }
}
