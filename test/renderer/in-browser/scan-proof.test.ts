import { codeOfAction } from '../../../renderer/keys/key-table.ts';
import { scanFindings, scannedJob, fakePrinter } from '../../support/fake-printing.ts';
import { openScreens, type Screens, type DisplayOptions } from '../../support/open-screens.ts';
import { scan } from '../../support/scanner.ts';
import { violations } from '../../support/violations.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

interface Fake {
  fake: { handlers: Record<string, unknown>; calls: { name: string; input: unknown }[]; emit: (e: unknown) => void };
}

/** The labels screen of a desk with a job under scan confirmation, which ends with findings to review. */
async function show(as: Partial<DisplayOptions> = {}): Promise<Page> {
  const page = await screens.show('#/outbox', { listens: true, ...as });
  await page.evaluate(
    ([job, findings, printer]) => {
      const { fake } = globalThis as unknown as Fake;
      const ok = (value: unknown) => ({ ok: true, value });
      let now = [job];
      Object.assign(fake.handlers, {
        'print.jobs': () => ok({ jobs: now }),
        'printers.list': () => ok({ printers: [printer], chosen: { '100x150': printer.name } }),
        'print.start': () => ok({ job: 'j2', printer: 'Desk 1', labels: 1, problems: [] }),
        'print.scan'({ code, confirmed }: { code: string; confirmed: boolean }) {
          const which = { by: 'copy', id: 'e1', copy: 2 };
          if (code === 'LX000000005CN' && !confirmed)
            return ok({ end: 'which-print', key: 'PARCEL-5', left: 2, over: false, which, job });
          if (code === 'LX000000005CN')
            return ok({ end: 'stuck-on', key: 'PARCEL-5', left: 1, over: false, which: null, job });
          return ok(
            code === 'LX000000004CN'
              ? { end: 'stuck-on', key: 'PARCEL-4', left: 0, over: false, which: null, job }
              : { end: 'other-batch', key: null, left: 1, over: false, which: null, job },
          );
        },
        'print.scans': () => ok(findings),
        'print.endScans': () => ((now = []), ok(job)),
      });
      fake.emit({ kind: 'print' });
    },
    [scannedJob, scanFindings, fakePrinter] as const,
  );
  await page.evaluate(() => (location.hash = '#/labels'));
  await page.getByText(/^3 of 4 scanned, Desk 1/).waitFor();
  return page;
}
const callsOf = (page: Page, name: string): Promise<unknown[]> =>
  page.evaluate(
    (name) => (globalThis as unknown as Fake).fake.calls.filter((call) => call.name === name).map(({ input }) => input),
    name,
  );

describe('scan confirmation', () => {
  it('reports a label of another batch, and shows the findings after the last scan', async () => {
    const page = await show();
    await scan(page, 'LX000000099CN');
    await page.getByText('LX000000099CN is not part of this batch. Put it aside.').waitFor();
    // No message, and so no sound, shows it as accepted first.
    expect(await page.getByText('Filled in: LX000000099CN').count()).toBe(0);
    await scan(page, 'LX000000004CN');
    const dialog = page.getByRole('dialog', { name: 'Result of the scans' });
    await dialog.getByText('PARCEL-1', { exact: false }).waitFor();
    expect(await dialog.textContent()).toMatch(/One was not scanned.*PARCEL-4.*2 times.*LX000000099CN.*another batch/s);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await callsOf(page, 'print.endScans')).toMatchObject([{ job: 'j4' }]);
    await page.getByText(/^3 of 4 scanned/).waitFor({ state: 'detached' });
    expect(await callsOf(page, 'print.scan')).toMatchObject([
      { job: 'j4', code: 'LX000000099CN' },
      { job: 'j4', code: 'LX000000004CN' },
    ]);
    await page.context().close();
  });

  it('asks about a code that is also on an earlier label, which a key or a desk command answers, but no scan of that code', async () => {
    const page = await show();
    const question = page.getByRole('dialog', { name: 'Which label is this?' });
    await scan(page, 'LX000000005CN');
    await question.getByText('Does this one say COPY 2?', { exact: false }).waitFor();
    expect(await violations(page)).toEqual([]);
    // Another scan of the earlier label answers nothing.
    await scan(page, 'LX000000005CN');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Nothing was counted for PARCEL-5.', { exact: false }).waitFor();
    expect(await callsOf(page, 'print.scan')).toMatchObject([{ code: 'LX000000005CN', confirmed: false }]);
    await scan(page, 'LX000000005CN');
    await question.waitFor();
    await scan(page, codeOfAction('confirm'));
    await page.getByText('PARCEL-5 confirmed. One left.', { exact: false }).waitFor();
    expect((await callsOf(page, 'print.scan')).at(-1)).toMatchObject({ job: 'j4', confirmed: true });
    // A scan of another label answers no and counts itself.
    await scan(page, 'LX000000005CN');
    await question.waitFor();
    await scan(page, 'LX000000004CN');
    await question.waitFor({ state: 'detached' });
    await expect.poll(async () => (await callsOf(page, 'print.scan')).at(-1)).toMatchObject({ code: 'LX000000004CN' });
    await page.context().close();
  });

  it('shows by one key what is not scanned yet, and continues', async () => {
    const page = await show({ language: 'en' });
    await page.keyboard.press('Alt+X');
    await page.getByRole('dialog', { name: 'Result of the scans' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(/^3 of 4 scanned/).waitFor();
    expect(await callsOf(page, 'print.endScans')).toEqual([]);
    await page.context().close();
  });

  it('is remembered on this desk once it is chosen', async () => {
    const page = await show();
    await page.getByLabel('Confirm each label by scan').check();
    await page.reload();
    await page.evaluate(() => (location.hash = '#/labels'));
    expect(
      await page.evaluate(() => JSON.parse(localStorage.getItem('parcel-desk labels') ?? '{}') as unknown),
    ).toMatchObject({ scan: true });
    await page.context().close();
  });

  it.runIf(process.env['PRINT_PICTURES'])('is captured in screenshots', async () => {
    for (const [language, theme, width] of [
      ['en', 'light', 1280],
      ['zh-CN', 'dark', 1280],
      ['en', 'dark', 640],
    ] as const) {
      const page = await show({ language: 'en', theme, width }).catch(() => null);
      if (!page) continue;
      if (language !== 'en') await page.keyboard.press('Alt+L');
      await page.waitForTimeout(500);
      await page.screenshot({ path: `${process.env['PRINT_PICTURES']}/scan-${language}-${width}.png` });
      await page.keyboard.press('Alt+X');
      await page.getByRole('dialog').waitFor();
      await page.screenshot({ path: `${process.env['PRINT_PICTURES']}/scan-dialog-${language}-${width}.png` });
      await page.context().close();
    }
  });
});

describe('the lists of labels', () => {
  it('can be searched and shown newest first', async () => {
    const page = await show();
    await page.keyboard.press('Alt+F');
    await page.keyboard.type('PARCEL', { delay: 120 });
    await expect
      .poll(async () => (await callsOf(page, 'labels.page')).at(-1))
      .toMatchObject({ search: 'PARCEL', after: -1 });
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid');
    await page.keyboard.press('Escape');
    await page.getByLabel('Newest first').check();
    await expect
      .poll(async () => (await callsOf(page, 'labels.page')).at(-1))
      .toMatchObject({ search: '', before: Number.MAX_SAFE_INTEGER });
    await page.context().close();
  });
});

describe('a scan of a provisional label', () => {
  it.each([
    ['prints the final label if the number is known', 'number-came', /its label is printing/, 1],
    ['reports that there is no number yet', null, /has no number yet/, 0],
  ] as const)('%s', async (_, stale, said, printed) => {
    const page = await show();
    const key = await page.evaluate(async (stale) => {
      const { fake } = globalThis as unknown as Fake;
      const get = fake.handlers['entries.get'] as (input: { id: string }) => { value: { id: string; key: string } };
      const { value } = await Promise.resolve(get({ id: 'e1' }));
      const entries = [{ id: value.id, endpoint: 2, key: value.key, state: 'accepted' }];
      fake.handlers['scan.find'] = () => ({ ok: true, value: { is: 'entry', text: value.key, entries } });
      const way = { comes: stale === null, list: null, number: null, stale, provisionalOut: true, label: null };
      fake.handlers['print.way'] = () => ({ ok: true, value: way });
      return value.key;
    }, stale);
    await page.evaluate(() => (location.hash = '#/outbox'));
    await page.getByRole('grid').waitFor();
    await scan(page, key);
    await page.getByText(said).first().waitFor();
    expect(await callsOf(page, 'print.start')).toHaveLength(printed);
    await page.context().close();
  });
});
