// A place to solve: what is said is true, and what the player writes is the player's.

import { EXAMPLE, HARD_16, SOLVED, TWO, expect, test } from './page';

const status = '#status';

test('a verdict goes with the values that it was about', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  const solve = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Solve' }).click();
    await editor.expectStatus('Unique');
  };
  await editor.writes('Given');
  await solve();
  await editor.cell(1, 1).focus();
  await page.keyboard.press('Delete');
  await editor.expectStatus('29 givens, 52 cells open.');
  await page.keyboard.press('Control+z');
  await editor.expectStatus('Unique');
  await page.keyboard.press('Control+z');
  await editor.expectStatus('30 givens, 51 cells open.');
  await solve();
  await editor.cell(1, 4).focus();
  await page.keyboard.press('2');
  await expect(page.locator(status)).not.toContainText('Unique');
  await page.keyboard.press('5');
  await editor.expectStatus('Clash: row 1 has two 5s');
  await page.keyboard.press('Control+z');
  await expect(page.locator(status)).not.toContainText('Clash');
  await editor.empty('9×9');
  await editor.cell(1, 1).focus();
  await page.keyboard.press('5');
  await editor.expectStatus('1 given, 80 cells open.');
});

test('an edit ends what runs, and says so', async ({ editor, page }) => {
  await editor.open();
  await editor.empty('16×16');
  await page.getByRole('button', { name: 'Count' }).click();
  await editor.expectStatus('Counting …');
  await editor.cell(1, 1).focus();
  await page.keyboard.press('3');
  await editor.expectStatus('Counting ended, as the grid was changed.');
  await editor.idle();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await editor.open(HARD_16);
  await page.getByRole('button', { name: 'Solve' }).click();
  await editor.expectStatus('Solving …');
  await editor.paste(EXAMPLE);
  await editor.expectStatus('Read a puzzle with 30 givens.');
});

test('a hint does not build on a wrong value', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await editor.cell(1, 3).focus();
  await page.keyboard.press('1');
  await expect(editor.cell(1, 3)).toHaveAttribute('aria-label', 'row 1, column 3, entered 1');
  await page.getByRole('button', { name: 'Hint' }).click();
  await editor.expectStatus('Row 1, column 3: 1 contradicts the puzzle.');
  await expect(editor.cell(1, 3)).toHaveAttribute('aria-label', 'row 1, column 3, entered 1, wrong');
  await page.getByRole('button', { name: 'Solve' }).click();
  await editor.expectStatus(/Unique: .* Row 1, column 3: 1 contradicts the puzzle\./);
  await expect(editor.cell(1, 3)).toHaveClass(/wrong/);
  await editor.cell(1, 3).focus();
  await page.keyboard.press('4');
  await expect(editor.cell(1, 3)).not.toHaveClass(/wrong/);
  // A grid of the same puzzle with a wrong value, pasted.
  await page.reload();
  await editor.expectGrid(EXAMPLE);
  await editor.paste(EXAMPLE.replace('53.', '531'));
  await editor.expectStatus('Read the same puzzle with 1 more value.');
  await page.getByRole('button', { name: 'Hint' }).click();
  await editor.expectStatus('Row 1, column 3: 1 contradicts the puzzle.');
});

test('without a solution, the givens that clash are marked and no hint is given', async ({ editor, page }) => {
  await editor.open();
  await page.getByLabel('Example').selectOption('No solution');
  await page.getByRole('button', { name: 'Hint' }).click();
  await editor.expectStatus(/No solution: no grid has the \d+ marked givens together\./);
  const n = Number(/the (\d+) marked/.exec(await page.locator(status).innerText())?.[1]);
  expect(n).toBeLessThan(20);
  await expect(page.locator('.cell.wrong')).toHaveCount(n);
});

test('no click is lost', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await page.evaluate(() => {
    for (let i = 0; i < 51; i++) document.getElementById('hint')?.click();
  });
  await editor.expectGrid(SOLVED);
});

test('values are checked', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  const check = page.getByRole('button', { name: 'Check' });
  await check.click();
  await editor.expectStatus('You have entered no values to check.');
  await editor.cell(1, 3).focus();
  await page.keyboard.press('4');
  await check.click();
  await editor.expectStatus('Your value is right.');
  await editor.cell(1, 4).focus();
  await page.keyboard.press('2');
  await page.keyboard.press('Shift+Enter');
  await editor.expectStatus('Row 1, column 4: 2 contradicts the puzzle.');
  await editor.open(TWO);
  await editor.cell(1, 2).focus();
  await page.keyboard.press('1');
  await check.click();
  await editor.expectStatus(/none with all these values|fits one of the solutions/);
});

test('marks and colours are apart from values, and undone like them', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  const cell = editor.cell(1, 3);
  await cell.focus();
  await page.keyboard.press('Shift+Digit1');
  await page.keyboard.press('Shift+Digit2');
  await page.keyboard.press('Alt+Digit4');
  await editor.writes('Colour');
  await cell.focus();
  await page.keyboard.press('3');
  const label = 'row 1, column 3, blank, corner marks 1 2, centre marks 4, blue';
  await expect(cell).toHaveAttribute('aria-label', label);
  await editor.writes('Value');
  await cell.focus();
  await page.keyboard.press('4');
  await expect(cell).toHaveAttribute('aria-label', 'row 1, column 3, entered 4, blue');
  await page.keyboard.press('Delete');
  await expect(cell).toHaveAttribute('aria-label', label);
  for (let i = 0; i < 6; i++) await page.keyboard.press('Control+z');
  await expect(cell).toHaveAttribute('aria-label', 'row 1, column 3, blank');
  // What the player writes is not the puzzle.
  expect(new URL(page.url()).hash).toBe(`#${EXAMPLE}`);
  await page.getByRole('button', { name: 'Candidates' }).click();
  await expect(cell).toHaveAttribute('aria-label', 'row 1, column 3, blank, candidates 1 2 4');
  await page.getByRole('button', { name: 'Candidates' }).click();
  await expect(cell).toHaveAttribute('aria-label', 'row 1, column 3, blank');
});

test('the cells with the selected value are lit', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await editor.cell(1, 1).click();
  await expect(page.locator('.cell.same')).toHaveCount(2);
  await editor.cell(1, 3).click();
  await expect(page.locator('.cell.same')).toHaveCount(0);
});

test('the keypad keeps the selection and goes on', async ({ editor, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await editor.open();
  await editor.empty('9×9');
  await editor.cell(1, 1).click();
  for (const key of ['5', '3', 'Erase', '7']) await page.locator('#keys').getByRole('button', { name: key, exact: true }).click();
  await editor.expectGrid(`53.7${'.'.repeat(77)}`);
  await expect(editor.cell(1, 5)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(editor.cell(2, 5)).toBeFocused();
});

test('from the top of the page to Solve it is at most five tabs, and the grid is one stop', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  let n_tabs = 0;
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.id ?? '');
  do {
    await page.keyboard.press('Tab');
    n_tabs += 1;
  } while ((await focused()) !== 'solve' && n_tabs < 20);
  expect(n_tabs).toBeLessThanOrEqual(5);
  await page.keyboard.press('Shift+Tab');
  await expect(editor.cell(1, 1)).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await editor.expectStatus('Unique');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('there is one live region', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  for (const tab of ['CNF', 'RDF', 'Rules', 'Packages']) {
    await editor.tab(tab);
    const live = page.locator('[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]');
    await expect(live).toHaveCount(1);
  }
});

test('a text with several puzzles is a list, and each keeps its values', async ({ editor, page }) => {
  await editor.open();
  await editor.paste(`${EXAMPLE}\n${TWO}\n${SOLVED}\n`);
  await editor.expectStatus('Read 3 puzzles. This is the first.');
  await editor.expectGrid(EXAMPLE);
  await editor.cell(1, 3).focus();
  await page.keyboard.press('4');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await editor.expectGrid(TWO);
  await page.locator('#puzzles').selectOption({ index: 2 });
  await editor.expectGrid(SOLVED);
  await page.locator('#puzzles').selectOption({ index: 0 });
  await editor.expectGrid(EXAMPLE.replace('53.', '534'));
  // All of them are printed, six on a page.
  await page.evaluate(() => {
    window.print = () => (document.title = String(document.querySelectorAll('#sheet svg').length));
  });
  await page.getByText('Share and print').click();
  await page.getByRole('button', { name: 'Print' }).click();
  await expect.poll(() => page.title()).toBe('3');
});

test('the grid is saved as SVG and as PNG', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await page.getByText('Share and print').click();
  for (const [name, start] of [['SVG', '<svg'], ['PNG', '\u0089PNG']] as const) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('latin1');
    expect(text.startsWith(start)).toBe(true);
    if (name === 'SVG') expect(text.match(/<text /g)).toHaveLength(30);
  }
});

test('a new puzzle is what was asked for', async ({ editor, page }) => {
  await editor.open();
  await page.getByText('Make a new puzzle').click();
  await page.locator('#givens').fill('36');
  await page.getByLabel('Pattern').selectOption('half-turn');
  await page.getByRole('button', { name: 'Make a puzzle' }).click();
  await editor.expectStatus('A new puzzle with 36 givens and one solution.');
  const line = await editor.line();
  const shape = (text: string): string => text.replace(/[1-9]/g, 'x');
  expect(shape(line)).toBe(shape([...line].reverse().join('')));
  await page.locator('#givens').fill('');
  await page.getByLabel('Pattern').selectOption('none');
  await page.getByLabel('Hardest step').selectOption('subset');
  await page.getByRole('button', { name: 'Make a puzzle' }).click();
  await expect(page.locator(status)).not.toContainText('36 givens');
  await editor.expectStatus('and one solution.');
  await page.getByRole('button', { name: 'Solve' }).click();
  await editor.expectStatus('hardest step: subset');
});

test('a file is dropped, also in UTF-16', async ({ editor, page }) => {
  await editor.open(TWO);
  for (const [text, encoding] of [[EXAMPLE, 'utf8'], [SOLVED, 'utf16le']] as const) {
    const bytes = [...Buffer.from(`\ufeff${text}\n`, encoding)];
    await page.evaluate((bytes) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(bytes)], 'puzzle.txt'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, bytes);
    await editor.expectGrid(text);
  }
});

test('the time can be hidden', async ({ editor, page }) => {
  await editor.open();
  await expect(page.locator('#time')).toHaveText(/^\d+:\d\d$/);
  await page.getByRole('button', { name: 'Hide time' }).click();
  await expect(page.locator('#time')).toBeHidden();
});

test('a large grid is zoomed on a small screen', async ({ editor, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await editor.open();
  await editor.empty('25×25');
  const width = async (): Promise<number> => (await editor.cell(1, 1).boundingBox())?.width ?? 0;
  expect(await width()).toBeLessThan(20);
  for (let i = 0; i < 3; i++) await page.getByRole('button', { name: /^Zoom/ }).click();
  expect(await width()).toBeGreaterThan(40);
  await editor.cell(1, 25).click();
  await expect(editor.cell(1, 25)).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
});

test('the grid stays in sight while rules run on a phone', async ({ editor, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await editor.open(EXAMPLE);
  await editor.tab('Rules');
  const run = page.getByRole('button', { name: 'Run a round' });
  await run.click();
  await editor.expectStatus('Round 1');
  await expect(run).toBeInViewport();
  await expect(editor.cell(9, 9)).toBeInViewport();
  await expect(page.locator(status)).toBeInViewport();
});

test('it opens and solves again without a network', async ({ editor, page, context }) => {
  await editor.open(EXAMPLE);
  await expect(page.locator('html')).toHaveAttribute('data-offline', 'ready');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await context.setOffline(true);
  await page.reload();
  await editor.ready();
  await editor.expectGrid(EXAMPLE);
  await page.getByRole('button', { name: 'Solve' }).click();
  await editor.expectGrid(SOLVED);
  // What was never asked for before is there, too.
  await editor.tab('Rules');
  await page.getByRole('button', { name: 'Run a round' }).click();
  await editor.expectStatus('Round 1');
  await editor.tab('CNF');
  await expect(page.locator('#panel-cnf .clause').first()).toBeVisible();
});

test('a module that does not load is said, and nothing pretends to work', async ({ page }) => {
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto(process.env['PAGE'] ?? '');
  await expect(page.locator(status)).toContainText('The page could not start: ');
  await expect(page.getByRole('button', { name: 'Solve' })).toBeDisabled();
});

test('a page that is not kept for later says so', async ({ page }) => {
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('not allowed here'));
  });
  await page.goto(process.env['PAGE'] ?? '');
  await expect(page.locator('#offline')).toContainText('Not kept in the browser for use without a network: not allowed here.');
});

test('an address that is not a puzzle is said, and the grid stays', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  for (const [address, why] of [
    ['%E0%A4', 'it is not text'],
    [`circles:${TWO}`, 'unknown variant'],
    ['12', 'expected'],
  ] as const) {
    await page.evaluate((address) => (location.hash = `#${address}`), address);
    await editor.expectStatus(/^The address is not a puzzle: /);
    await editor.expectStatus(why);
    await editor.idle();
    await editor.expectGrid(EXAMPLE);
  }
});

test('a fault of the module is said, and the next call has a new one', async ({ page }) => {
  // The first worker that is asked for candidates answers as a module that has failed, and then no more.
  await page.addInitScript(() => {
    let fails = true;
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: { id?: number; name?: string }) {
      if (fails && message.name === 'candidates') {
        fails = false;
        this.dispatchEvent(new MessageEvent('message', { data: { id: message.id, error: 'internal error: unreachable', isFault: true } }));
        this.postMessage = () => undefined;
      } else post.call(this, message);
    };
  });
  await page.goto(process.env['PAGE'] ?? '');
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'yes');
  const candidates = page.getByRole('button', { name: 'Candidates' });
  await candidates.click();
  await expect(page.locator(status)).toContainText('Error: internal error: unreachable');
  await candidates.click();
  await expect(page.locator('.cell[aria-label*="candidates"]').first()).toBeVisible();
});

test('what nobody waits for fails aloud', async ({ page }) => {
  await page.goto(process.env['PAGE'] ?? '');
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'yes');
  await page.evaluate(() => void Promise.reject(new Error('a tab cannot be drawn')));
  await expect(page.locator(status)).toHaveText('Error: a tab cannot be drawn.');
});

test('rules begin again when their worker was cancelled', async ({ editor, page }) => {
  await editor.open(`1${'.'.repeat(80)}`);
  await editor.tab('Rules');
  const round = page.getByRole('button', { name: 'Run a round' });
  await round.click();
  await editor.expectStatus('Stalled in round 1');
  await page.evaluate(async () => {
    document.getElementById('count')?.click();
    await new Promise((resolve) => setTimeout(resolve));
    document.getElementById('cancel')?.click();
  });
  await editor.expectStatus('Cancelled.');
  await round.click();
  await editor.expectStatus('Stalled in round 1');
});
