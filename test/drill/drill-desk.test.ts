import { answerCalls, fixedFolder } from '../../electron/desk/calls/answer-calls.ts';
import type { Desk } from '../../electron/desk/threads/desk.ts';
import { practiceFile, practiceFolder } from '../../electron/practice/practice-database.ts';
import type { DrillTrouble } from '../../shared/drill/drill.ts';
import { startDeskInThread } from '../support/desk-here.ts';
import { startFakeZplPrinter } from '../support/fake-zpl-printer.ts';
import { answerJson, startWireServer } from '../support/wire-server.ts';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

const settings = { holdSeconds: 0, readFirstSeconds: 0.1, backoffFirstSeconds: 0.1, backoffMostSeconds: 0.2 };
const address = {
  Contact: 'Ana Ruiz',
  Phone: '600',
  Country: 'ES',
  City: 'Madrid',
  Postcode: '28001',
  Street1: 'Gran Via 1',
};
const orderOf = (PackageId: string, more: object = {}) => ({
  endpoint: 2,
  body: { Package: { PackageId, ServiceCode: 'SGP', ShipToAddress: { ...address, ...more }, Weight: 100 } },
});

describe('a drill at a practice desk', { timeout: 60_000 }, () => {
  let home: string;
  let desk: Desk;
  let commands = 0;
  const command = () => `drill-command-${++commands}`;
  const open = async () => {
    desk = await startDeskInThread({ folder: join(home, 'data'), machine: join(home, 'machine'), settings });
    await desk.ask('sync.start', {});
  };
  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'parcel-desk-drill-'));
    await open();
  });
  afterEach(async () => {
    await desk.close();
    rmSync(home, { recursive: true, force: true });
  });
  const begin = (...troubles: DrillTrouble[]) =>
    desk.ask('drill.begin', { commandId: command(), troubles, minutes: 5, operator: 'Sam' });
  const end = () => desk.ask('drill.end', { commandId: command(), operator: 'Sam' });
  const enter = async (key: string, operator = 'Mia') =>
    (await desk.ask('entry.enqueue', { commandId: command(), request: orderOf(key), operator })).id;
  const stateOf = async (id: string) => (await desk.ask('entries.get', { id })).state;
  const stands = (id: string, state: string) => expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe(state);
  const connection = async () => (await desk.ask('sync.status', {})).connection;

  it('acts like a real outage: new entries wait, are sent when it ends, and are counted', async () => {
    await stands(await enter('P-0'), 'done');
    const { id: drill } = await begin('outage');
    const id = await enter('P-1');
    await expect.poll(connection, { timeout: 20_000 }).toBe('offline');
    expect(await stateOf(id)).toBe('queued');
    await end();
    await stands(id, 'done');
    await enter('P-2');
    const report = await desk.ask('drill.report', { id: drill });
    expect(report).toMatchObject({ outage: { captured: 1 }, lost: null, refused: null, paper: null, open: [] });
    expect(report.people).toMatchObject([{ operator: 'Mia', captured: 1 }]);
    expect(await desk.ask('drill.list', {})).toMatchObject({ practises: true, on: null, drills: [{ endedBy: 'Sam' }] });
  });

  it('reports who corrected, who sent again without a status check, and what is still open', async () => {
    const { id: drill } = await begin('lost', 'refused');
    const wrong = await enter('P-1');
    await stands(wrong, 'refused');
    const again = await enter('P-2');
    await stands(again, 'unsure');
    await stands(await enter('P-3'), 'done');
    const open1 = await enter('P-4');
    await stands(open1, 'refused');
    const open2 = await enter('P-5');
    await stands(open2, 'unsure');
    await desk.ask('entry.mend', {
      commandId: command(),
      id: wrong,
      request: orderOf('P-1', { Postcode: '28002' }),
      operator: 'Ben',
    });
    await stands(wrong, 'done');
    await desk.ask('entry.decide', {
      commandId: command(),
      id: again,
      decision: 'send-again',
      operator: 'Mia',
      why: '',
    });
    await stands(again, 'done');
    const report = await desk.ask('drill.report', { id: drill });
    expect(report.refused).toMatchObject({ orders: 2, corrected: 1, withdrawn: 0, open: 1 });
    expect(report.refused?.longestMs).toBeGreaterThan(0);
    expect(report.lost).toEqual({ orders: 2, asked: 0, sentAgain: 1, saidTaken: 0, withdrawn: 0, open: 1 });
    expect(report.people).toEqual([
      { operator: 'Ben', captured: 0, corrected: 1, sentAgain: 0, saidPrinted: 0 },
      { operator: 'Mia', captured: 5, corrected: 0, sentAgain: 1, saidPrinted: 0 },
    ]);
    expect(report.open.map(({ key }) => key)).toEqual(['P-4', 'P-5']);
    // The report also counts what staff do afterwards.
    await end();
    await desk.ask('entry.tryNow', { ids: [open2] });
    await stands(open2, 'done');
    const later = await desk.ask('drill.report', { id: drill });
    expect(later.lost).toMatchObject({ asked: 1, open: 0 });
    expect(later.open.map(({ key }) => key)).toEqual(['P-4']);
  });

  it('sends no label to a printer while paper is out, and reports what staff answered', async () => {
    const fake = await startFakeZplPrinter();
    await desk.ask('printers.add', { commandId: command(), name: 'Zebra', address: `127.0.0.1:${fake.at.port}` });
    const ids = [await enter('P-1'), await enter('P-2')];
    for (const id of ids) await stands(id, 'done');
    const { id: drill } = await begin('paper');
    const { job } = await desk.ask('print.start', { commandId: command(), ids, reason: '', operator: 'Mia' });
    const jobNow = async () => (await desk.ask('print.job', { job })).job;
    await expect.poll(async () => (await jobNow()).fault, { timeout: 20_000 }).toBe('paper-out');
    expect(fake.zpl).toEqual([]);
    await desk.ask('print.stop', { commandId: command(), job, operator: 'Mia' });
    await expect.poll(async () => (await jobNow()).labels.unconfirmed, { timeout: 20_000 }).toBe(1);
    expect((await desk.ask('drill.report', { id: drill })).paper).toEqual({
      labels: 1,
      printedAgain: 0,
      saidPrinted: 0,
      open: 1,
    });
    await end();
    const answer = { commandId: command(), job, operator: 'Mia', last: { upTo: 1 } };
    await desk.ask('print.answer', answer);
    await expect.poll(async () => (await jobNow()).state, { timeout: 20_000 }).toBe('finished');
    expect(fake.zpl).toHaveLength(1);
    const report = await desk.ask('drill.report', { id: drill });
    expect(report.paper).toEqual({ labels: 1, printedAgain: 0, saidPrinted: 1, open: 0 });
    expect(report.people).toMatchObject([{ operator: 'Mia', saidPrinted: 1 }]);
  });

  it('prints a label again that was not confirmed as printed', async () => {
    const fake = await startFakeZplPrinter();
    await desk.ask('printers.add', { commandId: command(), name: 'Zebra', address: `127.0.0.1:${fake.at.port}` });
    const id = await enter('P-1');
    await stands(id, 'done');
    const { id: drill } = await begin('paper');
    const { job } = await desk.ask('print.start', { commandId: command(), ids: [id], reason: '', operator: 'Mia' });
    const jobNow = async () => (await desk.ask('print.job', { job })).job;
    await expect.poll(async () => (await jobNow()).fault, { timeout: 20_000 }).toBe('paper-out');
    await end();
    await expect.poll(async () => (await jobNow()).heldFor, { timeout: 20_000 }).toBe('asks');
    await desk.ask('print.answer', { commandId: command(), job, operator: 'Mia', last: { upTo: 0 } });
    await expect.poll(async () => (await jobNow()).state, { timeout: 20_000 }).toBe('finished');
    expect(fake.zpl).toHaveLength(1);
    expect((await desk.ask('drill.report', { id: drill })).paper).toMatchObject({ printedAgain: 1, open: 0 });
  });

  it('continues after a restart of the desk', async () => {
    const { id: drill } = await begin('outage');
    await desk.close();
    await open();
    expect((await desk.ask('drill.list', {})).on?.id).toBe(drill);
    const id = await enter('P-1');
    await expect.poll(connection, { timeout: 20_000 }).toBe('offline');
    await end();
    await stands(id, 'done');
  });

  it('begins once if its command is repeated', async () => {
    const given = { commandId: command(), troubles: ['lost' as const], minutes: 5 as const, operator: 'Sam' };
    const first = await desk.ask('drill.begin', given);
    expect(await desk.ask('drill.begin', given)).toEqual(first);
    await expect(begin('lost')).rejects.toMatchObject({
      problem: { kind: 'wrong-state', params: { reason: 'drill-on' } },
    });
  });

  it('requires the PIN of an operator with the right to change settings, and is recorded in the log of protected actions', async () => {
    await desk.ask('operators.save', {
      commandId: command(),
      name: 'Sam',
      code: 'sa',
      pin: '4711',
      rights: ['settings'],
    });
    const given = { commandId: command(), troubles: ['lost'], minutes: 5, operator: 'Mia' };
    const screen = answerCalls(fixedFolder((name, input) => desk.call(name, input)));
    expect(await screen.callFromScreen('drill.begin', given)).toMatchObject({ problem: { kind: 'needs-right' } });
    expect((await desk.ask('drill.list', {})).on).toBeNull();
    const approval = { code: 'Sam', pin: '4711' };
    expect((await screen.callFromScreen('drill.begin', { ...given, approval })).ok).toBe(true);
    const { acts } = await desk.ask('rights.log', {});
    expect(acts[0]).toMatchObject({
      procedure: 'drill.begin',
      operator: 'Mia',
      allowedBy: 'Sam',
      parts: 'drill lost',
      outcome: 'done',
    });
  });

  it('does not keep the desk from opening if the practice database is damaged', async () => {
    await desk.close();
    writeFileSync(join(practiceFolder(join(home, 'data')), practiceFile), 'no database of anybody');
    desk = await startDeskInThread({ folder: join(home, 'data'), machine: join(home, 'machine'), settings });
    expect(await stateOf(await enter('P-9'))).toBe('queued');
  });

  it('cannot begin at a live desk, and sends the live service no request', async () => {
    const server = await startWireServer((_, response) => answerJson(response, 404, {}));
    onTestFinished(() => server.close());
    const folder = join(home, 'live');
    const live = await startDeskInThread({ folder, machine: join(home, 'machine'), settings });
    onTestFinished(() => live.close());
    await live.ask('sync.start', { service: server.origin });
    const asked = live.ask('drill.begin', { commandId: command(), troubles: ['outage'], minutes: 5, operator: 'Sam' });
    await expect(asked).rejects.toMatchObject({ problem: { kind: 'wrong-state', params: { reason: 'not-practice' } } });
    expect(await live.ask('drill.list', {})).toEqual({ practises: false, on: null, drills: [] });
    expect(existsSync(join(folder, 'practice'))).toBe(false);
  });
});
