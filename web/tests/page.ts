// The page under test. After every test: no request left its origin, and nothing was said on the console.

import { type Page, test as base, expect } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { bin } from './server';

export const EXAMPLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
export const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
export const TWO = '8....6....4.172...............3..1..4..7...8......139.6....8.......4.7.19..2..4..';
export const STALLS = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..';
/** Takes the search many seconds. */
export const HARD_16 =
  '......58....C..A...40......8D7..5.......D..789...309.D..C..4....' +
  '....D...4A....B1B..E...57...9.0...D....E.03..5ACA..5.9...B.E....' +
  '..ED...1.....C9.4B.1.A..........7....2.DA...B.459A6CF.73.45.2...' +
  '36.A7FD.......1..5..96......F.D7.E...5.....0.A.9DF70..12.39....4';

/** A SudokuPad puzzle whose lines, red and blue, have no meaning but by the setter's words. */
export function linesOfPad(wayPoints: [number, number][] = [[0.5, 0.5], [0.5, 3.5]]): string {
  const givens = ['....', '3412', '2...', '....'];
  const cells = givens.map((row) => [...row].map((value) => (value === '.' ? {} : { value: Number(value) })));
  const regions = [[0, 0], [0, 2], [2, 0], [2, 2]].map(([row = 0, col = 0]) => [[row, col], [row, col + 1], [row + 1, col], [row + 1, col + 1]]);
  const lines = [
    { color: '#FF0000FF', wayPoints },
    { color: '#ff0000', wayPoints: [[3.5, 1.5], [3.5, 3.5]] },
    { color: '#0000ff', wayPoints: [[2.5, 1.5], [2.5, 2.5]] },
  ];
  return JSON.stringify({ cells, regions, lines, overlays: [{ center: [0.5, 0.5], text: 'X' }] });
}

/** What a tool prints for a puzzle on standard input; a verdict that is negative is one too. */
export function tool(name: string, args: string[], input: string): string {
  const done = spawnSync(`${bin}/${name}`, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (done.status !== 0 && done.status !== 1) throw new Error(`${name}: ${done.error?.message ?? done.stderr}`);
  return done.stdout;
}

export class Editor {
  constructor(readonly page: Page) {}

  async open(puzzle = ''): Promise<void> {
    // While the address of a puzzle that was just read is still to be written, the old one can be opened in vain: to the
    // browser nothing changes.
    if (this.page.url().startsWith(address())) await expect(this.page.locator('body[data-drawn=yes]')).toHaveCount(1);
    await this.page.goto(`${address()}${puzzle === '' ? '' : `#${puzzle}`}`);
    await this.ready();
    await expect(this.page.locator('.cell.given').first()).toBeVisible();
    if (puzzle !== '') await this.expectGrid(puzzle);
  }

  /** Waits for the module. */
  async ready(): Promise<void> {
    await expect(this.page.locator('html')).toHaveAttribute('data-ready', 'yes');
  }

  /** Waits until nothing runs and nothing waits. */
  async idle(): Promise<void> {
    await expect(this.page.locator('body:not(.busy)[data-drawn=yes]')).toHaveCount(1);
  }

  cell(row: number, col: number): ReturnType<Page['locator']> {
    return this.page.locator('.row').nth(row - 1).locator('.cell').nth(col - 1);
  }

  /** All values in a line, by the names that a screen reader says. */
  async line(): Promise<string> {
    const names = await this.page.locator('.cell').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
    return names.map((name) => /(?:given|entered|found) (\w+)/.exec(name)?.[1] ?? '.').join('');
  }

  async expectGrid(line: string): Promise<void> {
    await expect.poll(() => this.line()).toBe(line);
  }

  async expectStatus(text: string | RegExp): Promise<void> {
    await expect(this.page.locator('#status')).toContainText(text);
  }

  /** Pastes a text onto the grid. */
  async paste(text: string): Promise<void> {
    await this.cell(1, 1).focus();
    await this.page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }

  /** Opens an empty grid from the menu. */
  async empty(side: string): Promise<void> {
    await this.page.getByLabel('Empty grid').selectOption(side);
    await this.expectStatus('An empty grid.');
  }

  /** Chooses what a key writes. */
  async writes(layer: 'Given' | 'Value' | 'Corner' | 'Centre' | 'Colour'): Promise<void> {
    await this.page.getByRole('radio', { name: layer }).check();
  }

  async tab(name: string): Promise<void> {
    await this.page.getByRole('tab', { name }).click();
  }

  /** Presses a button and gives what is on the clipboard then. */
  async copied(button: string): Promise<string> {
    await this.page.evaluate(() => navigator.clipboard.writeText(''));
    await this.page.getByRole('button', { name: button, exact: true }).click();
    await this.expectStatus('Copied.');
    return this.page.evaluate(() => navigator.clipboard.readText());
  }
}

export function address(): string {
  const page = process.env['PAGE'];
  if (page === undefined) throw new Error('the server has not said its address');
  return page;
}

export const test = base.extend<{ editor: Editor }>({
  editor: async ({ page }, use) => {
    const wrong: string[] = [];
    const origin = new URL(address()).origin;
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.origin !== origin && url.protocol !== 'blob:') wrong.push(`request to ${request.url()}`);
    });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) wrong.push(`console: ${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => wrong.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => {
      wrong.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await use(new Editor(page));
    expect(wrong).toEqual([]);
  },
});

export { expect };
