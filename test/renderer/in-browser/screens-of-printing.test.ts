import type { PrintJob } from '../../../shared/contract/print-procedures.ts';
import { callsOf } from '../../support/calls-of.ts';
import { waitingJob, stoppedJob } from '../../support/fake-printing.ts';
import type { DisplayOptions } from '../../support/open-screens.ts';
import { violations } from '../../support/violations.ts';
import { show, openForAll } from './printing-desk.ts';
import { describe, expect, it } from 'vitest';

openForAll();

describe('a late answer', () => {
  interface Fake {
    fake: { handlers: Record<string, unknown>; emit: (event: unknown) => void };
    answer: () => void;
  }

  it('about an address that has changed since is not shown', async () => {
    const page = await show('#/settings/printers', []);
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
    // The changed address can be probed, and its answer is shown.
    await expect
      .poll(() =>
        page
          .getByRole('button', { name: /^Check the printer/ })
          .last()
          .isEnabled(),
      )
      .toBe(true);
    expect(await page.getByText('This printer answers').count()).toBe(0);
    await page.keyboard.press('Alt+F');
    await expect.poll(() => callsOf(page, 'printers.probe')).toHaveLength(2);
    await page.evaluate(() => (globalThis as unknown as Fake).answer());
    await page.getByText('This printer answers').waitFor();
    await page.context().close();
  });

  it('to an older request for print jobs does not replace a newer one', async () => {
    const out: PrintJob = { ...stoppedJob, state: 'printing', heldFor: null, prints: true, fault: 'paper-out' };
    const page = await show('#/settings/printers', []);
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
    const told = page.getByText('Out of paper.');
    await told.waitFor();
    await page.evaluate(() => (globalThis as unknown as Fake).answer());
    // By now the older request has gone on to the printers and ended.
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    expect(await told.count()).toBe(1);
    await page.context().close();
  });
});

describe('the printing screens', () => {
  const looks: [string, string, Partial<DisplayOptions>, PrintJob?][] = [
    ['labels', '#/labels', {}],
    ['labels coming', '#/labels', { width: 1280 }, waitingJob],
    ['labels coming dark narrow', '#/labels', { theme: 'dark', language: 'zh-CN', width: 700 }, waitingJob],
    ['labels dark', '#/labels', { theme: 'dark', language: 'zh-CN' }],
    ['labels narrow', '#/labels', { width: 700, height: 800 }],
    ['settings', '#/settings/printers', {}],
    ['settings dark narrow', '#/settings/printers', { theme: 'dark', language: 'zh-CN', width: 700 }],
    ['outbox', '#/outbox', { theme: 'dark' }],
  ];
  it.each(looks)('have no accessibility violations: %s', async (name, address, as, job = stoppedJob) => {
    const page = await show(address, [job], as);
    await page
      .getByText(as.language === 'zh-CN' ? /打印任务|Desk 1/ : /Desk 1/)
      .first()
      .waitFor();
    await page.waitForTimeout(300);
    if (process.env['PRINT_PICTURES']) {
      if (address === '#/settings/printers')
        await page.getByLabel(/Code on the test label|测试面单上的条码/).scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${process.env['PRINT_PICTURES']}/${name.replaceAll(' ', '-')}.png` });
    }
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});

describe('labels', () => {
  it.each([
    ['en', 'Choose a PNG…', /not a PNG/, 'Remove the logo', 'A logo is set.'],
    ['zh-CN', '选择 PNG…', /不是 PNG/, '移除徽标', '已设置徽标。'],
  ] as const)(
    'show a logo before it is saved, by keys alone, and the reason if its file is rejected: %s',
    async (language, choose, no, remove, there) => {
      const page = await show('#/settings/labels', [], { language });
      await page.getByRole('button', { name: choose }).waitFor();
      const take = async (name: string, bytes: string) => {
        const asked = page.waitForEvent('filechooser');
        await page.keyboard.press('Alt+Shift+C');
        await (await asked).setFiles({ name, mimeType: 'image/png', buffer: Buffer.from(bytes, 'latin1') });
      };
      const last = async () => (await callsOf(page, 'labels.sample')).at(-1);
      await take('logo.png', 'GIF89a');
      await page.getByRole('alert').filter({ hasText: no }).waitFor();
      expect(await violations(page)).toEqual([]);
      await take('logo.png', '\x89PNG\r\n\x1a\n');
      await page.getByText(there).waitFor();
      expect(await page.getByRole('alert').filter({ hasText: no }).count()).toBe(0);
      await expect.poll(last).toMatchObject({ labelLogo: '8x1:gA==' });
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Control+Enter');
      await expect.poll(() => callsOf(page, 'settings.set')).toMatchObject([{ values: { labelLogo: '8x1:gA==' } }]);
      await page.getByRole('button', { name: remove }).waitFor();
      await page.keyboard.press('Alt+Shift+X');
      await expect.poll(last).toMatchObject({ labelLogo: '' });
      expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(choose);
      if (process.env['PRINT_PICTURES'])
        await page.screenshot({ path: `${process.env['PRINT_PICTURES']}/logo-${language}.png` });
      await page.context().close();
    },
  );

  it('are previewed while their layout is chosen, and can start at any label of a sheet', async () => {
    const page = await show('#/settings/labels', []);
    await page.getByRole('img', { name: 'A label with these settings' }).waitFor();
    await page.getByLabel('Label size').selectOption('4x4');
    await expect
      .poll(async () => (await callsOf(page, 'labels.sample')).at(-1))
      .toMatchObject({ labelSize: '4x4', labelSender: true });
    expect(await violations(page)).toEqual([]);
    if (process.env['PRINT_PICTURES']) {
      await page.getByLabel('Label size').scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${process.env['PRINT_PICTURES']}/label-settings.png` });
    }
    await page.evaluate(() => (location.hash = '#/labels'));
    await page.getByLabel('Paper').selectOption('A4 8');
    await page.getByLabel('Start at label').selectOption('8');
    await page.locator('[role=grid]').focus();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: /^Print 1 label/ }).waitFor();
    if (process.env['PRINT_PICTURES'])
      await page.screenshot({ path: `${process.env['PRINT_PICTURES']}/labels-sheet.png` });
    await page.keyboard.press('Alt+D');
    await expect
      .poll(() => callsOf(page, 'labels.document'))
      .toMatchObject([{ sheet: { paper: 'A4', count: 8, begin: 8 } }]);
    await expect.poll(() => page.getByLabel('Start at label').inputValue()).toBe('1');
    await page.context().close();
  });

  it('that are printed already need a reason for a PDF, which is stored when the user confirms the print', async () => {
    const page = await show('#/labels', []);
    // Makes the list of printed labels hold the ready ones of the fake desk.
    await page.evaluate(() => {
      const { handlers } = (
        globalThis as unknown as { fake: { handlers: Record<string, (input: { list: string }) => unknown> } }
      ).fake;
      for (const name of ['labels.page', 'labels.among', 'labels.seqs']) {
        const ready = handlers[name];
        handlers[name] = (input) => ready?.({ ...input, list: 'ready' });
      }
    });
    await page.getByRole('tab', { name: /^Printed/ }).click();
    await page.locator('[role=grid]').focus();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: /^Print 1 label/ }).waitFor();
    await page.keyboard.press('Alt+D');
    await page.getByRole('dialog').getByRole('textbox').fill('coffee on it');
    expect(await callsOf(page, 'labels.document')).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await callsOf(page, 'labels.document')).length).toBe(1);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => callsOf(page, 'labels.printed')).toMatchObject([{ reason: 'coffee on it' }]);
    await page.context().close();
  });

  it('confirm what was drawn, also of one with a problem, and the next sheet begins after all its places', async () => {
    const page = await show('#/labels', []);
    await page.evaluate(() => {
      const { handlers } = (
        globalThis as unknown as { fake: { handlers: Record<string, (input: { ids: string[] }) => unknown> } }
      ).fake;
      handlers['labels.document'] = ({ ids: [id = ''] }) => ({
        ok: true,
        value: {
          ...{
            file: { id: 'f1', name: 'labels.pdf', mediaType: 'application/pdf', bytes: 1000 },
            labels: 1,
            places: 3,
          },
          ...{ widthMm: 100, heightMm: 150, problems: [{ id, key: 'ORDER-CUT', message: 'Cut.', stops: false }] },
          drawn: [{ id, number: 'PV1CN', provisional: true, content: 'ab'.repeat(32) }],
        },
      });
    });
    await page.getByLabel('Paper').selectOption('A4 8');
    await page.locator('[role=grid]').focus();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: /^Print 1 label/ }).waitFor();
    await page.keyboard.press('Alt+D');
    await expect.poll(() => page.locator('.toasts').innerText()).toContain('not completely; check it: ORDER-CUT');
    await expect.poll(() => page.getByLabel('Start at label').inputValue()).toBe('4');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => callsOf(page, 'labels.printed'))
      .toMatchObject([{ drawn: [{ number: 'PV1CN', provisional: true, content: 'ab'.repeat(32) }] }]);
    await page.context().close();
  });
});
