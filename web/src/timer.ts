// How long a puzzle has been open. The clock stands while the page is hidden and when the grid is full.

import { button, element } from './dom';
import type { Puzzles } from './puzzles';
import type { State } from './state';

export function timer(state: State, puzzles: Puzzles, root: HTMLElement): void {
  const time = element('span', { id: 'time', role: 'timer', 'aria-live': 'off', 'aria-label': 'Time' });
  const toggle = button('Hide time', () => {
    time.hidden = !time.hidden;
    toggle.textContent = time.hidden ? 'Show time' : 'Hide time';
  });
  let seconds = 0;
  const draw = (): void => {
    const two = (n: number): string => String(n).padStart(2, '0');
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    time.textContent = `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
  };
  puzzles.onOpen(() => {
    seconds = 0;
    draw();
  });
  setInterval(() => {
    if (document.hidden || !state.filled().cells.includes(0)) return;
    seconds += 1;
    draw();
  }, 1000);
  draw();
  root.append(time, toggle);
}
