import { sweepMark } from '../../support/longer.ts';
import { expect, test as base } from '../desk-test.ts';
import { seedDone } from './seeded.ts';
import type { Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Fewer than the 100,000 of `in-browser/long-lists`, since entries in a real database take time to create. */
const entries = 30_000;
const keyOf = (seq: number): string => `PKG-${String(seq).padStart(6, '0')}`;

const test = base.extend({
  home: async ({}, use) => {
    const home = mkdtempSync(join(tmpdir(), 'desk-on-screen-'));
    seedDone(join(home, 'desk'), entries);
    await use(home);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  },
});

/** The list after two frames: places in its view that no row covers, the number of rows, and the first row in view. */
function look(page: Page) {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const list = document.querySelector('[role=grid]');
    if (!list) return { blank: 1, rows: 0, first: 0 };
    const view = list.getBoundingClientRect();
    const head = list.firstElementChild?.getBoundingClientRect().bottom ?? view.top;
    const rowAt = (y: number) => document.elementFromPoint(view.left + 60, y)?.closest('[role=row]');
    let blank = 0;
    // A row whose content is still loading shows that in its place.
    for (let y = head + 10; y < view.bottom - 10; y += 20) if (!rowAt(y)?.textContent.trim()) blank++;
    return {
      blank,
      rows: list.querySelectorAll('[role=row]').length,
      first: Number(rowAt(head + 10)?.getAttribute('aria-rowindex')),
    };
  });
}

test(
  '30,000 entries scroll without a blank place, with a bounded number of rows',
  { tag: sweepMark },
  async ({ desk }) => {
    test.setTimeout(180_000);
    const { page } = desk;
    await page.keyboard.press('Alt+1');
    const list = page.getByRole('grid');
    await expect(list).toHaveAttribute('aria-rowcount', String(entries + 1), { timeout: 60_000 });
    await expect(list.getByText(keyOf(entries))).toBeVisible();
    let most = 0;
    let first = 0;
    const see = async (what: string) => {
      const seen = await look(page);
      most = Math.max(most, seen.rows);
      first = seen.first;
      expect(seen.blank, what).toBe(0);
    };

    await list.hover();
    for (let turn = 0; turn < 30; turn++) {
      await page.mouse.wheel(0, turn % 3 === 0 ? 40 : 1500);
      await see(`turn ${String(turn)} of the wheel`);
    }
    await expect(async () => {
      await see('after the wheel');
      expect(first).toBeGreaterThan(500);
    }).toPass();

    await list.focus();
    for (const key of ['PageDown', 'PageDown', 'End', 'PageUp', 'ArrowUp', 'Home', 'PageDown']) {
      await page.keyboard.press(key);
      await see(key);
      if (key === 'End') await expect(list.getByText(keyOf(1))).toBeVisible();
      if (key === 'Home') await expect(list.getByText(keyOf(entries))).toBeVisible();
    }

    for (let jump = 0; jump <= 40; jump++) {
      const share = ((jump * 17) % 41) / 40;
      await list.evaluate((node, share) => (node.scrollTop = (node.scrollHeight - node.clientHeight) * share), share);
      await see(`jump to ${String(share)}`);
    }
    await list.evaluate((node) => (node.scrollTop = (node.scrollHeight - node.clientHeight) / 2));
    // Rows are read in pages from either end; those in view are shown however far that has come.
    await see('jump to the middle of what was read');
    await expect(list.getByText(/PKG-\d{6}/).first()).toBeVisible();
    expect(most).toBeLessThan(150);
  },
);
