import { EXAMPLE, SOLVED, STALLS, expect, test, tool } from './page';

const SIXTEEN = 'EA..13.D.......4..C...9.D63..AF.'.padEnd(256, '.');
const PUZZLES = [EXAMPLE, '1.2424.3..4..132', SIXTEEN];

test('what is copied is what the tools print', async ({ editor, page }) => {
  for (const puzzle of PUZZLES) {
    await editor.open(puzzle);
    for (const encoding of ['natural', 'extended', 'reduced']) {
      await page.getByLabel('Encoding').selectOption(encoding);
      await expect(page.locator('#panel-cnf .note').first()).toContainText('clauses');
      const expected = tool('sudoku2cnf', ['--encoding', encoding], puzzle);
      await expect.poll(() => editor.copied('Copy CNF')).toBe(expected);
    }
    await editor.tab('RDF');
    for (const syntax of ['turtle', 'ntriples']) {
      await page.getByLabel('Syntax').selectOption(syntax);
      const expected = tool('sudoku2rdf', ['--output', syntax], puzzle);
      await expect.poll(() => editor.copied('Copy to Data Block')).toBe(expected);
      expect(expected).toContain('digits');
    }
    await editor.tab('Packages');
    await expect.poll(() => editor.copied('Copy project')).toBe(tool('sudoku2pkg', ['problem'], puzzle));
    await editor.tab('CNF');
  }
});

test('the decoders read the answers', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await page.getByRole('button', { name: 'Solve' }).click();
  await editor.expectStatus('Unique');
  await expect(page.locator('#panel-cnf pre').nth(1)).toContainText('s SATISFIABLE');
  expect(tool('sol2grid', ['--format', 'line'], await editor.copied('Copy model')).trim()).toBe(SOLVED);
  await editor.tab('RDF');
  await page.locator('#panel-rdf').getByLabel('Show').selectOption('answer');
  await expect(page.locator('#panel-rdf pre').first()).toContainText('<urn:square/3> ex:hasIndexI 1 ; ex:hasIndexJ 3 ; ex:hasValue 4 .');
  expect(tool('rdf2grid', ['--format', 'line'], await editor.copied('Copy to Data Block')).trim()).toBe(SOLVED);
  await editor.tab('Packages');
  await expect(page.locator('#panel-packages pre').nth(2)).toContainText('sudoku-cell13==4.0.0');
  expect(tool('lock2grid', ['--format', 'line'], await editor.copied('Copy lock')).trim()).toBe(SOLVED);
});

test('a download is the whole text', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await expect(page.locator('#panel-cnf pre').first()).toContainText('p cnf 729 11775');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).first().click()]);
  expect(file.suggestedFilename()).toBe('problem.cnf');
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe(tool('sudoku2cnf', [], EXAMPLE));
});

test('a variable has a name and a cell', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  const literal = page.locator('.literal', { hasText: /^325$/ }).first();
  await literal.hover();
  await expect(page.locator('.named')).toHaveText('325 is r1c1=5');
  await expect(editor.cell(1, 1)).toHaveClass(/pointed/);
  await literal.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.named')).toHaveText('164 is r1c2=3');
  await expect(editor.cell(1, 2)).toHaveClass(/pointed/);
});

test('rules run to the end', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await editor.tab('Rules');
  await page.getByRole('button', { name: 'Run to the end' }).click();
  await editor.expectStatus(/Solved by rules in \d+ rounds/);
  await editor.expectGrid(SOLVED);
  expect(await page.locator('.log li').count()).toBeGreaterThan(2);
});

test('rules run round by round, and undo goes back', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await editor.tab('Rules');
  await page.getByRole('button', { name: 'Run a round' }).click();
  await editor.expectStatus('Round 1: 35 cells open.');
  await expect(page.locator('.log li')).toHaveText(/16 new values, 153 candidates, .* ex:nakedSingle 4/);
  await expect(page.locator('.cell.found.marked')).toHaveCount(16);
  await expect(editor.cell(1, 3)).toHaveAttribute('aria-label', 'row 1, column 3, blank, candidates 1 2 4');
  await page.getByRole('button', { name: 'Run a round' }).click();
  await editor.expectStatus('Round 2:');
  await expect(page.locator('.log li')).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.cell.found')).toHaveCount(16);
});

test('rules stall, and more rules go on', async ({ editor, page }) => {
  await editor.open(STALLS);
  await editor.tab('Rules');
  await page.getByRole('button', { name: 'Run to the end' }).click();
  await editor.expectStatus(/Stalled in round \d+: \d+ cells open/);
  await page.getByLabel('Rule set').selectOption('advanced');
  await page.getByRole('button', { name: 'Run to the end' }).click();
  await editor.expectStatus(/Stalled|Solved/);
});

test('errors of rules stand at their place', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await editor.tab('Rules');
  const rules = page.getByRole('textbox', { name: 'The rules' });
  await rules.fill('PREFIX ex: <http://example.org/sudoku#>\nRULE { ?x ex:p ?y } WHERE { ?x ex:q ?y OPTIONAL { } }');
  const said = page.locator('.said li');
  await expect(said.first()).toContainText('line 2, column 40 error: a rule has no OPTIONAL');
  await said.first().getByRole('button').click();
  const selected = await rules.evaluate((node: HTMLTextAreaElement) => node.value.slice(node.selectionStart, node.selectionEnd));
  expect(selected).toBe('OPTIONAL');
  await rules.fill('PREFIX ex: <http://example.org/sudoku#>\nRULE { ?x ex:p ?y } WHERE { ?x ex:q ?y NOT { ?x ex:p ?z } }');
  await expect(said.first()).toContainText('stratif');
  await page.getByRole('button', { name: 'Run a round' }).click();
  await editor.expectStatus('The rules have errors, so none was run.');
  await rules.fill('<img src=x onerror=alert(1)>\u202e\u0000');
  await expect(said.first()).toContainText('error');
  expect(await page.locator('img').count()).toBe(0);
});
