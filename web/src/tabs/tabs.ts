// The tabs: a list of them, one panel each, by the pattern of the ARIA authoring practices.

import { element } from '../dom';

export interface Panel {
  id: string;
  title: string;
  body: HTMLElement;
  /** Called when the puzzle or its answer changed, or the panel is shown. */
  update: () => Promise<void>;
}

export class Tabs {
  #current = 0;
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

  async update(): Promise<void> {
    await this.panels[this.#current]?.update();
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
