import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PrintJob } from '../../../shared/contract/print-procedures.ts';
import type { PrinterShown } from '../../../shared/contract/printer-procedures.ts';
import { violations } from '../../support/violations.ts';
import { comingJob, fakePrinter, lastSent, stoppedJob } from '../../support/fake-printing.ts';
import { openScreens, type Screens, type ShownAs } from '../../support/open-screens.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

/** A screen of a desk with one printer and these jobs. */
async function show(
  address: string,
  jobs: PrintJob[],
  as: Partial<ShownAs> = {},
  printers: PrinterShown[] = [fakePrinter],
): Promise<Page> {
  const page = await screens.show('#/outbox', as);
  await page.evaluate(
    ([jobs, printers, last]) => {
      const { fake } = globalThis as unknown as {
        fake: { handlers: Record<string, unknown>; emit: (event: unknown) => void };
      };
      const { handlers } = fake;
      const ok = (value: unknown) => () => ({ ok: true, value });
      let now = jobs;
      handlers['print.jobs'] = () => ({ ok: true, value: { jobs: now } });
      handlers['print.job'] = ok({ job: jobs[0], labels: [last] });
      handlers['printers.list'] = ok({ printers, chosen: { '100x150': printers[0]?.name } });
      handlers['print.start'] = ok({ job: 'j2', printer: 'Desk 1', labels: 1, problems: [] });
      handlers['print.follow'] = ok({ job: 'j3', printer: 'Desk 1', labels: 1, problems: [] });
      handlers['print.way'] = ok({
        comes: true,
        list: null,
        number: null,
        stale: null,
        provisionalOut: false,
        label: null,
      });
      for (const name of ['print.begin', 'print.stop', 'print.again', 'print.pass']) handlers[name] = ok(jobs[0]);
      handlers['print.cancel'] = ok({ job: jobs[0], cancelled: 3, out: [], unconfirmed: [] });
      handlers['print.answer'] = () => {
        now = [];
        return { ok: true, value: { onPaper: 1, waiting: 0, job: jobs[0] } };
      };
      handlers['printers.tested'] = ok(printers[0]);
      fake.emit({ kind: 'print' });
    },
    [jobs, printers, lastSent] as const,
  );
  await page.evaluate((hash) => (location.hash = hash), address);
  return page;
}
const callsOf = (page: Page, name: string): Promise<unknown[]> =>
  page.evaluate(
    (name) =>
      (globalThis as unknown as { fake: { calls: { name: string; input: unknown }[] } }).fake.calls
        .filter((call) => call.name === name)
        .map(({ input }) => input),
    name,
  );

describe('printing on the labels screen', () => {
  it('asks which the last good label is, and one key answers', async () => {
    const page = await show('#/labels', [stoppedJob]);
    await page.getByText('Which is the last good label?').waitFor();
    await page.getByText('Sent last: PARCEL-7, LX000000007CN').waitFor();
    await page.keyboard.press('Alt+J');
    await expect.poll(() => callsOf(page, 'print.answer')).toMatchObject([{ job: 'j1', last: { upTo: 7 } }]);
    await page.getByText('Which is the last good label?').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('none of them came out is an answer by keys alone', async () => {
    const page = await show('#/labels', [stoppedJob]);
    await page.getByText('Which is the last good label?').waitFor();
    await page.keyboard.press('Alt+A');
    await page.getByRole('option', { name: 'None of these came out' }).waitFor();
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await expect.poll(() => callsOf(page, 'print.answer')).toMatchObject([{ last: { upTo: 0 } }]);
    await page.context().close();
  });

  it('F8 prints on the printer that is set up', async () => {
    const page = await show('#/labels', []);
    await page.getByRole('row').nth(1).waitFor();
    await page.getByRole('button', { name: /Other printer or dialog/ }).waitFor();
    await page.locator('[role=grid]').focus();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: /^Print 1 label/ }).waitFor();
    await page.keyboard.press('F8');
    await expect.poll(() => callsOf(page, 'print.start')).toMatchObject([{ reason: '' }]);
    await page.context().close();
  });

  it('tells how far labels are that are printed as numbers come in, what they wait for, and goes past it by a key', async () => {
    const page = await show('#/labels', [comingJob]);
    await page.getByText('Queued 1 → Created 2 → On paper 2').waitFor();
    await page.getByText('Waits for the number of PARCEL-3; those entered after it come out after it.').waitFor();
    await page.getByText(/^One is passed by: its order needs somebody/).waitFor();
    await page.keyboard.press('Alt+W');
    await expect.poll(() => callsOf(page, 'print.pass')).toMatchObject([{ job: 'j3' }]);
    await page.keyboard.press('Alt+Q');
    await expect.poll(() => callsOf(page, 'print.stop')).toMatchObject([{ job: 'j3' }]);
    await page.keyboard.press('Alt+F8');
    await expect.poll(() => callsOf(page, 'print.follow')).toHaveLength(1);
    await page.context().close();
  });

  it('an entry shows its way to paper, and F8 prints it when its number comes, or at once where it is there', async () => {
    const id = 'e1';
    const page = await show(`#/outbox/${id}`, []);
    await page.getByRole('button', { name: /^Print when its number comes/ }).waitFor();
    expect(await page.locator('.way [aria-current=step]').textContent()).toMatch(/Queued/);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('F8');
    await expect.poll(() => callsOf(page, 'print.follow')).toMatchObject([{ ids: [id] }]);
    await page.evaluate(() => {
      const { fake } = globalThis as unknown as {
        fake: { handlers: Record<string, unknown>; emit: (e: unknown) => void };
      };
      fake.handlers['print.way'] = () => ({
        ok: true,
        value: {
          comes: false,
          list: 'ready',
          number: 'LX000000009CN',
          stale: null,
          provisionalOut: false,
          label: null,
        },
      });
      fake.emit({ kind: 'entries', ids: 'many' });
    });
    await page.getByText('LX000000009CN').first().waitFor();
    await page.keyboard.press('F8');
    await expect.poll(() => callsOf(page, 'print.start')).toMatchObject([{ ids: [id] }]);
    await page.context().close();
  });

  it('the list to print again says why of each label, and one key prints it anew without a question', async () => {
    const page = await show('#/labels', []);
    await page.getByRole('tab', { name: /^Print again/ }).click();
    await page.getByText('paper says LX000000001CN').first().waitFor();
    await page.getByRole('button', { name: /Other printer or dialog/ }).waitFor();
    await page.locator('[role=grid]').focus();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: /^Print 1 label/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    if (process.env['PRINT_PICTURES']) await page.screenshot({ path: `${process.env['PRINT_PICTURES']}/reprint.png` });
    await page.keyboard.press('F8');
    await expect.poll(() => callsOf(page, 'print.start')).toMatchObject([{ reason: '' }]);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.context().close();
  });

  it('tells elsewhere too that the paper is out, in words', async () => {
    const out: PrintJob = { ...stoppedJob, state: 'printing', heldFor: null, prints: true, fault: 'paper-out' };
    const page = await show('#/outbox', [out]);
    await page.getByText('There is no paper in it. Put paper in; printing goes on by itself.').waitFor();
    await page.context().close();
  });
});

describe('printers in the settings', () => {
  it('a printer that is asked says what it is, and is set up by keys alone', async () => {
    const page = await show('#/settings', []);
    await page.evaluate((printer) => {
      const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
      handlers['printers.probe'] = ({ address }: { address: string }) => ({
        ok: true,
        value: {
          ...{ way: 'raw', address, model: 'ZD421-203dpi', dpi: 203, widthMm: 104, packing: 'z64', counts: true },
          ...{ passesOn: false, media: [], sizes: ['100x150'], fault: null },
        },
      });
      handlers['printers.add'] = () => ({ ok: true, value: printer });
    }, fakePrinter);
    await page.getByLabel('Name', { exact: true }).first().waitFor();
    await page.getByRole('textbox', { name: 'Address' }).last().fill('192.0.2.7');
    await page.keyboard.press('Alt+F');
    await page.getByText('This printer answers: ZD421-203dpi.').waitFor();
    await page.getByText(/203 dpi, prints 104 mm wide, understands compressed pictures \(Z64\)/).waitFor();
    await page.locator('input[maxlength="60"]').last().fill('Desk 2');
    await page.keyboard.press('Enter');
    await expect.poll(() => callsOf(page, 'printers.add')).toMatchObject([{ name: 'Desk 2', address: '192.0.2.7' }]);
    await page.context().close();
  });
});

describe('an answer that comes late', () => {
  interface Fake {
    fake: { handlers: Record<string, unknown>; emit: (event: unknown) => void };
    answer: () => void;
  }

  it('about another address than the one that stands there by now is not shown', async () => {
    const page = await show('#/settings', []);
    await page.evaluate(() => {
      const all = globalThis as unknown as Fake;
      all.fake.handlers['printers.probe'] = ({ address }: { address: string }) =>
        new Promise((done) => {
          const value = {
            ...{ way: 'raw', address, model: 'ZD421-203dpi', dpi: 203, widthMm: 104, packing: 'z64', counts: true },
            ...{ passesOn: false, media: [], sizes: ['100x150'], fault: null },
          };
          all.answer = () => done({ ok: true, value });
        });
    });
    await page.getByLabel('Name', { exact: true }).first().waitFor();
    const address = page.getByRole('textbox', { name: 'Address' }).last();
    await address.fill('192.0.2.7');
    await page.keyboard.press('Alt+F');
    await expect.poll(() => callsOf(page, 'printers.probe')).toHaveLength(1);
    await address.fill('192.0.2.70');
    await page.evaluate(() => (globalThis as unknown as Fake).answer());
    // the printer of the address that stands there is asked, and answers
    await expect.poll(() => page.getByRole('button', { name: /^Ask/ }).last().isEnabled()).toBe(true);
    expect(await page.getByText('This printer answers').count()).toBe(0);
    await page.keyboard.press('Alt+F');
    await expect.poll(() => callsOf(page, 'printers.probe')).toHaveLength(2);
    await page.evaluate(() => (globalThis as unknown as Fake).answer());
    await page.getByText('This printer answers').waitFor();
    await page.context().close();
  });

  it('to an older look at the print jobs takes nothing back of a newer one', async () => {
    const out: PrintJob = { ...stoppedJob, state: 'printing', heldFor: null, prints: true, fault: 'paper-out' };
    const page = await show('#/settings', []);
    await page.getByLabel('Name', { exact: true }).first().waitFor();
    await page.evaluate((job) => {
      const all = globalThis as unknown as Fake;
      const { handlers } = all.fake;
      handlers['print.jobs'] = () =>
        new Promise((done) => {
          all.answer = () => done({ ok: true, value: { jobs: [] } });
          handlers['print.jobs'] = () => ({ ok: true, value: { jobs: [job] } });
        });
      handlers['printers.choose'] = () => ({ ok: true, value: {} });
      all.fake.emit({ kind: 'print' });
    }, out);
    await expect.poll(() => page.evaluate(() => 'answer' in globalThis)).toBe(true);
    await page.keyboard.press('Alt+V');
    const told = page.getByText('There is no paper in it.');
    await told.waitFor();
    await page.evaluate(() => (globalThis as unknown as Fake).answer());
    // the older look has gone on to the printers, and is over
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    expect(await told.count()).toBe(1);
    await page.context().close();
  });
});

describe('screens of printing', () => {
  const looks: [string, string, Partial<ShownAs>, PrintJob?][] = [
    ['labels', '#/labels', {}],
    ['labels coming', '#/labels', { width: 1280 }, comingJob],
    ['labels coming dark narrow', '#/labels', { theme: 'dark', language: 'zh-CN', width: 700 }, comingJob],
    ['labels dark', '#/labels', { theme: 'dark', language: 'zh-CN' }],
    ['labels narrow', '#/labels', { width: 700, height: 800 }],
    ['settings', '#/settings', {}],
    ['settings dark narrow', '#/settings', { theme: 'dark', language: 'zh-CN', width: 700 }],
    ['outbox', '#/outbox', { theme: 'dark' }],
  ];
  it.each(looks)('have nothing that axe finds: %s', async (name, address, as, job = stoppedJob) => {
    const page = await show(address, [job], as);
    await page
      .getByText(as.language === 'zh-CN' ? /打印任务|Desk 1/ : /Desk 1/)
      .first()
      .waitFor();
    await page.waitForTimeout(300);
    if (process.env['PRINT_PICTURES']) {
      if (address === '#/settings')
        await page.getByLabel(/Code on the test label|测试面单上的条码/).scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${process.env['PRINT_PICTURES']}/${name.replaceAll(' ', '-')}.png` });
    }
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});

describe('what labels look like', () => {
  it('is shown while it is chosen, and begins at the next label of a sheet', async () => {
    const page = await show('#/settings', []);
    await page.getByRole('img', { name: 'A label with these settings' }).waitFor();
    await page.getByLabel('Size of labels').selectOption('4x4');
    await expect
      .poll(async () => (await callsOf(page, 'labels.sample')).at(-1))
      .toMatchObject({ labelSize: '4x4', labelSender: true });
    expect(await violations(page)).toEqual([]);
    if (process.env['PRINT_PICTURES']) {
      await page.getByLabel('Size of labels').scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${process.env['PRINT_PICTURES']}/label-settings.png` });
    }
    await page.evaluate(() => (location.hash = '#/labels'));
    await page.getByLabel('PDF on').selectOption('A4 8');
    await page.getByLabel('Begin at label').selectOption('8');
    await page.locator('[role=grid]').focus();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: /^Print 1 label/ }).waitFor();
    if (process.env['PRINT_PICTURES'])
      await page.screenshot({ path: `${process.env['PRINT_PICTURES']}/labels-sheet.png` });
    await page.keyboard.press('Alt+D');
    await expect
      .poll(() => callsOf(page, 'labels.document'))
      .toMatchObject([{ sheet: { paper: 'A4', count: 8, begin: 8 } }]);
    await expect.poll(() => page.getByLabel('Begin at label').inputValue()).toBe('1');
    await page.context().close();
  });
});
