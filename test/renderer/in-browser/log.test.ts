import type { LoggedAction } from '../../../shared/contract/rights-procedures.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const act = (seq: number): LoggedAction => ({
  seq,
  at: 1_770_000_000_000 + seq,
  right: 'settings',
  procedure: 'settings.set',
  via: 'screen',
  operator: `Person ${String(seq)}`,
  allowedBy: '',
  about: '',
  parts: '',
  outcome: 'done',
  why: '',
  times: 1,
  lastAt: 1_770_000_000_000 + seq,
  unended: 0,
});

/** Gives the desk these logged actions and emits the event. */
const log = (page: Page, acts: LoggedAction[]) =>
  page.evaluate((acts) => {
    const { fake } = globalThis as unknown as {
      fake: { handlers: Record<string, unknown>; emit: (event: object) => void };
    };
    fake.handlers['rights.log'] = ({ before = Infinity, limit }: { before?: number; limit: number }) => {
      const fitting = acts.filter(({ seq }) => seq < before);
      return { ok: true, value: { acts: fitting.slice(0, limit), more: fitting.length > limit } };
    };
    fake.emit({ kind: 'acts' });
  }, acts);
const newestFirst = (to: number) => Array.from({ length: to }, (_, at) => act(to - at));

describe('the open log of actions', () => {
  it('shows new actions and changed outcomes, and keeps older lines that were loaded', async () => {
    const page = await screens.show('#/outbox');
    await log(page, newestFirst(150));
    await page.evaluate(() => (location.hash = '#/log'));
    const rows = page.locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(100);
    await page.getByRole('button', { name: /older/i }).press('Enter');
    await expect.poll(() => rows.count()).toBe(150);
    const [newest, ...others] = newestFirst(151);
    await log(page, [{ ...(newest ?? act(151)), outcome: 'denied' }, ...others]);
    await expect.poll(() => rows.count()).toBe(151);
    expect(await rows.first().innerText()).toContain('Person 151');
    expect(await rows.last().innerText()).toContain('Person 1');
    await log(page, newestFirst(151));
    await expect.poll(() => rows.first().getAttribute('class')).not.toContain('loud');
    await page.context().close();
  });

  it('shows how often an action was repeated, when last and how many outcomes are unknown, but none of this for a single one', async () => {
    const page = await screens.show('#/outbox');
    await log(page, [{ ...act(2), times: 1200, lastAt: act(2).at + 3_600_000, unended: 2 }, act(1)]);
    await page.evaluate(() => (location.hash = '#/log'));
    const cells = (row: number) => page.locator('tbody tr').nth(row).locator('td').allInnerTexts();
    await expect.poll(async () => (await cells(0)).slice(5, 7)).toEqual(['Done; outcome of 2 more unknown', '1,202']);
    const [first, , , , , , , last] = await cells(0);
    expect(last).not.toBe('');
    expect(last).not.toBe(first);
    expect((await cells(1)).slice(5)).toEqual(['Done', '', '']);
    await page.context().close();
  });

  it('has no gap when more new actions arrive than it loads at once', async () => {
    const page = await screens.show('#/outbox');
    await log(page, newestFirst(150));
    await page.evaluate(() => (location.hash = '#/log'));
    const rows = page.locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(100);
    await log(page, newestFirst(400));
    await expect.poll(() => rows.first().innerText()).toContain('Person 400');
    expect(await rows.count()).toBe(100);
    expect(await rows.last().innerText()).toContain('Person 301');
    await page.context().close();
  });
});
