import { EXAMPLE, SOLVED, STALLS, TWO, HARD_16, expect, test } from './page';

test('a puzzle is entered by keyboard, solved and read', async ({ editor, page }) => {
  await editor.open();
  await editor.empty('9×9');
  await editor.cell(1, 1).focus();
  for (const [index, symbol] of [...EXAMPLE].entries()) {
    if (symbol !== '.') await page.keyboard.press(symbol);
    await page.keyboard.press('ArrowRight');
    // The arrow goes round in its row.
    if (index % 9 === 8) await page.keyboard.press('ArrowDown');
  }
  await editor.expectGrid(EXAMPLE);
  await page.getByRole('button', { name: 'Solve' }).press('Enter');
  await editor.expectStatus('Unique: this is the only solution');
  await editor.expectGrid(SOLVED);
  await expect(editor.cell(1, 1)).toHaveAttribute('aria-label', 'row 1, column 1, given 5');
  await expect(editor.cell(1, 3)).toHaveAttribute('aria-label', 'row 1, column 3, found 4');
});

test('keys move, clear, undo and redo', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await editor.writes('Given');
  await editor.cell(1, 1).click();
  await page.keyboard.press('Delete');
  await editor.expectGrid(`.${EXAMPLE.slice(1)}`);
  await page.keyboard.press('Control+z');
  await editor.expectGrid(EXAMPLE);
  await page.keyboard.press('Control+y');
  await editor.expectGrid(`.${EXAMPLE.slice(1)}`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await editor.expectGrid(EXAMPLE);
  await editor.cell(1, 1).focus();
  await page.keyboard.press('ArrowUp');
  await expect(editor.cell(9, 1)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(editor.cell(9, 9)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('x');
  await editor.expectGrid(EXAMPLE);
});

test('clashing givens are marked and named', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await editor.writes('Given');
  await editor.cell(1, 9).focus();
  await page.keyboard.press('5');
  await editor.expectStatus('Clash: row 1 has two 5s, columns 1 and 9.');
  await expect(editor.cell(1, 1)).toHaveClass(/clash/);
  await expect(editor.cell(1, 9)).toHaveAttribute('aria-label', 'row 1, column 9, given 5, clashes');
  await page.getByRole('button', { name: 'Solve' }).click();
  await editor.expectStatus('No solution: row 1 has two 5s, columns 1 and 9.');
});

for (const [side, symbol, bad] of [['4×4', '4', '5'], ['6×6', '6', '7'], ['16×16', 'F', 'G']] as const) {
  test(`sides: ${side}`, async ({ editor, page }) => {
    await editor.open();
    await editor.empty(side);
    const n = Number.parseInt(side, 10);
    await expect(page.locator('.cell')).toHaveCount(n * n);
    await editor.cell(n, n).focus();
    await page.keyboard.press(bad);
    await page.keyboard.press(symbol.toLowerCase());
    await editor.expectGrid(`${'.'.repeat(n * n - 1)}${symbol}`);
    await page.getByRole('button', { name: 'Solve' }).click();
    await editor.expectStatus('Several solutions');
  });
}

test('the address is the puzzle', async ({ editor, page }) => {
  await editor.open(TWO);
  await editor.writes('Given');
  await editor.cell(1, 2).focus();
  await page.keyboard.press('1');
  const changed = `81${TWO.slice(2)}`;
  await expect.poll(() => new URL(page.url()).hash).toBe(`#${changed}`);
  await page.goto(`${page.url().split('#')[0]}#3x2:${'1'.padEnd(36, '.')}`);
  await editor.expectGrid('1'.padEnd(36, '.'));
  await expect(editor.cell(4, 1)).toHaveClass(/block-top/);
  await page.goto(`${page.url().split('#')[0]}#%E0%A4%A`);
  await editor.expectGrid('1'.padEnd(36, '.'));
});

test('two solutions are reported, and where they differ', async ({ editor, page }) => {
  await editor.open(TWO);
  await page.getByRole('button', { name: 'Solve' }).click();
  await editor.expectStatus('Several solutions: two of them differ in 6 marked cells.');
  await expect(page.locator('.cell.two')).toHaveCount(6);
  await expect(editor.cell(1, 3)).toHaveAttribute('aria-label', /^row 1, column 3, found (7 or 9|9 or 7)$/);
  await page.getByRole('button', { name: 'Count' }).click();
  await editor.expectStatus('2 solutions.');
});

test('a hint is a step with its reason', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await page.getByRole('button', { name: 'Hint' }).click();
  await editor.expectStatus('8 has one place left in block 2: row 1, column 6');
  await expect(editor.cell(1, 6)).toHaveAttribute('aria-label', 'row 1, column 6, found 8');
  for (let i = 0; i < 50; i++) await page.getByRole('button', { name: 'Hint' }).click();
  await editor.expectGrid(SOLVED);
  await editor.open(STALLS);
  await page.getByRole('button', { name: 'Hint' }).click();
  await editor.expectStatus(/can only (stand in|hold)|harder steps/);
});

test('each example is what its name says', async ({ editor, page }) => {
  await editor.open();
  const names = await page.getByLabel('Example').locator('option').allInnerTexts();
  expect(names.length).toBeGreaterThan(6);
  for (const name of names.slice(1)) {
    await page.getByLabel('Example').selectOption(name);
    await editor.expectStatus(`Example: ${name}.`);
    await page.getByRole('button', { name: 'Solve' }).click();
    const verdict = { 'Two solutions': 'Several solutions', 'No solution': 'No solution' }[name] ?? 'Unique';
    await editor.expectStatus(verdict);
  }
});

test('reading a long text can be cancelled, and the grid stays', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  // Both at once, so that the text is not read before.
  await page.evaluate(async () => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'x'.repeat(5_000_000));
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
    const cancel = document.getElementById('cancel') as HTMLButtonElement;
    while (cancel.disabled) await new Promise((resolve) => setTimeout(resolve));
    cancel.click();
  });
  await editor.expectStatus('Cancelled.');
  await editor.expectGrid(EXAMPLE);
  await page.getByRole('button', { name: 'Solve' }).click();
  await editor.expectGrid(SOLVED);
});

test('a hard 16×16 puzzle can be cancelled, and the page goes on', async ({ editor, page }) => {
  await editor.open(HARD_16);
  await page.getByRole('button', { name: 'Solve' }).click();
  await editor.expectStatus('Solving');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeEnabled();
  await editor.cell(1, 2).focus();
  await page.keyboard.press('ArrowRight');
  await expect(editor.cell(1, 3)).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await editor.expectStatus('Cancelled.');
  await page.getByLabel('Example').selectOption('16×16');
  await editor.expectStatus('Example: 16×16.');
  await page.getByRole('button', { name: 'Solve' }).click();
  await editor.expectStatus('Unique');
});
