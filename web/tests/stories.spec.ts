// Whole stories by the keyboard alone, as a person without a mouse lives them, and the story of a search.

import { EXAMPLE, SOLVED, STALLS, expect, test, tool } from './page';
import type { Page } from '@playwright/test';

/** Presses Tab until this element has the focus; how often. */
async function tabTo(page: Page, selector: string, most = 60): Promise<number> {
  for (let presses = 1; presses <= most; presses++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)) return presses;
  }
  throw new Error(`${selector} is not reached by ${most} presses of Tab`);
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** The cell that has the focus, by its name. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
}

test('from the top to Solve, and the skip link', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  expect(await tabTo(page, '#solve')).toBeLessThanOrEqual(5);
  await press(page, 'Enter');
  await editor.expectGrid(SOLVED);
  await page.reload();
  await editor.ready();
  await press(page, 'Tab', 'Enter', 'Tab');
  expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/solve|hint/);
});

test('a teacher shows the clauses, a search and the rules by keys alone', async ({ editor, page }) => {
  await editor.open('1.2424.3..4..132');
  await tabTo(page, '[role=tab][aria-selected=true]');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('tab-cnf');
  // A literal is met, and its cell lit.
  await tabTo(page, '.literal');
  await expect(page.locator('.cell.pointed')).toHaveCount(1);
  await press(page, 'ArrowRight');
  await expect(page.locator('.named')).toContainText('is r');
  // The search, step by step.
  await tabTo(page, '#story-next');
  await press(page, 'Enter');
  await expect(page.locator('.story li')).toHaveCount(1);
  await expect(page.locator('.story li').first()).toHaveText(/r\dc\d.\d, a clause of its own \(the givens\)/);
  await press(page, 'Enter', 'Enter');
  await expect(page.locator('.story li')).toHaveCount(3);
  await expect(page.locator('.cell .marks').first()).toBeVisible();
  // The rules, and why a value follows.
  await page.keyboard.press('Shift+Tab');
  await tabBack(page, '[role=tab][aria-selected=true]');
  await press(page, 'ArrowRight', 'ArrowRight');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('tab-rules');
  await tabToText(page, 'Run a round');
  await press(page, 'Enter');
  await editor.expectStatus('Solved by rules in 1 round.');
  await tabBack(page, '.cell');
  const found = await page.locator('.cell').evaluateAll((cells) => cells.findIndex((cell) => cell.classList.contains('found')));
  await press(page, 'Home');
  await goTo(page, found, 4);
  await expect(page.locator('.why li').first()).toBeVisible();
});

test('a student solves by keys alone: marks, values, a mistake, hints, undo', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await tabTo(page, '.cell');
  expect(await focused(page)).toContain('row 1, column 1');
  await press(page, 'ArrowRight', 'ArrowRight', 'Alt+Digit1', 'Alt+Digit4');
  await expect(editor.cell(1, 3)).toHaveAttribute('aria-label', /centre marks 1 4/);
  await press(page, '1', 'Shift+Enter');
  await editor.expectStatus('Row 1, column 3: 1 contradicts the puzzle');
  await press(page, 'Control+z', '4', 'Shift+Enter');
  await editor.expectStatus('Your value is right.');
  await press(page, 'Enter');
  await editor.expectStatus(/one place left|can only/);
  await press(page, 'Control+Enter');
  await editor.expectGrid(SOLVED);
  await press(page, '?');
  await expect(page.locator('dialog')).toBeVisible();
  await press(page, 'Escape');
  await expect(page.locator('dialog')).toBeHidden();
});

test('a setter makes a puzzle by keys alone: empty grid, givens, Count, link', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await tabTo(page, '#sides');
  // The first option is 4×4.
  await press(page, 'ArrowDown');
  await editor.expectStatus('An empty grid.');
  await tabTo(page, '.cell');
  for (const key of ['1', 'ArrowRight', '2', 'ArrowRight', '3']) await press(page, key);
  await editor.expectStatus('3 givens, 13 cells open.');
  await tabToText(page, 'Count');
  await press(page, 'Enter');
  // 288 grids, of which each first row is as frequent.
  const printed = JSON.parse(tool('puzzle-solve', ['--count'], '{"rows":4,"cols":4,"givens":{"r1c1":1,"r1c2":2,"r1c3":3}}\n')) as { count: number };
  await editor.expectStatus(`${printed.count} solutions.`);
  await tabToText(page, 'Share and print', 80);
  await press(page, 'Enter');
  await tabToText(page, 'Copy link');
  await press(page, 'Enter');
  await editor.expectStatus('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('#123.............');
});

test.describe('on a phone of 390 pixels', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('fingers select, write and go on; the grid stays on the screen while rules run', async ({ editor, page }) => {
    await editor.open(EXAMPLE);
    await editor.cell(1, 3).tap();
    await page.locator('#keys').getByRole('button', { name: '4', exact: true }).tap();
    await expect(editor.cell(1, 3)).toHaveAttribute('aria-label', 'row 1, column 3, entered 4');
    await expect(editor.cell(1, 4)).toHaveClass(/selected/);
    await page.locator('#keys').getByRole('button', { name: '6', exact: true }).tap();
    await expect(editor.cell(1, 4)).toHaveAttribute('aria-label', 'row 1, column 4, entered 6');
    await page.getByRole('button', { name: 'Check' }).tap();
    await editor.expectStatus('Your 2 values are right.');
    await page.getByRole('tab', { name: 'Rules' }).tap();
    await page.getByRole('button', { name: 'Run a round' }).tap();
    await editor.expectStatus('Round 1');
    await expect(editor.cell(9, 9)).toBeInViewport();
    await expect(page.locator('#status')).toBeInViewport();
  });

  test('the same by a keyboard', async ({ editor, page }) => {
    await editor.open(STALLS);
    expect(await tabTo(page, '#solve')).toBeLessThanOrEqual(5);
    await press(page, 'Enter');
    await editor.expectStatus('needs a search');
    await page.keyboard.press('Shift+Tab');
    expect(await focused(page)).toContain('row 1, column 1');
    await press(page, 'End');
    expect(await focused(page)).toContain('row 1, column 9');
    await expect(page.locator('.cell:focus')).toBeInViewport();
  });
});

test('a search with decisions, conflicts and learnt clauses is told to its end', async ({ editor, page }) => {
  await editor.open('123....4....2...');
  const next = page.getByRole('button', { name: 'To the next decision or conflict' });
  await next.click();
  await expect(page.locator('.story li').last()).toContainText('Conflict');
  await next.click();
  await editor.expectStatus('the clauses have no model');
  // Another puzzle has another story.
  await editor.paste('................');
  await expect(page.locator('.story li')).toHaveCount(0);
  await next.click();
  await expect(page.locator('.story li.decide')).toHaveText(['Decision 1: r1c1=1']);
  await expect(editor.cell(1, 1)).toHaveAttribute('aria-label', 'row 1, column 1, blank, candidates 1');
  for (let i = 0; i < 20 && !(await page.locator('.story li.model').isVisible()); i++) await next.click();
  await editor.expectStatus('the clauses have a model');
});

async function tabToText(page: Page, text: string, most = 60): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(() => document.activeElement?.textContent?.trim())) === text) return;
  }
  throw new Error(`${text} is not reached by ${most} presses of Tab`);
}

async function tabBack(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)) return;
    await page.keyboard.press('Shift+Tab');
  }
  throw new Error(`${selector} is not reached backwards`);
}

/** Moves from the start of a row to a cell by arrows. */
async function goTo(page: Page, cell: number, side: number): Promise<void> {
  const at = await page.locator('.cell').evaluateAll((cells) => cells.findIndex((cell) => cell === document.activeElement));
  for (let row = Math.floor(at / side); row !== Math.floor(cell / side); row = (row + 1) % side) await page.keyboard.press('ArrowDown');
  for (let col = at % side; col !== cell % side; col = (col + 1) % side) await page.keyboard.press('ArrowRight');
}
