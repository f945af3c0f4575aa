// The page as a whole: accessibility, policy, offline, speed.

import axe from 'axe-core';
import type { Page } from '@playwright/test';
import { existsSync, readFileSync } from 'node:fs';
import { EXAMPLE, HARD_16, SOLVED, TWO, address, expect, test } from './page';

/** What axe finds wrong in the page, a line each. */
async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  });
}

const TABS = ['CNF', 'RDF', 'Rules', 'Packages'];

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 768, 1440]) {
    test(`no barrier at ${width} pixels, ${colorScheme}`, async ({ editor, page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await editor.open(TWO);
      await page.getByText('Paste or open puzzles').click();
      for (const tab of TABS) {
        await editor.tab(tab);
        if (tab === 'RDF') await page.getByRole('button', { name: 'Solve' }).click();
        if (tab === 'Rules') await page.getByRole('button', { name: 'Run a round' }).click();
        if (tab === 'Packages') {
          await editor.writes('Value');
          await editor.cell(1, 2).focus();
          await page.keyboard.press('8');
          await editor.expectStatus('Clash');
        }
        expect(await barriers(page)).toEqual([]);
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(overflow).toBe(0);
    });
  }
}

test('at 200 % nothing is cut off', async ({ editor, page }) => {
  // Twice as large letters on half the width are what zooming to 200 % is.
  await page.setViewportSize({ width: 320, height: 450 });
  await editor.open(EXAMPLE);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow).toBe(0);
});

test('paper has the grid alone', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await page.emulateMedia({ media: 'print' });
  await expect(editor.cell(1, 1)).toBeVisible();
  for (const id of ['#solve', '#tabs', '#status', 'h1']) await expect(page.locator(id)).toBeHidden();
});

test('the policy allows nothing but files of the page', async ({ editor, page }) => {
  const response = await page.request.get(address());
  const policy = response.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|\*|https?:|data:/);
  const html = await response.text();
  expect(html).not.toMatch(/<script(?![^>]* src=)|\son\w+=|<style|\sstyle=|javascript:/);
  await editor.open();
});

test('it works without a network', async ({ editor, page, context }) => {
  await editor.open(EXAMPLE);
  // What is kept for later is fetched now.
  await expect(page.locator('html')).toHaveAttribute('data-offline', 'ready');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Solve' }).click();
  await editor.expectGrid(SOLVED);
  for (const tab of TABS) await editor.tab(tab);
  await expect(page.locator('#panel-packages pre').first()).toContainText('sudoku-problem');
  await editor.paste(HARD_16);
  await editor.expectGrid(HARD_16);
  await page.getByRole('button', { name: 'Solve' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await editor.paste(EXAMPLE);
  await editor.expectGrid(EXAMPLE);
  await page.getByRole('button', { name: 'Solve' }).click();
  await editor.expectGrid(SOLVED);
});

const hardest = '../../shared/data/hardest_1106.txt';

test('a 9×9 puzzle is solved before one notices', async ({ editor, page }) => {
  test.setTimeout(600_000);
  const file = existsSync(hardest) ? readFileSync(hardest, 'utf8') : `${EXAMPLE}\n${TWO}\n`;
  if (!existsSync(hardest)) console.log('not run: the hardest puzzles are not beside this checkout; two others are solved');
  const puzzles = file.split('\n').map((line) => line.slice(0, 81)).filter((line) => /^[\d.]{81}$/.test(line));
  await editor.open();
  const times: number[] = [];
  for (const puzzle of puzzles) {
    await editor.paste(puzzle);
    times.push(
      await page.evaluate(async (puzzle) => {
        const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
        const status = document.getElementById('status') as HTMLElement;
        const count = (name: string): number => document.getElementsByClassName(name).length;
        const n_givens = [...puzzle].filter((c) => /[1-9]/.test(c)).length;
        while (count('given') !== n_givens || !status.textContent?.startsWith('Read ') || count('found') > 0) await frame();
        const start = performance.now();
        document.getElementById('solve')?.click();
        while (count('given') + count('found') !== 81) await frame();
        return performance.now() - start;
      }, puzzle),
    );
  }
  times.sort((a, b) => a - b);
  const at = (part: number): string => (times[Math.floor(part * (times.length - 1))] ?? 0).toFixed(1);
  console.log(`from the click to the drawn solution, ${times.length} puzzles: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, most ${at(1)} ms`);
  expect(times).toHaveLength(puzzles.length);
});
