// What goes out: paper with one puzzle or several, pictures, the link.

import type { Commands } from './commands';
import { button, copy, download } from './dom';
import { quick } from './engine';
import type { GridView } from './grid';
import { png, svg } from './picture';
import type { Puzzles } from './puzzles';
import type { State } from './state';
import type { Said } from './status';

export function output(state: State, grid: GridView, puzzles: Puzzles, commands: Commands, say: Said, bar: HTMLElement, sheet: HTMLElement): void {
  const picture = (): SVGSVGElement => svg(state.now.puzzle, grid.symbols, state.now);
  const savePng = (): Promise<void> =>
    commands.run('Drawing', async () => download(await png(state.now.puzzle, grid.symbols, state.now), 'sudoku.png'));
  const saveSvg = (): void => download(new Blob([new XMLSerializer().serializeToString(picture())], { type: 'image/svg+xml' }), 'sudoku.svg');
  const print = (): Promise<void> =>
    commands.run('Printing', async () => {
      const boards = puzzles.boards;
      if (boards.length > 1) {
        const looks = await Promise.all(boards.map((board) => quick.call('look', board)));
        sheet.replaceChildren(...boards.map((board, index) => svg(board, looks[index]?.symbols ?? [], null)));
      }
      window.print();
    });
  window.addEventListener('afterprint', () => sheet.replaceChildren());
  /** The link of another program: both read the same text. */
  const copyLink = (before: string): Promise<void> =>
    commands.run('Writing a link', async () => copy(`${before}${await quick.call('f_puzzles', state.now.puzzle)}`, say), true);
  bar.append(
    button('Copy link', () => void copy(location.href, say)),
    button('SudokuPad link', () => void copyLink('https://sudokupad.app/fpuzzles'), { title: 'Copy a link that SudokuPad opens' }),
    button('f-puzzles link', () => void copyLink('https://www.f-puzzles.com/?load='), { title: 'Copy a link that f-puzzles opens' }),
    button('Print', () => void print(), { id: 'print' }),
    button('SVG', saveSvg, { title: 'Download the grid as SVG' }),
    button('PNG', () => void savePng(), { title: 'Download the grid as PNG' }),
  );
}
