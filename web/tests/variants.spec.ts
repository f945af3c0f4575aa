// Puzzles with constraints: links in, the drawing, the solution as the tools have it, links out.

import { existsSync, readFileSync } from 'node:fs';
import { drawing } from '../src/constraints';
import type { Board } from '../src/types';
import { EXAMPLE, SOLVED, expect, linesOfPad, test, tool } from './page';

const CAGES =
  '{"title": "two cages", "rows": 4, "cols": 4, "givens": {"r1c3": 1, "r1c4": 2, "r2c4": 3}, "constraints": [{"cage": {"cells": ["r1c1", "r2c2", "r3c3"], "total": 7}}]}';
const NONE = '{"rows": 4, "cols": 4, "givens": {"r4c4": 1}, "constraints": [{"cage": {"cells": ["r1c1", "r1c2"], "total": 2}}]}';

interface Answer {
  status: string;
  grid?: string;
  other?: string;
}

/** What `puzzle-solve --unique` says of puzzles, a line each. */
function answers(lines: string[]): Answer[] {
  const printed = tool('puzzle-solve', ['--unique'], lines.join('\n') + '\n');
  return printed.trim().split('\n').map((line) => JSON.parse(line) as Answer);
}

test('a puzzle with a cage is drawn, listed, solved and checked', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await editor.paste(CAGES);
  await editor.expectStatus('Read a puzzle with 3 givens. Title: two cages. Rules: cage.');
  await expect(page.locator('#overlay path').first()).toBeAttached();
  await expect(page.locator('#overlay text')).toHaveText('7');
  await page.getByText('1 constraint').click();
  await expect(page.locator('#constraints li')).toHaveText('cage of 7 at r1c1 r2c2 r3c3');
  const [answer] = answers([CAGES]);
  await page.getByRole('button', { name: 'Solve' }).click();
  await editor.expectStatus(/Unique: this is the only solution \(\d+ ms\)\./);
  await editor.expectGrid((answer?.grid ?? '').replaceAll(/\s/g, ''));
  await page.getByRole('button', { name: 'Count' }).click();
  await editor.expectStatus('1 solution.');
  // What a value breaks is said as soon as it stands there.
  await page.getByRole('button', { name: 'Clear' }).click();
  await editor.writes('Value');
  for (const [row, col, value] of [[1, 1, '4'], [2, 2, '1'], [3, 3, '4']] as const) {
    await editor.cell(row, col).focus();
    await page.keyboard.press(value);
  }
  await editor.expectStatus('cage of 7');
  await page.getByRole('button', { name: 'Check' }).click();
  await editor.expectStatus('contradicts the puzzle');
});

test('the clauses of a constraint are those of the tool', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await editor.paste(CAGES);
  await editor.expectStatus('Read a puzzle');
  await expect.poll(() => editor.copied('Copy CNF')).toBe(tool('sudoku2cnf', [], CAGES));
  await expect(page.locator('#panel-cnf .shell pre')).toContainText('sol2grid --puzzle input.txt');
});

test('what the page cannot do with constraints is refused by name', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await editor.paste(CAGES);
  await editor.expectStatus('Read a puzzle');
  for (const tab of ['RDF', 'Packages']) {
    await editor.tab(tab);
    await expect(page.locator(`#panel-${tab.toLowerCase()} .problem`)).toHaveText(/Not for this puzzle: it has constraints/);
  }
  await editor.tab('Rules');
  await page.getByRole('button', { name: 'Run a round' }).click();
  await editor.expectStatus('it has constraints');
  await page.getByRole('button', { name: 'Hint' }).click();
  await editor.expectStatus('this puzzle has constraints');
});

test('no solution: the constraint is named and its cells are lit', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await editor.paste(NONE);
  await editor.expectStatus('Read a puzzle');
  await page.getByRole('button', { name: 'Solve' }).click();
  await editor.expectStatus('No solution: no grid has cage of 2 at r1c1 r1c2.');
  await expect(page.locator('.cell.wrong')).toHaveCount(2);
});

test('a puzzle with constraints has an address and links that are read back', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await editor.paste(CAGES);
  await editor.expectStatus('Read a puzzle');
  await expect.poll(() => page.url()).toContain('#puzzle:');
  await page.reload();
  await editor.ready();
  await editor.expectStatus('Read the address: 3 givens.');
  await expect(page.locator('#overlay text')).toHaveText('7');
  await page.getByText('Share and print').click();
  for (const [name, before] of [['SudokuPad link', 'https://sudokupad.app/fpuzzles'], ['f-puzzles link', 'https://www.f-puzzles.com/?load=']] as const) {
    const link = await editor.copied(name);
    expect(link.startsWith(before)).toBe(true);
    expect(answers([link])).toEqual(answers([CAGES]));
    await editor.paste(EXAMPLE);
    await editor.expectGrid(EXAMPLE);
    await editor.paste(link);
    await editor.expectStatus('Read a puzzle with 3 givens.');
    await expect(page.locator('#overlay text')).toHaveText('7');
  }
});

test('a plain grid goes out and comes back as a plain grid', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await page.getByText('Share and print').click();
  const link = await editor.copied('SudokuPad link');
  await editor.empty('4×4');
  await editor.paste(link);
  await editor.expectGrid(EXAMPLE);
  await page.getByRole('button', { name: 'Solve' }).click();
  await editor.expectGrid(SOLVED);
  await editor.expectStatus('hardest step');
});

test('SudokuPad links with data of its own are read; a short one says why not', async ({ editor }) => {
  await editor.open(EXAMPLE);
  await editor.paste('https://sudokupad.app/abcdefghij');
  await editor.expectStatus('Not read');
  await editor.expectStatus('is a short id');
  const cells = (row: number): string => Array.from({ length: 4 }, (_, col) => (row === 0 && col === 0 ? '{"value": 1}' : '{}')).join(',');
  const rows = [0, 1, 2, 3].map((row) => `[${cells(row)}]`).join(',');
  const regions = '[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]]';
  const cages = '[{"cells": [[0,0],[0,1]], "value": "3"}]';
  await editor.paste(`{"cells": [${rows}], "regions": ${regions}, "cages": ${cages}}`);
  await editor.expectStatus('Read a puzzle with 1 given. Rules: cage.');
});

test('what the lines of SudokuPad mean is asked, and said as the command line says it', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await editor.paste(linesOfPad());
  await editor.expectStatus('Not read yet: the text does not say what its drawings mean.');
  await editor.expectGrid(EXAMPLE);
  const form = page.getByRole('region', { name: 'What do the drawings mean?' });
  const red = form.getByLabel('ff0000, 2 lines');
  const blue = form.getByLabel('0000ff, 1 line');
  const read = form.getByRole('button', { name: 'Read with these' });
  await expect(form.locator('.swatch')).toHaveCount(2);
  await expect(form.locator('.swatch').last()).toHaveCSS('background-color', 'rgb(255, 0, 0)');
  // By keys alone, from the first question to the last.
  await expect(blue).toBeFocused();
  await blue.selectOption('renban');
  await red.selectOption('thermometer');
  await expect(read).toBeDisabled();
  await form.getByLabel(/overlays/).focus();
  await page.keyboard.press('Space');
  const command = await form.getByRole('region', { name: 'These answers in a shell' }).textContent();
  expect(command).toBe('puzzle-solve --unique --line 0000ff=renban --line ff0000=thermometer --ignore-drawings input.txt');
  await page.keyboard.press('Tab');
  await expect(read).toBeFocused();
  await page.keyboard.press('Enter');
  await editor.expectStatus('Read a puzzle with 5 givens. Rules: renban, thermometer. Overlays: only drawn');
  await expect(form).toBeHidden();
  const [, ...args] = (command ?? '').split(' ');
  const told = JSON.parse(tool('puzzle-solve', args.slice(0, -1), `${linesOfPad()}\n`)) as Answer;
  expect(told.status).toBe('unique');
  await page.getByRole('button', { name: 'Solve' }).click();
  await editor.expectStatus('Unique');
  await editor.expectGrid(told.grid ?? '');
});

test('an answer that does not fit is refused, and the question stays until it is closed', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await editor.paste(linesOfPad([[0.5, 0.5], [1.5, 2.5]]));
  const form = page.getByRole('region', { name: 'What do the drawings mean?' });
  await form.getByLabel('0000ff').selectOption('none');
  await form.getByLabel('ff0000').selectOption('whisper');
  await form.getByLabel(/overlays/).check();
  await form.getByRole('button', { name: 'Read with these' }).click();
  await editor.expectStatus(/^Not read, line 1, column \d+: line 1: a line that is neither straight nor diagonal/);
  await expect(form).toBeVisible();
  await form.getByRole('button', { name: 'Do not read' }).click();
  await expect(form).toBeHidden();
  await editor.expectGrid(EXAMPLE);
  // Another text, or another puzzle, takes the question away.
  for (const next of [EXAMPLE, 'nothing']) {
    await editor.paste(linesOfPad());
    await expect(form).toBeVisible();
    await editor.paste(next);
    await expect(form).toBeHidden();
  }
});

/** What the table of the kinds says of the page: `drawn` or `listed`. */
function states(): Map<string, string> {
  const rows = readFileSync('../docs/variants.md', 'utf8').split('\n').filter((line) => line.startsWith('| `'));
  return new Map(rows.map((row) => row.split('|').map((field) => field.trim())).map((fields) => [(fields[1] ?? '').replaceAll('`', ''), fields[6] ?? '']));
}

test('the table says which kinds are drawn', () => {
  const found = readFileSync('../testdata/variants/kinds.jsonl', 'utf8').trim().split('\n').map((line): [string, string] => {
    const { rows, constraints } = JSON.parse(line) as { rows: number; constraints: Record<string, object>[] };
    // The constraint alone: regions and diagonals are drawn as well.
    const spec = JSON.stringify({ blocks: [1, rows], constraints: constraints.slice(0, 1) });
    const board: Board = { block: [1, rows], alphabet: '', cells: [], spec };
    return [Object.keys(constraints[0] ?? {})[0] ?? '', drawing(board).shapes.length > 0 ? 'drawn' : 'listed'];
  });
  expect(new Map(found)).toEqual(states());
});

test('every kind is drawn or listed', async ({ editor, page }) => {
  const lines = readFileSync('../testdata/variants/kinds.jsonl', 'utf8').trim().split('\n');
  const shown = lines.filter((line) => !/"outside"/.test(line));
  expect(shown.length).toBe(58);
  await editor.open(EXAMPLE);
  await editor.paste(shown.join('\n'));
  await editor.expectStatus(`Read ${shown.length} puzzles`);
  const table = states();
  for (const [index, line] of shown.entries()) {
    await page.locator('#puzzles').selectOption({ index });
    await editor.idle();
    await expect(page.locator('#constraints li').first()).toBeAttached();
    const kind = Object.keys((JSON.parse(line) as { constraints: [object] }).constraints[0])[0] ?? '';
    const n_shapes = await page.locator('#overlay > *').count();
    if (table.get(kind) === 'drawn') expect(n_shapes, kind).toBeGreaterThan(0);
    // A further region is drawn, too.
    else if (!line.includes('"extra_regions"')) expect(n_shapes, kind).toBe(0);
  }
});

test('grids that are not square are drawn, solved and linked as the tool has them', async ({ editor, page }) => {
  const cage = '{"rows":2,"cols":5,"n_values":5,"blocks":null,"givens":{"r1c1":1,"r1c2":2,"r2c5":2},"constraints":[{"cage":{"cells":["r1c3","r2c3"],"total":9}},{"cage":{"cells":["r1c4","r2c4"],"total":4}},{"sandwich":{"cells":["r2c1","r2c2","r2c3","r2c4","r2c5"],"sum":0}}]}';
  const kinds = readFileSync('../testdata/variants/kinds.jsonl', 'utf8').trim().split('\n').filter((line) => line.includes('"n_values"'));
  const puzzles = [cage, '{"rows":3,"cols":2,"n_values":3,"blocks":null,"givens":{"r1c1":1,"r2c1":2}}', ...kinds];
  expect(puzzles).toHaveLength(7);
  const known = answers(puzzles);
  await editor.open(EXAMPLE);
  for (const [index, puzzle] of puzzles.entries()) {
    const { rows, cols } = JSON.parse(puzzle) as { rows: number; cols: number };
    await editor.paste(EXAMPLE);
    await editor.expectGrid(EXAMPLE);
    await editor.paste(puzzle);
    await expect(page.locator('.row'), puzzle).toHaveCount(rows);
    await expect(page.locator('.cell'), puzzle).toHaveCount(rows * cols);
    await editor.idle();
    const [frame, overlay] = [await page.locator('#grid').boundingBox(), await page.locator('#overlay').boundingBox()];
    if (frame !== null && overlay !== null && index > 1) {
      expect(Math.abs(frame.width - overlay.width), puzzle).toBeLessThan(6);
      expect(Math.abs(frame.height - overlay.height), puzzle).toBeLessThan(6);
    }
    await page.getByRole('button', { name: 'Solve' }).click();
    const answer = known[index];
    await expect(page.locator('#status'), puzzle).toContainText(answer?.status === 'unique' ? 'Unique' : answer?.status === 'several' ? 'Several' : 'No solution');
    if (answer?.status === 'unique') await editor.expectGrid((answer.grid ?? '').replaceAll(/\s/g, ''));
    // The address has all of it.
    await page.reload();
    await editor.ready();
    await expect(page.locator('.cell'), puzzle).toHaveCount(rows * cols);
    // Keys go round within the grid.
    await editor.cell(1, 1).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await expect(editor.cell(rows, cols)).toBeFocused();
  }
  expect(known.filter(({ status }) => status === 'unique').length).toBeGreaterThan(4);
});

test('jigsaws of sides that have no blocks are solved, and steps are found', async ({ editor, page }) => {
  const jigsaws = {
    5: ['aabbb', 'aaabb', 'ccddd', 'cccdd', 'eeeee'],
    7: ['aaaaaab', 'abbbbbb', 'ccccccd', 'cdddddd', 'eeeeeef', 'effffff', 'ggggggg'],
  };
  await editor.open(EXAMPLE);
  for (const [side, regions] of Object.entries(jigsaws)) {
    const of = (givens: Record<string, number>): string => JSON.stringify({ rows: Number(side), cols: Number(side), blocks: null, regions, givens });
    const [any] = answers([of({})]);
    const solution = (any?.grid ?? '').replaceAll(/\s/g, '');
    expect(solution).toHaveLength(Number(side) ** 2);
    const name = (cell: number): string => `r${Math.floor(cell / Number(side)) + 1}c${(cell % Number(side)) + 1}`;
    const givens = Object.fromEntries([...solution].map((value, cell) => [name(cell), Number(value)] as const).filter((_, cell) => cell % 3 > 0));
    expect(answers([of(givens)])[0]?.status).toBe('unique');
    await editor.paste(of(givens));
    await editor.expectStatus('Read a puzzle');
    await page.getByRole('button', { name: 'Hint' }).click();
    await editor.expectStatus(/can only be|one place left in (?:row|column|region)/);
    await page.getByRole('button', { name: 'Solve' }).click();
    await editor.expectGrid(solution);
    await editor.expectStatus('hardest step');
  }
});

test('published puzzles: the page says what the tool says', async ({ editor, page }) => {
  const file = '../../shared/cases/variants/fpuzzles.tsv';
  if (!existsSync(file)) return console.log('not run: the published puzzles are not beside this checkout');
  const rows = readFileSync(file, 'utf8').split('\n').filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));
  await editor.open(EXAMPLE);
  let n_solved = 0;
  for (const [id = '', count, grid = '', text = ''] of rows) {
    await editor.paste(text);
    await expect(page.locator('#status'), id).toContainText(/Read a puzzle|Not read/);
    if ((await page.locator('#status').innerText()).startsWith('Not read')) continue;
    await page.getByRole('button', { name: 'Solve' }).click();
    await expect(page.locator('#status'), id).toContainText(/Unique|Several|No solution|Given up/, { timeout: 70_000 });
    const status = await page.locator('#status').innerText();
    if (status.startsWith('Given up')) continue;
    n_solved += 1;
    if (count === '1') expect(status, id).toContain('Unique');
    if (count === '2') expect(status, id).toContain('Several');
    if (count === '0') expect(status, id).toContain('No solution');
    // The file has numbers; the page has a letter for 10 and more.
    const numbers = async (): Promise<string> => [...(await editor.line())].map((symbol) => Number.parseInt(symbol, 36)).join('');
    if (count === '1' && grid !== '-') await expect.poll(numbers, { message: id }).toBe(grid);
  }
  console.log(`published puzzles that the page solved: ${n_solved} of ${rows.length}`);
  expect(n_solved).toBeGreaterThan(rows.length / 2);
});
