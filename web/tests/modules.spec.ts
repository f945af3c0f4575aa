// The modules: the first screen waits for the small one alone; the others come when they are asked for, and say when they do not.

import { type Page, type Route } from '@playwright/test';
import { EXAMPLE, Editor, SOLVED, address, expect, test, tool } from './page';

const CAGES = '{"rows":4,"cols":4,"givens":{"r1c3":1,"r1c4":2,"r2c4":3},"constraints":[{"cage":{"cells":["r1c1","r1c2"],"total":7}}]}';

/** Opens the page without its service worker, which would ask past the test, and decides what becomes of a module. */
async function openWith(page: Page, module: string, decide: (route: Route) => Promise<void>): Promise<Editor> {
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('not in this test'));
  });
  await page.route(`**/${module}_bg*.wasm`, decide);
  await page.goto(`${address()}#${EXAMPLE}`);
  const editor = new Editor(page);
  await editor.ready();
  await editor.expectGrid(EXAMPLE);
  return editor;
}

/** The same with a module that comes when it is released. */
async function openHeld(page: Page, module: string): Promise<{ editor: Editor; release: () => void }> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const editor = await openWith(page, module, async (route) => {
    await released;
    await route.continue();
  });
  return { editor, release };
}

for (const [module, tab, shown] of [['clauses', 'CNF', '#panel-cnf .clause'], ['rules', 'Rules', '#run-round']] as const) {
  test(`the page works while the module of ${module} is awaited, and says that it is`, async ({ page }) => {
    const { editor, release } = await openHeld(page, module);
    await editor.tab(tab);
    const panel = page.locator(`#panel-${tab.toLowerCase()}`);
    await expect(panel.locator('.problem')).toHaveText('Loading …');
    await expect(page.locator('#loading')).toBeVisible();
    await page.getByRole('button', { name: 'Solve' }).click();
    await editor.expectGrid(SOLVED);
    release();
    await expect(page.locator(shown).first()).toBeVisible();
    await expect(panel.locator('.problem')).toHaveCount(0);
    await expect(page.locator('#loading')).toBeHidden();
  });

  test(`the module of ${module} that breaks off is said, and comes when it is asked for again`, async ({ page }) => {
    let isCut = true;
    const editor = await openWith(page, module, async (route) => {
      if (!isCut) return route.continue();
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.body()).subarray(0, 100_000) });
    });
    await editor.tab(tab);
    const panel = page.locator(`#panel-${tab.toLowerCase()}`);
    await expect(panel.locator('.problem')).toContainText(/^Not shown: the module for .* could not be loaded/);
    // All else works.
    await page.getByRole('button', { name: 'Solve' }).click();
    await editor.expectGrid(SOLVED);
    isCut = false;
    // Solving asked for the module too: a click while that comes to nothing is answered with the same.
    await expect(async () => {
      const again = panel.getByRole('button', { name: 'Try again' });
      if (await again.isVisible()) await again.click({ timeout: 1000 });
      await expect(page.locator(shown).first()).toBeVisible({ timeout: 5000 });
    }).toPass();
  });
}

test('what is written before the rules are here stays', async ({ page }) => {
  const { editor, release } = await openHeld(page, 'rules');
  await editor.tab('Rules');
  // At the first moment, before the tab says that it waits.
  await page.locator('#rules').evaluate((node: HTMLTextAreaElement) => {
    node.value = 'RULE { ?x a ?y } WHERE { OPTIONAL { } }';
    node.dispatchEvent(new Event('input'));
  });
  release();
  await expect(page.locator('.said li').first()).toContainText('a rule has no OPTIONAL');
  await expect(page.getByLabel('Rule set').locator('option')).not.toHaveCount(0);
  await expect(page.locator('#rules')).toHaveValue(/OPTIONAL/);
});

test('rules that load while the page draws are put into the menu once, and a round is not lost', async ({ page }) => {
  const { editor, release } = await openHeld(page, 'rules');
  await editor.tab('Rules');
  // Each of these draws the tab anew.
  await page.getByRole('button', { name: 'Solve' }).click();
  await editor.expectGrid(SOLVED);
  await page.getByRole('button', { name: 'Undo' }).click();
  await editor.expectGrid(EXAMPLE);
  await editor.tab('RDF');
  await editor.tab('Rules');
  release();
  const round = page.getByRole('button', { name: 'Run a round' });
  for (const number of [1, 2]) {
    await round.click();
    await editor.expectStatus(`Round ${number}:`);
  }
  await expect(page.locator('.log li')).toHaveCount(2);
  await expect(page.getByLabel('Rule set').locator('option')).toHaveCount(3);
});

test('what needs a module that does not come is refused, and the grid stays', async ({ page }) => {
  const editor = await openWith(page, '{clauses,rules}', (route) => route.abort());
  await editor.paste(CAGES);
  await editor.expectStatus('the module for clauses and constraints could not be loaded');
  await editor.paste(tool('sudoku2rdf', [], SOLVED));
  await editor.expectStatus('the module for graphs and rules could not be loaded');
  await editor.expectGrid(EXAMPLE);
});

test('a graph is read by the module of rules, without its tab', async ({ page }) => {
  const asked: string[] = [];
  const editor = await openWith(page, 'rules', async (route) => {
    asked.push(route.request().url());
    await route.continue();
  });
  expect(asked).toEqual([]);
  await editor.paste(tool('sudoku2rdf', [], SOLVED));
  await editor.expectGrid(SOLVED);
  expect(asked).toHaveLength(1);
});
