import { knownPrinters } from '../../electron/storage/register/known-printers.ts';
import { startFakeZplPrinter } from '../support/fake-zpl-printer.ts';
import {
  command,
  desk,
  home,
  jobOf,
  labelsOf,
  start,
  until,
  usePrintingDesk,
  withOrders,
  withPrinter,
} from './printing-desk.ts';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

usePrintingDesk();

/** Changes made meanwhile by the command line on this machine. */
const machine = () => knownPrinters(join(home, 'machine'));
const whole = (fake: { paper: { label: string }[] }) => fake.paper.length;

describe('a printer changed while a job prints on it', () => {
  it('completes its current job if it is removed, each label once, and takes no other job', async () => {
    const ids = await withOrders('A1', 'B2', 'C3');
    const fake = await withPrinter({ labelMs: 150 });
    const { job } = await start(ids);
    await expect.poll(() => whole(fake), { timeout: 30_000 }).toBe(1);
    machine().remove('Zebra');
    await until(job, { state: 'finished' });
    expect(whole(fake)).toBe(3);
    await expect(start(ids, 'torn')).rejects.toMatchObject({ problem: { kind: 'printer' } });
  });

  it('set up at another address gets no label of the old job until that has stopped, and the label under way is asked about', async () => {
    const ids = await withOrders('A1', 'B2', 'C3');
    const fake = await withPrinter({ paperOutAt: [2], silentWhenOut: false });
    const { job } = await start(ids);
    await expect.poll(() => fake.isOut(), { timeout: 30_000 }).toBe(true);
    const other = await startFakeZplPrinter();
    const before = machine().get('Zebra');
    machine().remove('Zebra');
    machine().add({ ...before, id: null, address: `socket://127.0.0.1:${other.at.port}` });
    await desk.ask('print.stop', { commandId: command(), job, operator: 'Mia' });
    await until(job, { state: 'held', prints: false });
    expect([whole(fake), whole(other), await labelsOf(job)]).toEqual([2, 0, ['on-paper', 'unconfirmed', 'waiting']]);
    await desk.ask('print.answer', { commandId: command(), job, last: { upTo: 1 }, operator: 'Mia' });
    await until(job, { state: 'finished' });
    expect([whole(fake), whole(other)]).toEqual([2, 2]);
  });

  it('removed while a job is held is reported as unknown, and the waiting labels print on another', async () => {
    const ids = await withOrders('A1', 'B2');
    const fake = await withPrinter({ paperOutAt: [1], silentWhenOut: false });
    const { job } = await start(ids);
    await expect.poll(() => fake.isOut(), { timeout: 30_000 }).toBe(true);
    await desk.ask('print.stop', { commandId: command(), job, operator: 'Mia' });
    await until(job, { state: 'held', prints: false });
    machine().remove('Zebra');
    await desk.ask('print.answer', { commandId: command(), job, last: { upTo: 0 }, operator: 'Mia' });
    await expect.poll(async () => (await jobOf(job)).problem, { timeout: 30_000 }).toMatchObject({ kind: 'printer' });
    expect(await labelsOf(job)).toEqual(['waiting', 'waiting']);
    const other = await withPrinter({}, 'Other');
    await desk.ask('print.move', { commandId: command(), job, printer: 'Other', operator: 'Mia' });
    await desk.ask('print.begin', { commandId: command(), job, operator: 'Mia' });
    await until(job, { state: 'finished' });
    expect(whole(other)).toBe(2);
  });

  it('configured under two names, by number and by host name, prints one job at a time', async () => {
    const ids = await withOrders('A1', 'B2', 'C3');
    const fake = await withPrinter({ channel: {}, labelMs: 400 });
    const { at } = fake;
    await desk.ask('printers.add', {
      commandId: command(),
      name: 'Same',
      address: `localhost:${at.port}`,
      size: '4x6',
    });
    const { job } = await start(ids.slice(0, 2));
    await expect.poll(() => fake.heard.labels, { timeout: 30_000 }).toBe(1);
    const wanted = { ids: ids.slice(2), printer: 'Same', operator: 'Mia' };
    const second = await desk.ask('print.start', { commandId: command(), ...wanted });
    const inUse = { kind: 'printer', params: { reason: 'in-use' } };
    await expect.poll(async () => (await jobOf(second.job)).problem, { timeout: 30_000 }).toMatchObject(inUse);
    await until(job, { state: 'finished' });
    expect([await labelsOf(job), whole(fake)]).toEqual([['on-paper', 'on-paper'], 2]);
  });
});
