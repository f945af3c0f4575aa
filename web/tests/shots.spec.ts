// The pictures in docs/web, taken anew by `make web-shots`; in other runs the views are only shown.

import { EXAMPLE, SOLVED, TWO, expect, test } from './page';

const SIXTEEN =
  'EA..13.D.......4..C...9.D63..AF.1..6E..7C9B..5.8.B298....FA..361' +
  'C.5E29.B.8..A..7..B.C..5A4.7368.7.A..68..E0CB.12D6.8..4.B192.0..' +
  'B.9D5E.0..4..8.35..7.1D..C..F4....F23...07.5.1.B.8.CA42F.D1..E.5' +
  '0.1.....4B268C5.....F2B.1.D.E.A..7EA.D..85...2..F.4B6.58EA.0.D39';

const path = (name: string): string | undefined => (process.env['SHOTS'] ? `../docs/web/${name}.png` : undefined);

for (const width of [390, 768, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`view at ${width} pixels, ${colorScheme}`, async ({ editor, page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: width < 1000 ? 1100 : 860 });
      const show = async (name: string): Promise<void> => {
        const file = path(name);
        const picture = await page.screenshot(file === undefined ? {} : { path: file });
        expect(picture.length).toBeGreaterThan(1000);
      };
      if (width === 390) {
        await editor.open(colorScheme === 'light' ? EXAMPLE : TWO);
        await page.getByRole('button', { name: 'Solve' }).click();
        await editor.expectStatus(colorScheme === 'light' ? 'Unique' : 'Several');
      } else if (width === 768) {
        await editor.open(colorScheme === 'light' ? SIXTEEN : EXAMPLE);
        await page.getByRole('button', { name: 'Solve' }).click();
        await editor.expectStatus(/solution/);
        await editor.tab('Packages');
        await expect(page.locator('#panel-packages pre').first()).toContainText('[project]');
      } else if (colorScheme === 'light') {
        await editor.open(EXAMPLE);
        await page.getByRole('button', { name: 'Solve' }).click();
        await editor.expectGrid(SOLVED);
        await expect(page.locator('#panel-cnf pre').nth(1)).toContainText('SATISFIABLE');
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
