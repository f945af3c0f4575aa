// The pictures in docs/web, taken anew by `make web-shots`; in other runs the views are only shown.

import { EXAMPLE, SOLVED, TWO, expect, test } from './page';

const SIXTEEN =
  'EA..13.D.......4..C...9.D63..AF.1..6E..7C9B..5.8.B298....FA..361' +
  'C.5E29.B.8..A..7..B.C..5A4.7368.7.A..68..E0CB.12D6.8..4.B192.0..' +
  'B.9D5E.0..4..8.35..7.1D..C..F4....F23...07.5.1.B.8.CA42F.D1..E.5' +
  '0.1.....4B268C5.....F2B.1.D.E.A..7EA.D..85...2..F.4B6.58EA.0.D39';

/** Cages, lines, dots, marks and clues outside on one grid, with one solution. */
const KINDS =
  '{"title":"many kinds","rows":9,"cols":9,"givens":{"r1c1":5,"r1c4":6,"r1c8":1,"r2c2":7,"r3c1":1,"r3c4":3,"r3c5":4,"r3c7":5,"r4c1":8,"r4c6":1,"r4c7":4,"r5c5":5},"constraints":[{"cage":{"cells":["r1c1","r1c2","r2c1"],"total":14}},{"cage":{"cells":["r1c8","r1c9","r2c9"],"total":11}},{"thermometer":{"cells":["r6c2","r6c3","r5c3","r4c3"]}},{"arrow":{"circle":["r1c6"],"shaft":["r2c6","r2c7"]}},{"difference":{"cells":["r9c1","r9c2"],"difference":1}},{"ratio":{"cells":["r5c1","r5c2"],"ratio":2}},{"xv":{"cells":["r8c4","r8c5"],"sum":5}},{"whisper":{"cells":["r4c7","r5c8","r4c8"],"difference":5}},{"renban":{"cells":["r7c4","r7c5","r8c4"]}},{"sandwich":{"cells":["r9c1","r9c2","r9c3","r9c4","r9c5","r9c6","r9c7","r9c8","r9c9"],"sum":7}},{"sandwich":{"cells":["r1c1","r2c1","r3c1","r4c1","r5c1","r6c1","r7c1","r8c1","r9c1"],"sum":19}},{"little-killer":{"cells":["r1c7","r2c8","r3c9"],"total":20}},{"quadruple":{"cells":["r5c5","r5c6","r6c5","r6c6"],"values":[2,5]}},{"even":{"cells":["r9c5","r7c8"]}},{"odd":{"cells":["r2c4"]}}]}';

/** Tall enough for what each picture is about. */
const HEIGHTS = {
  390: { light: 1100, dark: 1100 },
  768: { light: 1500, dark: 1100 },
  1440: { light: 1312, dark: 950 },
};

const path = (name: string): string | undefined => (process.env['SHOTS'] ? `../docs/web/${name}.png` : undefined);

for (const width of [390, 768, 1440] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`view at ${width} pixels, ${colorScheme}`, async ({ editor, page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: HEIGHTS[width][colorScheme] });
      const show = async (name: string): Promise<void> => {
        const file = path(name);
        await page.evaluate(() => scrollTo(0, 0));
        const picture = await page.screenshot(file === undefined ? {} : { path: file });
        expect(picture.length).toBeGreaterThan(1000);
      };
      if (width === 390) {
        await editor.open(colorScheme === 'light' ? EXAMPLE : TWO);
        await page.getByRole('button', { name: 'Solve' }).click();
        await editor.expectStatus(colorScheme === 'light' ? 'Unique' : 'Several');
      } else if (width === 768) {
        await editor.open(colorScheme === 'light' ? SIXTEEN : EXAMPLE);
        if (colorScheme === 'dark') {
          await editor.paste(KINDS);
          await editor.expectStatus('many kinds');
        }
        await page.getByRole('button', { name: 'Solve' }).click();
        await editor.expectStatus(/solution/);
        if (colorScheme === 'dark') {
          await page.getByRole('button', { name: 'Clear' }).click();
          await show('768-dark');
          return;
        }
        await editor.tab('Packages');
        await expect(page.locator('#panel-packages pre').first()).toContainText('[project]');
      } else if (colorScheme === 'light') {
        await editor.open(EXAMPLE);
        await page.getByRole('button', { name: 'Solve' }).click();
        await editor.expectGrid(SOLVED);
        await expect(page.locator('#panel-cnf pre').nth(1)).toContainText('SATISFIABLE');
        // Half of the story of a search.
        await editor.paste('................');
        for (let i = 0; i < 3; i++) await page.getByRole('button', { name: 'To the next decision or conflict' }).click();
        await expect(page.locator('.story li.decide')).toHaveCount(3);
      } else {
        await editor.open(EXAMPLE);
        await editor.tab('Rules');
        for (const round of ['Round 1', 'Round 2']) {
          await page.getByRole('button', { name: 'Run a round' }).click();
          await editor.expectStatus(round);
        }
      }
      await show(`${width}-${colorScheme}`);
    });
  }
}
