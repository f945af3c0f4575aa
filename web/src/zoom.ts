// Large grids on small screens: cells that a finger hits, in a frame that scrolls.

import type { GridView } from './grid';

const FACTORS = [1, 1.5, 2, 3];

export function zoom(grid: GridView, toggle: HTMLButtonElement, frame: HTMLElement): void {
  let index = 0;
  const show = (): void => {
    const factor = FACTORS[index] ?? 1;
    frame.style.setProperty('--zoom', String(factor));
    toggle.textContent = factor === 1 ? 'Zoom' : `Zoom ${factor}×`;
    toggle.setAttribute('aria-pressed', String(factor > 1));
    grid.root.querySelector('.selected')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  toggle.addEventListener('click', () => {
    index = (index + 1) % FACTORS.length;
    show();
  });
  grid.onSelect(() => {
    if (index > 0) show();
  });
}
