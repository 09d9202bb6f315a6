import { maxPrinterNameLength } from '../../../shared/printing/configured-printer.ts';
import { spawnDesk } from '../../support/desk-process.ts';
import { hostileTexts, rightToLeftOverride } from '../../support/hostile-fields.ts';
import { sweepMark } from '../../support/longer.ts';
import { serveFakeIppPrinter } from '../../support/serve-fake-ipp.ts';
import { serveFakeZplPrinter } from '../../support/serve-fake-zpl.ts';
import { ask } from '../ask.ts';
import { labelOrder } from '../label-order.ts';
import { machineOfItsOwn } from '../own-printer.ts';
import { harmIn } from './harm-in.ts';
import { at, dialog, entryOf, leaveDialog, openEntry, patient, toSettings } from './places/ways.ts';
import { expect, test } from './told-desk-test.ts';
import { randomUUID } from 'node:crypto';

machineOfItsOwn();
test.use({ goesOn: true });

const [text = ''] = hostileTexts;
const fitting = (length: number): string => hostileTexts.find((one) => one.length <= length) ?? '';

test(
  'names and messages of printers, names and codes of operators, reasons, tracked numbers and lists are shown as plain text everywhere',
  { tag: sweepMark },
  async ({ desk, told, host }) => {
    test.setTimeout(300_000);
    const { page } = desk;
    const commandId = randomUUID;
    told.says(({ method }) =>
      method === 'POST'
        ? { json: { SvcPackageId: 'S1', TrackingNumber: 'LX1CN' } }
        : { json: { TrackingNumber: 'LX1CN', Status: 'Created', HandleStatus: 'OK' } },
    );
    const printerName = fitting(maxPrinterNameLength);
    const printer = await serveFakeZplPrinter({ identity: `${text.replaceAll(/[\u0000-\u001f,]/g, '')},V1,8,8192KB` });
    const address = `127.0.0.1:${String(printer.at.port)}`;
    // What this printer reports about itself and its jobs is foreign text.
    const queueName = hostileTexts.findLast((one) => one.includes('<i>')) ?? '';
    const queue = await serveFakeIppPrinter({
      media: [text, 'oe_label_100x150mm'],
      furtherAttributes: [['printer-make-and-model', 'text', text]],
      finalStates: { 1: [8, 'aborted-by-system', text], 2: [8, 'aborted-by-system', text] },
    });
    queue.setState(3, text);
    if (host === 'electron')
      await desk.electron.evaluate(({ dialog }) => {
        dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
      });
    for (const [name, at] of [
      [printerName, address],
      [queueName, queue.uri],
    ] as const)
      if (host === 'electron') {
        // A second dialog opens only after a key press shows that a person is there.
        await page.keyboard.press('Shift');
        await ask(page, 'printers.add', { commandId: commandId(), name, address: at });
      } else expect((await spawnDesk(['printers', 'add', name, at]).result).code).toBe(0);

    const acting = { operator: text };
    await ask(page, 'operators.save', { commandId: commandId(), name: text, code: fitting(20) });
    await ask(page, 'watch.add', { commandId: commandId(), numbers: ['LX1CN'], ...acting });
    const cell = `"${text.replaceAll('"', '""')}"`;
    await ask(page, 'lists.import', { commandId: commandId(), list: 'warehouses', csv: `Code,Name\nW1,${cell}\n` });
    const template = { name: fitting(60), request: labelOrder('T-1'), ...acting };
    const { id: kept } = await ask(page, 'templates.save', { commandId: commandId(), ...template });
    await ask(page, 'templates.rename', { commandId: commandId(), id: kept, name: fitting(60) });
    await ask(page, 'settings.set', { values: { holdSeconds: 3600, graceSeconds: 0 } });
    const { id } = await ask(page, 'entry.enqueue', {
      ...acting,
      commandId: commandId(),
      request: labelOrder('HELD-1'),
    });
    await ask(page, 'entry.withdraw', { commandId: commandId(), ids: [id], why: text, ...acting });
    await ask(page, 'settings.set', { values: { holdSeconds: 0 } });
    await ask(page, 'entry.enqueue', { ...acting, commandId: commandId(), request: labelOrder('SENT-1') });
    await expect.poll(async () => (await entryOf(page, 'SENT-1')).state, patient).toBe('done');
    const sent = await entryOf(page, 'SENT-1');
    await ask(page, 'labels.printed', { commandId: commandId(), ids: [sent.id], ...acting });
    await ask(page, 'labels.printed', { commandId: commandId(), ids: [sent.id], reason: text, ...acting });
    await ask(page, 'printers.test', { commandId: commandId(), name: queueName });
    await ask(page, 'print.start', {
      ...{ commandId: commandId(), ids: [sent.id], printer: queueName, reason: text, scan: false, ...acting },
    });
    await expect.poll(async () => (await ask(page, 'print.jobs', {})).jobs[0]?.heldFor, patient).toBe('asks');
    const handover = await ask(page, 'handover.begin', { commandId: commandId(), carrier: text, ...acting });
    await ask(page, 'handover.scan', { commandId: commandId(), handover: handover.id, code: text, ...acting });

    const seen = async (where: string) => expect.soft(await harmIn(page), where).toEqual([]);
    const shows = () =>
      page.evaluate((turned) => document.body.textContent?.includes(turned) ?? false, rightToLeftOverride);
    await toSettings(page, 'printers');
    await expect.poll(shows, patient).toBe(true);
    await seen('the printers');
    await page.locator('main input[type=radio]').first().press('Space');
    await seen('a printer that is chosen');
    await page.locator('main input[type=radio]').nth(1).press('Space');
    await seen('the other one');
    for (const key of ['HELD-1', 'SENT-1']) {
      await openEntry(page, key);
      await expect.poll(shows, patient).toBe(true);
      const folded = page.locator('.panel details:not([open]) > summary');
      while ((await folded.count()) > 0) await folded.first().press('Enter');
      await seen(`the entry ${key}`);
    }
    for (const screen of ['operators', 'log', 'memory', 'labels', 'tracking', 'close', 'handover', 'today']) {
      await at(page, `#/${screen}`);
      await page.locator('h1').first().waitFor();
      await seen(screen);
    }
    await at(page, '#/outbox');
    await dialog(page, 'Shift+F1');
    const held = await page.locator('dialog[open] textarea').inputValue(patient);
    expect(JSON.parse(held)).toBeTruthy();
    expect(held).not.toMatch(/harm|\u202e|\\u202e/i);
    await leaveDialog(page);
    expect(await page.title()).not.toContain(rightToLeftOverride);
    await Promise.all([printer.stop(), queue.stop()]);
  },
);
