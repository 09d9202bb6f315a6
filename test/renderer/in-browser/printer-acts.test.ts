import { labels as englishLabels } from '../../../renderer/texts/en/labels.ts';
import { printing as english } from '../../../renderer/texts/en/printing.ts';
import { labels as chineseLabels } from '../../../renderer/texts/zh-CN/labels.ts';
import { printing as chinese } from '../../../renderer/texts/zh-CN/printing.ts';
import type { PrintJob } from '../../../shared/contract/print-procedures.ts';
import { callsOf } from '../../support/calls-of.ts';
import { fakePrinter, stoppedJob } from '../../support/fake-printing.ts';
import { scan } from '../../support/scanner.ts';
import { violations } from '../../support/violations.ts';
import { openForAll, show } from './printing-desk.ts';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';

openForAll();

type Handlers = Record<string, (input: never) => unknown>;

/** A printer that reports labels of this size, or none the desk prints, and passes its test label. */
async function answers(page: Page, size: '100x150' | null): Promise<void> {
  await page.evaluate(
    ([printer, sizes]) => {
      const { handlers } = (globalThis as unknown as { fake: { handlers: Handlers } }).fake;
      const ok = (value: unknown) => ({ ok: true, value });
      handlers['printers.probe'] = ({ address }: { address: string }) =>
        ok({
          ...{ way: 'raw', address, model: 'ZD421-203dpi', dpi: 203, widthMm: 104, packing: 'z64', counts: true },
          ...{ passesOn: false, media: ['oe_2x1-label_2x1in'], sizes, fault: null },
        });
      handlers['printers.add'] = () => ok(printer);
      handlers['printers.test'] = () => ok({ end: { end: 'proved', why: 'printer-counted', said: '' }, printer });
    },
    [fakePrinter, size === null ? [] : [size]] as const,
  );
}

/** Makes every label list of the fake desk hold its ready labels, so that the printed ones are not empty. */
async function withPrinted(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, (input: object) => unknown> } })
      .fake;
    for (const name of ['labels.page', 'labels.among', 'labels.seqs']) {
      const ready = handlers[name];
      handlers[name] = (input) => ready?.({ ...input, list: 'ready' });
    }
  });
}

describe.each([
  ['en', english, englishLabels],
  ['zh-CN', chinese, chineseLabels],
] as const)('by keys alone, in %s', (language, words, { printCount }) => {
  it('a printer is probed, added and confirmed by a scan of its test label', async () => {
    const page = await show('#/settings/printers', [], { language, listens: true });
    await answers(page, '100x150');
    const address = page.getByRole('textbox', { name: words.address }).last();
    await address.fill('192.0.2.7');
    await page.keyboard.press('Alt+F');
    await page.getByText(words.answers({ model: 'ZD421-203dpi' })).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.locator('input[maxlength="60"]').last().fill('Desk 2');
    await page.keyboard.press('Enter');
    await expect.poll(() => callsOf(page, 'printers.add')).toMatchObject([{ name: 'Desk 2', address: '192.0.2.7' }]);
    await page.keyboard.press('Alt+T');
    await expect.poll(() => callsOf(page, 'printers.test')).toHaveLength(1);
    await page.getByText(words.awaits).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await scan(page, 'TEST-7K2M');
    await expect.poll(() => callsOf(page, 'printers.tested')).toMatchObject([{ name: 'Desk 1', scanned: 'TEST-7K2M' }]);
    await page.getByText(words.testOk).waitFor();
    await page.context().close();
  });

  it('a printer without labels of a size the desk prints is not added, and the reason is shown', async () => {
    const page = await show('#/settings/printers', [], { language });
    await answers(page, null);
    await page.getByRole('textbox', { name: words.address }).last().fill('192.0.2.7');
    await page.keyboard.press('Alt+F');
    await page.getByText(words.wrongSize).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.locator('input[maxlength="60"]').last().fill('Desk 2');
    for (const key of ['Enter', 'Alt+I']) await page.keyboard.press(key);
    expect(await callsOf(page, 'printers.add')).toEqual([]);
    await page.context().close();
  });

  it('a job held for a wrong label size shows the loaded one, resumes by a key, and is cancelled after a confirmation', async () => {
    const wrong: PrintJob = {
      ...{ ...stoppedJob, heldFor: 'printer-trouble' },
      labels: { ...stoppedJob.labels, waiting: 4, unconfirmed: 0 },
      problem: { kind: 'printer', message: 'No such labels.', params: { reason: 'media', said: 'oe_2x1-label_2x1in' } },
    };
    const page = await show('#/labels', [wrong], { language });
    await page.getByText('oe_2x1-label_2x1in').first().waitFor();
    expect(await page.getByText(words.ask).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Alt+G');
    await expect.poll(() => callsOf(page, 'print.begin')).toMatchObject([{ job: 'j1' }]);
    await page.keyboard.press('Alt+Shift+Q');
    const dialog = page.getByRole('dialog', { name: words.askCancel });
    await dialog.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await callsOf(page, 'print.cancel')).toEqual([]);
    await page.keyboard.press('Alt+Shift+Q');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => callsOf(page, 'print.cancel')).toMatchObject([{ job: 'j1' }]);
    await page.getByText(words.cancelled({ count: '3', out: words.none, unknown: words.none })).waitFor();
    await page.context().close();
  });

  it('the last good label is named by one key or by a scan of it', async () => {
    const page = await show('#/labels', [stoppedJob], { language, listens: true });
    await page.getByText(words.ask).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Alt+J');
    await expect.poll(() => callsOf(page, 'print.answer')).toMatchObject([{ job: 'j1', last: { upTo: 7 } }]);
    await page.context().close();

    const other = await show('#/labels', [stoppedJob], { language, listens: true });
    await other.getByText(words.ask).waitFor();
    await scan(other, 'LX000000006CN');
    await expect
      .poll(() => callsOf(other, 'print.answer'))
      .toMatchObject([{ job: 'j1', last: { scanned: 'LX000000006CN' } }]);
    await other.getByText(words.ask).waitFor({ state: 'detached' });
    await other.context().close();
  });

  it('a printed label is printed again only with a reason', async () => {
    const page = await show('#/labels', [], { language });
    await withPrinted(page);
    await page.getByRole('button', { name: words.byDialog }).waitFor();
    // The tabs are: ready, provisional, print again, printed.
    await page.getByRole('tab').last().click();
    await page.locator('[role=grid]').focus();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: printCount({ count: '1' }) }).waitFor();
    await page.keyboard.press('F8');
    const dialog = page.getByRole('dialog', { name: words.again({ count: '1' }) });
    await dialog.waitFor();
    expect(await violations(page)).toEqual([]);
    // The likeliest reason is filled in and selected, so one key removes it.
    const reason = dialog.getByRole('textbox');
    await expect.poll(() => reason.inputValue()).toBe(words.usualReasons[0]);
    for (const key of ['Delete', 'Enter', 'Control+Enter']) await page.keyboard.press(key);
    expect(await callsOf(page, 'print.start')).toEqual([]);
    await reason.pressSequentially('torn');
    await page.keyboard.press('Enter');
    await expect.poll(() => callsOf(page, 'print.start')).toMatchObject([{ reason: 'torn' }]);
    await page.context().close();
  });
});
