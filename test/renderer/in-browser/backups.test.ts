import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BackupState } from '../../../shared/contract/desk-procedures.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const path = '/backups/parcel-desk-1/parcel-desk-20260302T080000Z.db';
const good = { at: Date.UTC(2026, 2, 2, 8), path, entries: 12 };
const kept: BackupState = {
  folder: '/backups',
  last: { at: good.at, ok: true },
  good,
  lock: null,
  rehearsal: null,
  rescued: null,
};
const rescued = {
  at: good.at,
  aside: '/data/damaged-1',
  from: path,
  madeAt: good.at,
  entries: 12,
  fromJournal: 3,
  maybeTaken: 2,
  lost: 0,
};

/** The settings of a desk that knows this of its backups. */
async function settingsWith(state: BackupState, language: 'en' | 'zh-CN' = 'en'): Promise<Page> {
  const page = await screens.show('#/outbox', { language });
  await page.evaluate((known) => {
    const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
    let now = known;
    handlers['backup.state'] = () => ({ ok: true, value: now });
    handlers['rescue.seen'] = () => ({ ok: true, value: (now = { ...now, rescued: null }) });
  }, state);
  await page.evaluate(() => (location.hash = '#/settings'));
  return page;
}
const section = (page: Page, title = 'Backups') =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });

describe('what the settings tell of backups', () => {
  it('is that none was ever made, and what that means', async () => {
    const page = await settingsWith({ folder: '', last: null, good: null, lock: null, rehearsal: null, rescued: null });
    await section(page).getByText('No backup was ever made.').waitFor();
    await page.context().close();
  });

  it('is when the last good copy was made and tried out, or what was wrong with it', async () => {
    const tried = { at: good.at, path, failed: null };
    let page = await settingsWith({ ...kept, rehearsal: tried });
    await section(page).getByText('12 entries, in /backups').waitFor();
    await section(page).getByText('Tried out:').waitFor();
    await page.context().close();
    page = await settingsWith({ ...kept, rehearsal: { ...tried, failed: 'Of 12 entries 11 came back.' } });
    await section(page).getByText('Of 12 entries 11 came back.').waitFor();
    await page.context().close();
  });

  it.each([
    ['en', 'Backups', 'I have read this'],
    ['zh-CN', '备份', '我已阅读'],
  ] as const)(
    'is in %s what came back after a damaged file, until somebody has read it',
    async (language, title, seen) => {
      const page = await settingsWith({ ...kept, rescued }, language);
      await section(page, title).getByText('/data/damaged-1').waitFor();
      await section(page, title).getByRole('button', { name: seen }).click();
      await expect.poll(() => section(page, title).getByText('/data/damaged-1').count()).toBe(0);
      await page.context().close();
    },
  );
});
