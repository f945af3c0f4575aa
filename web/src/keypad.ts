// The keys under the grid, and what they write: givens, values, marks or colours.

import { button, element } from './dom';
import { COLOURS, type GridView } from './grid';
import { LAYERS, type Layer, type State } from './state';

const NAMES: Record<Layer, [short: string, long: string]> = {
  given: ['Given', 'Keys write givens of the puzzle'],
  value: ['Value', 'Keys write your values'],
  corner: ['Corner', 'Keys write marks in the corner'],
  centre: ['Centre', 'Keys write marks in the centre'],
  colour: ['Colour', 'Keys colour the cell'],
};

export class Keypad {
  readonly #radios = new Map<Layer, HTMLInputElement>();
  readonly #keys = element('div', { id: 'keys', role: 'group', 'aria-label': 'Values' });
  #drawn = '';

  constructor(
    private readonly state: State,
    private readonly grid: GridView,
    root: HTMLElement,
  ) {
    const choices = LAYERS.map((layer) => {
      const radio = element('input', { type: 'radio', name: 'layer', value: layer, checked: layer === 'given' });
      radio.addEventListener('change', () => this.draw());
      this.#radios.set(layer, radio);
      return element('label', { title: NAMES[layer][1] }, radio, NAMES[layer][0]);
    });
    const layers = element('fieldset', { id: 'layers' }, element('legend', { class: 'unseen' }, 'Keys write'), ...choices);
    // The selected cell keeps the focus.
    this.#keys.addEventListener('pointerdown', (event) => event.preventDefault());
    root.append(layers, this.#keys);
  }

  get layer(): Layer {
    return LAYERS.find((layer) => this.#radios.get(layer)?.checked) ?? 'value';
  }

  set layer(layer: Layer) {
    const radio = this.#radios.get(layer);
    if (radio !== undefined) radio.checked = true;
    this.draw();
  }

  nextLayer(): void {
    const next = (LAYERS.indexOf(this.layer) + 1) % LAYERS.length;
    this.layer = LAYERS[next] ?? 'value';
  }

  /** Writes into the selected cell. */
  write(value: number, layer = this.layer): void {
    if (layer !== 'colour' || value <= COLOURS.length) this.state.write(layer, this.grid.current, value);
  }

  /** Draws the keys, if they are others than before. */
  draw(): void {
    const isColour = this.layer === 'colour';
    const shown = `${isColour ? 'colour' : ''} ${this.grid.symbols.join(' ')}`;
    if (this.#drawn === shown) return;
    this.#drawn = shown;
    const keys = isColour
      ? COLOURS.map((name, index) => this.#key(name, index + 1, { class: 'colour', 'data-colour': index + 1 }))
      : this.grid.symbols.map((symbol, index) => this.#key(symbol, index + 1));
    this.#keys.replaceChildren(...keys, this.#key('Erase', 0, { class: 'erase' }));
  }

  /** A key; a value that it writes is followed by the next open cell. */
  #key(label: string, value: number, attributes: Record<string, string | number> = {}): HTMLButtonElement {
    const press = (): void => {
      this.write(value);
      if (this.layer === 'given' || (this.layer === 'value' && value > 0)) this.#advance();
    };
    return button(label, press, { tabindex: -1, ...attributes });
  }

  #advance(): void {
    const { cells } = this.state.now.puzzle;
    const { current } = this.grid;
    const isNext = (cell: number): boolean => this.layer === 'given' || this.state.value(cell) === 0;
    const order = cells.map((_, step) => (current + 1 + step) % cells.length);
    const next = order.find(isNext);
    if (next !== undefined) this.grid.select(next);
  }
}
