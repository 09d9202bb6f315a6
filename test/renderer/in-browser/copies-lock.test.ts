import { en } from '../../../renderer/texts/en.ts';
import { zhCN } from '../../../renderer/texts/zh-CN.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import { scan } from '../../support/scanner.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

const recoveryKey = 'K7M3A-0R4D5-004K7-QWERT-YPASD-FGHJK-XCVBN';

/** The settings of a desk whose backups can be locked; records the calls. */
async function settings(language: 'en' | 'zh-CN' = 'en', listens = false): Promise<Page> {
  const page = await screens.show('#/outbox', { language, listens });
  await page.evaluate((key) => {
    const world = globalThis as unknown as {
      fake: { handlers: Record<string, unknown> };
      asked: [string, unknown][];
      printed: string | null;
    };
    const asked: [string, unknown][] = (world.asked = []);
    const state = { folder: '/backups', last: null, good: null, rehearsal: null, rescued: null };
    let lock: { at: number; onPaper: boolean } | null = null;
    const answer = (name: string, act: (input: Record<string, unknown>) => boolean) => (input: never) => {
      asked.push([name, input]);
      if (act(input)) return { ok: true, value: { ...state, lock } };
      return { ok: false, problem: { kind: 'bad-setting', message: '', params: { reason: 'sheet-part' } } };
    };
    Object.assign(world.fake.handlers, {
      'backup.state': () => ({ ok: true, value: { ...state, lock } }),
      'backup.lock': answer('lock', () => Boolean((lock = { at: 0, onPaper: false }))),
      'backup.unlock': answer('unlock', () => ((lock = null), true)),
      'backup.sheet': () => ({ ok: true, value: { recoveryKey: key, at: 0, desk: 'parcel-desk-1', folder: '/data' } }),
      'backup.sheetKept': answer('sheetKept', ({ part }) => {
        if (lock && String(part) !== '' && key.replaceAll('-', '').endsWith(String(part).replaceAll('-', '')))
          return Boolean((lock = { ...lock, onPaper: true }));
        return false;
      }),
    });
    world.printed = null;
    window.print = () => {
      world.printed = document.querySelector('.on-paper')?.textContent ?? '';
      setTimeout(() => window.dispatchEvent(new Event('afterprint')));
    };
  }, recoveryKey);
  await page.evaluate(() => (location.hash = '#/settings/backups'));
  return page;
}
const asked = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { asked: [string, Record<string, unknown>][] }).asked);
const printed = (page: Page) => page.evaluate(() => (globalThis as unknown as { printed: string | null }).printed);

describe('the passphrase of backups', () => {
  it.each([
    ['en', en],
    ['zh-CN', zhCN],
  ] as const)(
    'is set, printed, confirmed and removed in %s by keys alone, and the recovery key leaves the page after printing',
    async (language, words) => {
      const say = words.settings.copiesLock;
      const page = await settings(language);
      const [first, again] = [
        page.getByLabel(say.passphrase, { exact: true }),
        page.getByLabel(say.again, { exact: true }),
      ];
      await first.fill('too short');
      await first.press('Enter');
      await page.getByText(words.problems.kind['bad-setting']({ reason: 'passphrase-short' })).waitFor();
      await first.fill('four words are easy');
      await again.fill('four words are hard');
      await again.press('Enter');
      await page.getByText(words.problems.kind['bad-setting']({ reason: 'passphrase-unlike' })).waitFor();
      expect(await asked(page)).toEqual([]);
      await again.fill('four words are easy');
      await again.press('Enter');
      await page.getByRole('button', { name: say.print }).press('Enter');
      await expect.poll(() => printed(page)).toContain(recoveryKey);
      for (const step of words.sheets.recovery.steps) expect(await printed(page)).toContain(step);
      await expect.poll(() => page.evaluate(() => document.documentElement.innerHTML)).not.toContain(recoveryKey);
      // The browser stores neither the passphrase nor the recovery key.
      const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
      for (const secret of ['four words', recoveryKey]) expect(kept).not.toContain(secret);
      const part = page.getByLabel(say.prove);
      await part.fill('WRONG-PART0');
      await part.press('Enter');
      await page.getByText(words.problems.kind['bad-setting']({ reason: 'sheet-part' })).waitFor();
      await part.fill(recoveryKey.slice(-11));
      await part.press('Enter');
      await page.getByText(say.onPaper, { exact: true }).waitFor();
      await page.getByRole('button', { name: say.stop }).press('Enter');
      await page.getByRole('dialog').getByText(say.stopMeans).waitFor();
      await page.getByRole('dialog').getByRole('button', { name: say.stop }).press('Enter');
      await page.getByText(say.open).waitFor();
      expect((await asked(page)).map(([name]) => name)).toEqual(['lock', 'sheetKept', 'sheetKept', 'unlock']);
      await page.context().close();
    },
  );

  it('is confirmed by scanning the code on its sheet, wherever the cursor is', async () => {
    const say = en.settings.copiesLock;
    const page = await settings('en', true);
    for (const name of [say.passphrase, say.again])
      await page.getByLabel(name, { exact: true }).fill('four words are easy');
    await page.getByRole('button', { name: say.set }).click();
    await page.getByRole('button', { name: say.print }).focus();
    await scan(page, recoveryKey.replaceAll('-', ''));
    await page.getByText(say.onPaper, { exact: true }).waitFor();
    await page.context().close();
  });
});
