import { openScreens, type Screens } from '../../support/open-screens.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

describe('long lists', () => {
  it('scroll through 100,000 entries with a bounded number of rows and no blank frame', async () => {
    const page = await screens.show('#/outbox', { entries: 100_000 });
    await page.locator('[role=row] .key').nth(3).waitFor();
    // Each step scrolls far beyond the rows drawn for the previous one.
    const seen = await page.evaluate(async (steps) => {
      const list = document.querySelector('[role=grid]')!;
      let rows = 0;
      let blank = 0;
      for (let step = 0; step <= steps; step++) {
        list.scrollTop = ((list.scrollHeight - list.clientHeight) * step) / steps;
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        const drawn = [...list.querySelectorAll('.drawn [role=row]')].map((row) => row.getBoundingClientRect());
        const view = list.getBoundingClientRect();
        rows = Math.max(rows, drawn.length);
        const top = Math.min(...drawn.map((box) => box.top));
        const bottom = Math.max(...drawn.map((box) => box.bottom));
        if (top > view.top + 34 || bottom < view.bottom - 4) blank++;
      }
      return { rows, blank, count: list.getAttribute('aria-rowcount') };
    }, 60);
    expect(seen).toMatchObject({ blank: 0, count: '100001' });
    expect(seen.rows).toBeLessThan(60);
    await page.context().close();
  });

  it.each([
    ['#/outbox', 'the outbox'],
    ['#/labels', 'the labels'],
  ])('show the rows at a new scroll position and keep them in place: %s', async (hash) => {
    const page = await screens.show(hash, { entries: 8_000 });
    const list = page.getByRole('grid');
    await list.locator('.row .key').nth(3).waitFor();
    await expect.poll(() => list.evaluate((node) => node.scrollHeight / node.clientHeight)).toBeGreaterThan(20);
    const rowsInSight = () =>
      list.evaluate((node) => {
        const view = node.getBoundingClientRect();
        const rows = [...node.querySelectorAll('.row')];
        // Rows of the previous position remain above or below until the next frame.
        const inSight = rows.filter((row) => {
          const { top, bottom } = row.getBoundingClientRect();
          return top > view.top + 30 && bottom < view.bottom;
        });
        return { at: node.scrollTop, rows: inSight.slice(0, 8).map((row) => row.textContent.trim().slice(0, 40)) };
      });
    const seen: string[] = [];
    for (const share of [0.5, 0.2, 0.97, 0.5]) {
      await list.evaluate((node, part) => (node.scrollTop = (node.scrollHeight - node.clientHeight) * part), share);
      // A row is drawn one frame after the scroll and shows "…" until it is loaded.
      await expect.poll(async () => (await rowsInSight()).rows.join()).toMatch(/^[^…]+$/);
      const first = await rowsInSight();
      // Leaves time for the pages above and below to load.
      await page.waitForTimeout(300);
      expect(await rowsInSight()).toEqual(first);
      seen.push(first.rows.join());
    }
    expect(seen[3]).toBe(seen[0]);
    expect(new Set(seen).size).toBe(3);
    await page.context().close();
  });
});
