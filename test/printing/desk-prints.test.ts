import { leasePrinter } from '../../electron/storage/register/known-printers.ts';
import { startFakeIppPrinter } from '../support/fake-ipp-printer.ts';
import { labelCapture } from '../support/open-test-outbox.ts';
import { openPrintDesk } from '../support/print-jobs.ts';
import {
  codesOf,
  command,
  desk,
  home,
  jobOf,
  labelsOf,
  open,
  start,
  until,
  usePrintingDesk,
  withOrders,
  withPrinter,
} from './printing-desk.ts';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

usePrintingDesk();

describe('a desk that prints', () => {
  it('prints labels in the requested order, each proved and readable by a scanner', async () => {
    const ids = await withOrders('A1', 'B2', 'C3');
    const fake = await withPrinter();
    const { job, printer } = await start(ids);
    expect(printer).toBe('Zebra');
    await until(job, { state: 'finished' });
    const read = await Promise.all(fake.zpl.map(codesOf));
    expect(read.map(({ code128 }) => code128)).toEqual([['T-A1'], ['T-B2'], ['T-C3']]);
    expect(await desk.ask('labels.counts', {})).toMatchObject({ ready: 0, printed: 3 });
    expect((await desk.ask('print.jobs', {})).jobs).toEqual([]);
    const { history } = await desk.ask('entries.get', { id: ids[0] ?? '' });
    expect(history.at(-1)).toMatchObject({ why: { code: 'printed' } });
  });

  it('prints a provisional label of a parcel without a number, with its package id readable by a scanner', async () => {
    const made = openPrintDesk({ folder: join(home, 'data') });
    const { id } = made.outbox.enqueue('command-offline', labelCapture('OFFLINE-1'), 'Mia', false);
    made.close();
    await open();
    const fake = await withPrinter();
    const { job } = await desk.ask('print.provisional', { commandId: command(), ids: [id], operator: 'Mia' });
    await until(job, { state: 'finished' });
    expect(await codesOf(fake.zpl[0])).toEqual({ code128: ['OFFLINE-1'], qr: ['OFFLINE-1'] });
    expect(await desk.ask('print.way', { id })).toMatchObject({ comes: true, provisionalOut: true });
  });

  it('prints nothing twice if the command is repeated, and a printed label again only with a reason, as COPY 2', async () => {
    const ids = await withOrders('A1');
    const fake = await withPrinter();
    const pressed = { commandId: command(), ids, operator: 'Mia' };
    const [one, two] = await Promise.all([desk.ask('print.start', pressed), desk.ask('print.start', pressed)]);
    expect(two).toEqual(one);
    await until(one.job, { state: 'finished' });
    await expect(start(ids)).rejects.toMatchObject({
      problem: { kind: 'wrong-state', params: { reason: 'on-paper' } },
    });
    const again = await start(ids, 'coffee on it');
    await until(again.job, { state: 'finished' });
    expect(fake.heard.labels).toBe(2);
    expect((await desk.ask('print.job', { job: again.job })).labels).toMatchObject([
      { copy: 2, reason: 'coffee on it' },
    ]);
    expect((await desk.ask('print.steps', { job: again.job })).steps).toContainEqual(
      expect.objectContaining({ who: 'Mia', why: 'reprint', said: 'coffee on it' }),
    );
  });

  it('reports that the printer is out of paper, and continues after new paper', async () => {
    const ids = await withOrders('A1', 'B2', 'C3');
    const fake = await withPrinter({ paperOutAt: [2], silentWhenOut: false });
    const { job } = await start(ids);
    await until(job, { fault: 'paper-out', prints: true });
    fake.loadPaper();
    await until(job, { state: 'held', heldFor: 'asks' });
    // Without reprinting the damaged label, the printer counts one label, and which one is unknown.
    expect(await labelsOf(job)).toEqual(['on-paper', 'unconfirmed', 'waiting']);
    await desk.ask('print.answer', { commandId: command(), job, last: { scanned: 'T-A1' }, operator: 'Mia' });
    await until(job, { state: 'finished' });
    expect(fake.paper.map(({ cut }) => cut)).toEqual([false, true, false, false]);
  });

  it('stopped while its printer waits for paper asks at once what was printed, and continues from the answer', async () => {
    const ids = await withOrders('A1', 'B2', 'C3');
    const fake = await withPrinter({ paperOutAt: [2] });
    const { job } = await start(ids);
    await until(job, { fault: 'silent' });
    await desk.ask('print.stop', { commandId: command(), job, operator: 'Mia' });
    await until(job, {
      state: 'held',
      heldFor: 'stopped',
      prints: false,
      labels: expect.objectContaining({ unconfirmed: 1 }) as never,
    });
    await expect(desk.ask('print.begin', { commandId: command(), job, operator: 'Mia' })).rejects.toMatchObject({
      problem: { kind: 'wrong-state', params: { reason: 'asks' } },
    });
    for (const scanned of ['T-C3', 'nonsense'])
      await expect(
        desk.ask('print.answer', { commandId: command(), job, last: { scanned }, operator: 'Mia' }),
      ).rejects.toMatchObject({ problem: { kind: 'invalid' } });
    fake.loadPaper();
    await desk.ask('print.answer', { commandId: command(), job, last: { upTo: 1 }, operator: 'Mia' });
    await until(job, { state: 'finished' });
    expect((await codesOf(fake.zpl.at(-1))).code128).toEqual(['T-C3']);
  });

  it('closed in the middle of a job prints nothing automatically at its next start, and asks', async () => {
    const ids = await withOrders('A1', 'B2', 'C3', 'D4');
    const fake = await withPrinter({ labelMs: 300 });
    const { job } = await start(ids);
    await expect.poll(() => fake.paper.length, { timeout: 30_000 }).toBeGreaterThan(0);
    await desk.close();
    // At the printer, a person later finds everything that was sent.
    await expect.poll(() => fake.isConnected() || fake.isBusy(), { timeout: 30_000 }).toBe(false);
    const arrived = fake.heard.labels;
    await open();
    const held = await jobOf(job);
    expect(held).toMatchObject({ state: 'held', prints: false });
    expect(held.labels.waiting).toBeGreaterThan(0);
    expect(fake.heard.labels).toBe(arrived);
    if (held.labels.unconfirmed > 0) {
      const last = { upTo: fake.paper.length };
      await desk.ask('print.answer', { commandId: command(), job, last, operator: 'Mia' });
    } else await desk.ask('print.begin', { commandId: command(), job, operator: 'Mia' });
    await until(job, { state: 'finished' });
    expect(fake.paper).toHaveLength(4);
  });

  it('continues on another printer if the first is unreachable, and reports the printed labels when the job is cancelled', async () => {
    const ids = await withOrders('A1', 'B2', 'C3');
    const gone = await withPrinter({}, 'Gone');
    await gone.stop();
    const { job } = await start(ids);
    await until(job, { fault: 'not-reached' });
    await desk.ask('print.stop', { commandId: command(), job, operator: 'Mia' });
    await until(job, { state: 'held', prints: false });
    await withPrinter({ paperOutAt: [2] }, 'Other');
    await desk.ask('print.move', { commandId: command(), job, printer: 'other', operator: 'Mia' });
    await desk.ask('print.begin', { commandId: command(), job, operator: 'Mia' });
    await until(job, { fault: 'silent', printer: 'Other' });
    const { out, cancelled } = await desk.ask('print.cancel', { commandId: command(), job, operator: 'Mia' });
    expect([out, cancelled]).toEqual([[{ place: 1, number: 'T-A1' }], 1]);
    // The unconfirmed label is still asked about.
    await until(job, { state: 'cancelled', labels: expect.objectContaining({ unconfirmed: 1 }) as never });
    expect((await desk.ask('print.jobs', {})).jobs).toMatchObject([{ id: job }]);
    await desk.ask('print.answer', { commandId: command(), job, last: { upTo: 1 }, operator: 'Mia' });
    expect((await desk.ask('print.jobs', {})).jobs).toEqual([]);
  });

  it('prints over IPP, asks once at the end if completed jobs prove nothing, and refuses a missing size', async () => {
    const ids = await withOrders('A1', 'B2');
    const fake = await startFakeIppPrinter();
    await desk.ask('printers.add', { commandId: command(), name: 'Net', address: fake.uri });
    const { job } = await start(ids);
    await until(job, { state: 'held', heldFor: 'asks' });
    expect(fake.jobs).toHaveLength(2);
    await desk.ask('print.answer', { commandId: command(), job, last: { upTo: 2 }, operator: 'Mia' });
    expect(await jobOf(job)).toMatchObject({ state: 'finished' });
    const small = await startFakeIppPrinter({ media: ['om_small_50x30mm'] });
    await expect(
      desk.ask('printers.add', { commandId: command(), name: 'Small', address: small.uri }),
    ).rejects.toMatchObject({ problem: { kind: 'printer', params: { reason: 'media' } } });
  });

  it('prints two jobs of one printer one after the other', async () => {
    const ids = await withOrders('A1', 'B2', 'C3', 'D4');
    const fake = await withPrinter({ labelMs: 50 });
    const jobs = [await start(ids.slice(0, 2)), await start(ids.slice(2))];
    for (const { job } of jobs) await until(job, { state: 'finished' });
    const read = await Promise.all(fake.zpl.map(codesOf));
    expect(read.flatMap(({ code128 }) => code128)).toEqual(['T-A1', 'T-B2', 'T-C3', 'T-D4']);
    expect(fake.heard.maxConnections).toBe(1);
  });

  it('waits for a person while another desk on this machine uses the printer, and prints once it is free', async () => {
    const ids = await withOrders('A1', 'B2');
    const fake = await withPrinter();
    const letGo = leasePrinter(join(home, 'machine'), `socket://127.0.0.1:${fake.at.port}`);
    const { job } = await start(ids);
    await until(job, { state: 'held', heldFor: 'printer-trouble' });
    expect((await jobOf(job)).problem).toMatchObject({ kind: 'printer', params: { reason: 'in-use' } });
    await expect(
      desk.ask('printers.test', { commandId: command(), name: 'Zebra', empty: false }),
    ).rejects.toMatchObject({
      problem: { params: { reason: 'in-use' } },
    });
    expect(fake.heard.labels).toBe(0);
    letGo?.();
    await desk.ask('print.begin', { commandId: command(), job, operator: 'Mia' });
    await until(job, { state: 'finished' });
    expect(fake.heard.labels).toBe(2);
  });

  it('without a printer reports that, and queues nothing', async () => {
    const ids = await withOrders('A1');
    await expect(start(ids)).rejects.toMatchObject({ problem: { kind: 'printer', params: { reason: 'none-set-up' } } });
    expect((await desk.ask('print.jobs', {})).jobs).toEqual([]);
  });
});
