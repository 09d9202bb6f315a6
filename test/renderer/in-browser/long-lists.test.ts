import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScreens, type Screens } from '../../support/open-screens.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

describe('long lists', () => {
  it('scroll through 100,000 entries with a bounded number of rows and no blank frame', async () => {
    const page = await screens.show('#/outbox', { entries: 100_000 });
    await page.locator('[role=row] .key').nth(3).waitFor();
    // each goes far beyond the rows that were drawn for the one before
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
  ])('show at once what stands where the scroll bar is put, and move nothing there: %s', async (hash) => {
    const page = await screens.show(hash, { entries: 8_000 });
    const list = page.getByRole('grid');
    await list.locator('.row .key').nth(3).waitFor();
    await expect.poll(() => list.evaluate((node) => node.scrollHeight / node.clientHeight)).toBeGreaterThan(20);
    const rowsInSight = () =>
      list.evaluate((node) => {
        const view = node.getBoundingClientRect();
        const rows = [...node.querySelectorAll('.row')];
        // rows of the place before are still there until the next frame, above or below
        const inSight = rows.filter((row) => {
          const { top, bottom } = row.getBoundingClientRect();
          return top > view.top + 30 && bottom < view.bottom;
        });
        return { at: node.scrollTop, rows: inSight.slice(0, 8).map((row) => row.textContent.trim().slice(0, 40)) };
      });
    const seen: string[] = [];
    for (const share of [0.5, 0.2, 0.97, 0.5]) {
      await list.evaluate((node, part) => (node.scrollTop = (node.scrollHeight - node.clientHeight) * part), share);
      // a row is drawn in the frame after the scroll bar moved, and says "…" until it is read
      await expect.poll(async () => (await rowsInSight()).rows.join()).toMatch(/^[^…]+$/);
      const first = await rowsInSight();
      // what is read on above and below
      await page.waitForTimeout(300);
      expect(await rowsInSight()).toEqual(first);
      seen.push(first.rows.join());
    }
    expect(seen[3]).toBe(seen[0]);
    expect(new Set(seen).size).toBe(3);
    await page.context().close();
  });
});
