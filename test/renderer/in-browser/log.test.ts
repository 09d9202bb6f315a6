import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoggedAct } from '../../../shared/contract/rights-procedures.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const act = (seq: number): LoggedAct => ({
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
});

/** The desk has these acts, and says so. */
const log = (page: Page, acts: LoggedAct[]) =>
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

describe('the log of acts, left open', () => {
  it('follows what is done elsewhere, in lines that end, too, and keeps older lines that were asked for', async () => {
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

  it('shows no gap where more was done than it asks for at once', async () => {
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
