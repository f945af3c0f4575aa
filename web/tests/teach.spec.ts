// A place to teach: reasons, and the commands that do the same.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { EXAMPLE, SOLVED, expect, test } from './page';
import { bin } from './server';

test('a value that rules found has its reasons, each with its cells', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await editor.tab('Rules');
  const why = page.locator('.why');
  await expect(why).toContainText('After a round');
  await page.getByRole('button', { name: 'Run a round' }).click();
  await editor.expectStatus('Round 1');
  await editor.cell(5, 5).click();
  await expect(why).toContainText('Why: row 5, column 5');
  const last = why.locator('li').last();
  await expect(last).toContainText(/row 5, column 5 hasValue 5: \S+ from \d/);
  await last.getByRole('button').hover();
  await expect(editor.cell(5, 5)).toHaveClass(/pointed/);
  await why.getByRole('button', { name: 'Play' }).click();
  await expect(why.locator('li.lit')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(why).toContainText('After a round');
});

test('a clause lights its cells', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  const clause = page.locator('.clause', { hasText: /^1 82 163/ });
  await clause.hover();
  await expect(editor.cell(1, 1)).toHaveClass(/pointed/);
  await expect(page.locator('.cell.pointed')).toHaveCount(1);
});

test('the selected cell drives the tabs', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await page.locator('#panel-cnf').getByLabel('Show').selectOption('cell');
  await editor.cell(5, 5).click();
  const clauses = page.locator('#panel-cnf pre').first();
  await expect(clauses).toContainText('253 clauses of row 5, column 5');
  await expect(clauses.locator('.clause')).toHaveCount(253);
  await editor.tab('RDF');
  await page.locator('#panel-rdf').getByLabel('Show').selectOption('cell');
  await editor.cell(1, 2).click();
  await expect(page.locator('#panel-rdf pre').first()).toHaveText('<urn:square/2> ex:hasIndexI 1 ; ex:hasIndexJ 2 ; ex:hasValue 3 .');
  await editor.tab('Packages');
  await editor.cell(1, 3).click();
  await expect(page.getByRole('region', { name: 'The package of the selected cell' })).toContainText('sudoku-cell13 4.0.0\n  sudoku-cell11!=4.0.0');
});

test('each tab has the commands that do the same in a shell', async ({ editor, page }) => {
  test.setTimeout(180_000);
  await editor.open(EXAMPLE);
  const folder = mkdtempSync(join(tmpdir(), 'sudoku-page-'));
  try {
    copyFileSync('../crates/rules/rules/sudoku.srl', join(folder, 'sudoku.srl'));
    const PATH = `${resolve(bin)}:${process.env['PATH'] ?? ''}`;
    for (const tab of ['CNF', 'RDF', 'Rules', 'Packages']) {
      await editor.tab(tab);
      await expect(page.locator('.shell pre:visible')).toContainText('printf');
      const command = await page.locator('.shell pre:visible').innerText();
      const said = execFileSync('sh', ['-e'], { input: command, cwd: folder, env: { ...process.env, PATH }, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
      if (tab === 'RDF') expect(said).toContain('ex:digits');
      else expect(said.replace(/[^1-9]/g, ''), tab).toBe(SOLVED);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
