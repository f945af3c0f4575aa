// What a variant draws over the grid, as SVG: diagonals and windows. Regions are the thick lines of the grid itself.

import type { Board } from './types';

export class Overlay {
  #drawn = '';

  constructor(private readonly root: SVGSVGElement) {}

  draw({ block, variants = [] }: Board): void {
    const [height, width] = block;
    const side = height * width;
    const shown = `${height}x${width} ${variants.join(' ')}`;
    if (this.#drawn === shown) return;
    this.#drawn = shown;
    this.root.setAttribute('viewBox', `0 0 ${side} ${side}`);
    this.root.toggleAttribute('hidden', variants.length === 0);
    this.root.replaceChildren(
      ...(variants.includes('diagonals') ? [path(`M0 0L${side} ${side}M${side} 0L0 ${side}`, 'diagonal')] : []),
      ...(variants.includes('windows') ? [path(windows(height, width), 'window')] : []),
    );
  }
}

/** Blocks one cell away from the edges, with one cell between them. */
function windows(height: number, width: number): string {
  const side = height * width;
  const starts = (step: number): number[] => Array.from({ length: side }, (_, i) => 1 + i * (step + 1)).filter((at) => at + step < side);
  return starts(height)
    .flatMap((row) => starts(width).map((col) => `M${col} ${row}h${width}v${height}h${-width}z`))
    .join('');
}

function path(d: string, name: string): SVGPathElement {
  const node = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  node.setAttribute('d', d);
  node.setAttribute('class', name);
  return node;
}
