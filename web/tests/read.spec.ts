import { readFileSync } from 'node:fs';
import { EXAMPLE, SOLVED, expect, test, tool } from './page';

const testdata = (name: string): string => readFileSync(`../testdata/grids/${name}`, 'utf8');
const OTHER = '.......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...';

test('layouts of grids are pasted', async ({ editor }) => {
  for (const name of ['example.readable', 'example.line', 'example.pretty', 'example.sdk', 'example.csv', 'example.json', 'example.ss']) {
    await editor.open(OTHER);
    await editor.paste(testdata(name));
    await editor.expectGrid(EXAMPLE);
    await editor.expectStatus('Read a puzzle with 30 givens.');
  }
});

test('graphs are pasted: Turtle and N-Triples', async ({ editor }) => {
  for (const syntax of ['turtle', 'ntriples']) {
    await editor.open(OTHER);
    await editor.paste(tool('sudoku2rdf', ['--output', syntax], EXAMPLE));
    await editor.expectGrid(EXAMPLE);
  }
});

test('prefixes have any name, triples any order', async ({ editor }) => {
  await editor.open(OTHER);
  const turtle = tool('sudoku2rdf', [], EXAMPLE).split('\n').slice(1).reverse().join('\n').replaceAll('ex:', 'puzzle:');
  await editor.paste(`PREFIX puzzle: <http://example.org/sudoku#>\n${turtle}`);
  await editor.expectGrid(EXAMPLE);
});

test('a graph with more values shows how far it is', async ({ editor }) => {
  await editor.open(EXAMPLE);
  await editor.paste(tool('sudoku2rdf', [], SOLVED));
  await editor.expectGrid(SOLVED);
  await editor.expectStatus('Read the same puzzle with 51 more values.');
  await expect(editor.cell(1, 3)).toHaveAttribute('aria-label', 'row 1, column 3, found 4');
});

const JIGSAW = '{"rows":4,"cols":4,"blocks":null,"regions":["aaab","cabb","ccdb","cddd"],"givens":{"r1c1":1,"r1c2":2,"r2c2":3,"r3c1":4}}';
const CAGE = '{"rows":4,"cols":4,"diagonals":["down","up"],"givens":{"r1c1":1,"r2c3":1},"constraints":[{"cage":{"cells":["r1c1","r1c2"],"total":3}}]}';
const X = '{"rows":4,"cols":4,"diagonals":["down","up"],"givens":{"r1c1":1,"r1c2":2,"r3c1":3}}';

test('a solution pasted over a puzzle keeps its regions, constraints and variants', async ({ editor, page }) => {
  await editor.open(OTHER);
  for (const puzzle of [JIGSAW, CAGE, X]) {
    await editor.paste(puzzle);
    await editor.expectStatus('Read a puzzle');
    await page.getByRole('button', { name: 'Solve' }).click();
    await expect(page.locator('.cell.found').first()).toBeVisible();
    const solved = await editor.line();
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(page.locator('.cell.found')).toHaveCount(0);
    const before = page.url();
    await editor.paste(solved);
    await editor.expectStatus(/Read the same puzzle with \d+ more values/);
    await editor.expectGrid(solved);
    expect(page.url()).toBe(before);
    // Another solution's givens are another puzzle.
    await editor.paste('4321214314323214');
    await editor.expectStatus('Read a puzzle with 16 givens.');
  }
});

test('what does not fit is said with its place, and the grid stays', async ({ editor, page }) => {
  await editor.open(EXAMPLE);
  await editor.paste('53..7....\n6..1x5...\n');
  await editor.expectStatus('line 2, column 5: unexpected character');
  await editor.paste('@prefix ex: <http://example.org/sudoku#> .\n<urn:square/1> ex:hasIndexI 1 ex:hasIndexJ 1 .\n');
  await editor.expectStatus('line 2, column');
  const wrong = tool('sudoku2rdf', [], EXAMPLE).replace('hasValue 5', 'hasValue 12');
  await editor.paste(wrong);
  await editor.expectStatus('line 2, column 1: row 1, column 1 has value 12, expected a number from 1 to 9');
  await editor.expectGrid(EXAMPLE);
  await page.getByText('Paste or open puzzles').click();
  await page.getByLabel('The text of a puzzle').fill('53..7....\n6..1x5...\n');
  await page.getByRole('button', { name: 'Read' }).click();
  await editor.expectStatus('line 2, column 5');
  const selected = await page.getByLabel('The text of a puzzle').evaluate((node: HTMLTextAreaElement) => node.value.slice(node.selectionStart, node.selectionEnd));
  expect(selected).toBe('x');
});

test('a file is opened', async ({ editor, page }) => {
  await editor.open(OTHER);
  await page.getByText('Paste or open puzzles').click();
  await page.getByLabel('Open a file').setInputFiles({ name: 'p.txt', mimeType: 'text/plain', buffer: Buffer.from(testdata('example.rows')) });
  await editor.expectGrid(EXAMPLE);
});

const HOSTILE: [string, string][] = [
  ['markup', '<img src=x onerror="alert(1)">'],
  ['a title with markup', `[Puzzle]\nTitle: <img src=x onerror=alert(1)>\n${EXAMPLE}`],
  ['markup as an IRI', '<urn:<img src=x onerror=alert(1)>> <p> <q> .'],
  ['control characters', '\u0000\u0001\u001b[2J53..7\u0007'],
  ['marks of direction', '\u202e53..7....\u202d\u200f'],
  ['1 MB of cells', '5'.repeat(1 << 20)],
  ['1 MB of markup', '<img src=x onerror=alert(1)>'.repeat(40_000)],
  ['1 MB of lines', '53..7....\n'.repeat(100_000)],
  ['1 MB of triples', `@prefix ex: <http://example.org/sudoku#> .\n${'<urn:a> ex:hasValue 1 .\n'.repeat(45_000)}`],
  ['1 MB of brackets', `@prefix ex: <http://example.org/sudoku#> .\n${'['.repeat(1 << 20)}`],
];

for (const [name, text] of HOSTILE) {
  test(`hostile text: ${name}`, async ({ editor, page }) => {
    await editor.open(OTHER);
    await editor.paste(text);
    await expect(page.locator('#status')).toContainText(/Not read|Read /);
    const status = await page.locator('#status').innerText();
    expect(status).not.toMatch(/[\u0000-\u0008\u200e\u200f\u202a-\u202e]/);
    expect(await page.locator('img').count()).toBe(0);
    // The page still answers.
    await page.getByRole('button', { name: 'Solve' }).click();
    await editor.expectStatus(/solution/);
  });
}
