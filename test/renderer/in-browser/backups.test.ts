import type { BackupState } from '../../../shared/contract/desk-procedures.ts';
import type { Problem } from '../../../shared/contract/problem.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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
  why: 'damaged' as const,
  aside: '/data/damaged-1',
  from: path,
  madeAt: good.at,
  entries: 12,
  fromJournal: 3,
  maybeTaken: 2,
  lost: 0,
  kept: { operators: 2, settings: ['retentionDays', 'ofNewer'], erased: 5 },
  byOlderProgram: false,
};

/** The settings of a desk with this backup state. */
async function settingsWith(state: BackupState, language: 'en' | 'zh-CN' = 'en'): Promise<Page> {
  const page = await screens.show('#/outbox', { language });
  await page.evaluate((known) => {
    const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
    let now = known;
    handlers['backup.state'] = () => ({ ok: true, value: now });
    handlers['rescue.seen'] = () => ({ ok: true, value: (now = { ...now, rescued: null }) });
  }, state);
  await page.evaluate(() => (location.hash = '#/settings/backups'));
  return page;
}
const section = (page: Page, title = 'Backups') =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });

describe('the backup settings', () => {
  it('state that no backup was ever made', async () => {
    const page = await settingsWith({ folder: '', last: null, good: null, lock: null, rehearsal: null, rescued: null });
    await section(page).getByText('No backup has been made yet.').waitFor();
    await page.context().close();
  });

  it('show the last good backup and its test, or why the test failed', async () => {
    const tried = { at: good.at, path, failed: null };
    let page = await settingsWith({ ...kept, rehearsal: tried });
    await section(page).getByText('12 entries, in /backups').waitFor();
    await section(page).getByText('Tested:').waitFor();
    await page.context().close();
    page = await settingsWith({ ...kept, rehearsal: { ...tried, failed: 'Of 12 entries 11 came back.' } });
    await section(page).getByText('Of 12 entries 11 came back.').waitFor();
    await page.context().close();
  });

  it.each([
    ['en', 'Backups', 'Dismiss'],
    ['zh-CN', '备份', '知道了'],
  ] as const)('show in %s what a rescue restored, until the user confirms it', async (language, title, seen) => {
    const page = await settingsWith({ ...kept, rescued }, language);
    await section(page, title).getByText('/data/damaged-1').waitFor();
    await section(page, title).getByText('ofNewer').waitFor();
    await section(page, title).getByRole('button', { name: seen }).click();
    await expect.poll(() => section(page, title).getByText('/data/damaged-1').count()).toBe(0);
    await page.context().close();
  });

  it('say after a rescue by an older version that the operators come from the backup, not that some were unreadable', async () => {
    const page = await settingsWith({ ...kept, rescued: { ...rescued, kept: null, byOlderProgram: true } });
    await section(page).getByText('are those of the backup now').waitFor();
    expect(await section(page).getByText('could not be read').count()).toBe(0);
    await page.context().close();
  });
});

describe('restoring a backup', () => {
  const backups = [
    { name: 'parcel-desk-20260302T080000Z.db', at: good.at, bytes: 2_400_000, locked: false },
    { name: 'parcel-desk-20260301T080000Z.db.locked', at: good.at - 86_400_000, bytes: 2_300_000, locked: true },
  ].map((one, place) => ({ ...one, newest: place === 0, openBesideLocked: false, olderKey: false }));
  async function withBackups(answer: { ok: true } | { ok: false; problem: Problem }, listing = backups) {
    const page = await settingsWith(kept);
    await page.evaluate(
      ([listed, answered]) => {
        const { handlers } = (
          globalThis as unknown as { fake: { handlers: Record<string, (input: unknown) => unknown> } }
        ).fake;
        const restored: unknown[] = [];
        Object.assign(globalThis, { restored });
        handlers['backup.list'] = () => ({ ok: true, value: { backups: listed } });
        handlers['backup.restore'] = (input) => {
          restored.push(input);
          return answered.ok ? handlers['desk.state']?.({}) : answered;
        };
      },
      [listing, answer] as const,
    );
    await section(page).getByRole('button', { name: 'Restore a backup' }).waitFor();
    await page.keyboard.press('Alt+b');
    return page;
  }
  const restored = (page: Page) =>
    page.evaluate(() => (globalThis as unknown as { restored: { name: string }[] }).restored.map(({ name }) => name));

  it('marks the backup with the latest work, and takes an open one beside locked ones only after a warning', async () => {
    const listing = backups
      .map((one) => ({ ...one, newest: one.locked, openBesideLocked: !one.locked, olderKey: false }))
      .toReversed();
    const page = await withBackups({ ok: true }, listing);
    const options = page.getByRole('dialog').getByRole('option');
    await options.filter({ hasText: 'locked, the most recent work' }).waitFor();
    await options.filter({ hasText: /, not locked$/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('Anyone who can write to its folder may have changed it').waitFor();
    await page.getByRole('button', { name: 'Restore this unlocked backup' }).click();
    await expect.poll(() => restored(page)).toEqual([backups[0]?.name]);
    expect(
      await page.evaluate(
        () => (globalThis as unknown as { restored: { takeOpen?: boolean }[] }).restored[0]?.takeOpen,
      ),
    ).toBe(true);
    await page.context().close();
  });

  it('works by keys, explains its effect and starts only after a confirmation', async () => {
    const page = await withBackups({ ok: true });
    await page.getByRole('dialog').getByRole('option').nth(1).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('replayed from the rescue journal').waitFor();
    expect(await restored(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => restored(page)).toEqual([backups[1]?.name]);
    await page.getByText('is restored').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.context().close();
  });

  it('shows in the dialog why it was refused, and can be tried again', async () => {
    const page = await withBackups({
      ok: false,
      problem: { kind: 'damaged', message: '', params: { reason: 'backup' } },
    });
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await page.getByText('This backup is incomplete').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => restored(page)).toEqual([backups[0]?.name, backups[0]?.name]);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.context().close();
  });
});
