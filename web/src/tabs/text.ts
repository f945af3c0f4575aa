// A text with its Copy and Download buttons.

import { button, copy, download, element } from '../dom';
import type { Said } from '../status';

/** More of a text than this is not shown; Copy and Download have all of it. */
const SHOWN = 200_000;

export class TextView {
  readonly root: HTMLElement;
  readonly bar: HTMLElement;
  readonly #pre: HTMLElement;
  #text = '';

  constructor(label: string, say: Said, copyLabel: string, file: () => string, inBar: Node[] = []) {
    this.#pre = element('pre', { tabindex: 0, role: 'region', 'aria-label': label });
    const copyButton = button(copyLabel, () => void copy(this.#text, say));
    const downloadButton = button('Download', () => download(this.#text, file()));
    this.bar = element('div', { class: 'bar' }, ...inBar, element('span', { class: 'tools' }, copyButton, downloadButton));
    this.root = element('div', { class: 'text-view' }, this.bar, this.#pre);
  }

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    this.#text = text;
    const isLong = text.length > SHOWN;
    this.#pre.textContent = isLong ? `${text.slice(0, SHOWN)}\n… ${text.length - SHOWN} more characters` : text;
  }

  /** Shows these nodes in place of the text. */
  showNodes(nodes: Node[]): void {
    this.#pre.replaceChildren(...nodes);
  }

  setText(text: string): void {
    this.#text = text;
  }

  get pre(): HTMLElement {
    return this.#pre;
  }
}

/** A select element with these options. */
export function choice(label: string, options: [value: string, text: string][], onchange: () => void): [HTMLElement, HTMLSelectElement] {
  const select = element('select', {}, ...options.map(([value, text]) => element('option', { value }, text)));
  select.addEventListener('change', onchange);
  return [element('label', {}, `${label} `, select), select];
}
