// What a puzzle has besides its houses and givens: drawn over the grid as SVG, and listed in words.

import { drawing, elements } from './constraints';
import { count, element } from './dom';
import { quick } from './engine';
import { type Board, sizeOf } from './types';

export class Overlay {
  #drawn = '';

  /** `board` is the element that the room around the grid belongs to, `list` that of the words. */
  constructor(
    private readonly root: SVGSVGElement,
    private readonly board: HTMLElement,
    private readonly list: HTMLElement,
  ) {}

  async draw(puzzle: Board): Promise<void> {
    const { block, size, variants = [], spec } = puzzle;
    const shown = JSON.stringify([block, size, variants, spec]);
    if (this.#drawn === shown) return;
    this.#drawn = shown;
    const { shapes, margin } = drawing(puzzle);
    const { rows, cols } = sizeOf(puzzle);
    const [across, down] = [cols + 2 * margin, rows + 2 * margin];
    this.root.setAttribute('viewBox', `${-margin} ${-margin} ${across} ${down}`);
    // The longer side is as wide as the page lets it be.
    this.root.style.setProperty('--across', String(across / Math.max(across, down)));
    this.root.style.setProperty('--down', String(down / Math.max(across, down)));
    this.root.toggleAttribute('hidden', shapes.length === 0);
    this.root.replaceChildren(...elements(shapes));
    this.board.style.setProperty('--outside', String(margin));
    this.list.hidden = true;
    const words = spec === undefined ? [] : await quick.call('constraints', puzzle).catch((error: unknown) => {
      // They are asked for again when the grid is drawn again.
      if (this.#drawn === shown) this.#drawn = '';
      throw error;
    });
    if (this.#drawn !== shown) return;
    this.list.hidden = words.length === 0;
    const items = words.map((text) => element('li', {}, text));
    this.list.replaceChildren(element('summary', {}, count(words.length, 'constraint')), element('ul', {}, ...items));
  }
}
