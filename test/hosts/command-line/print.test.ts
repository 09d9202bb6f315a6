import { lockFolder } from '../../../electron/storage/lock/lock-folder.ts';
import { inColour } from '../../own-labels/own-samples.ts';
import { startFakeZplPrinter, type FakePrinter } from '../../support/fake-zpl-printer.ts';
import { freePort } from '../../support/free-port.ts';
import { labelCapture } from '../../support/open-test-outbox.ts';
import { openPrintDesk } from '../../support/print-jobs.ts';
import { runDesk, temporaryFolder } from '../../support/run-desk.ts';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

let home: string;
beforeEach(() => (home = temporaryFolder()));

const run = (...args: string[]) => runDesk(args, '', join(home, 'machine'));
const print = (...args: string[]) => run('print', '--data', join(home, 'data'), '--operator', 'Mia', ...args);

async function set(given: FakePrinter, ...keys: string[]) {
  const desk = openPrintDesk({ folder: join(home, 'data') });
  desk.createOrders(...keys);
  desk.close();
  const fake = await startFakeZplPrinter(given);
  expect((await run('printers', 'add', 'Zebra', `127.0.0.1:${fake.at.port}`)).code).toBe(0);
  return fake;
}

describe('desk print', { timeout: 120_000 }, () => {
  it('prints the ready labels with a line for each, and exits with 0 once all are printed', async () => {
    const fake = await set({}, 'A1', 'B2');
    const { code, lines } = await print();
    expect([code, lines]).toEqual([
      0,
      [
        expect.objectContaining({ place: 1, key: 'A1', number: 'T-A1', state: 'on-paper', proof: 'printer-counted' }),
        expect.objectContaining({ place: 2, key: 'B2', state: 'on-paper' }),
        { job: expect.objectContaining({ state: 'finished', printer: 'Zebra' }) as unknown, problems: [] },
      ],
    ]);
    expect(await print()).toMatchObject({ code: 1, lines: [{ problem: { kind: 'label' } }] });
    expect(await print('--list', 'printed', '--reason', 'torn')).toMatchObject({
      code: 0,
      lines: [{ copy: 2 }, {}, {}],
    });
    expect(fake.paper).toHaveLength(4);
  });

  it('--warnings reports own labels that will not print completely before they are printed', async () => {
    await set({});
    const desk = openPrintDesk({ folder: join(home, 'data') });
    desk.createOrders('A1');
    const [own = ''] = ['OWN-1'].map((key) => {
      const { id } = desk.outbox.enqueue(key, labelCapture(key, { ImportLabel: inColour('0.7 g') }), 'Mia', false);
      desk.settleAs(`T-${key}`);
      return id;
    });
    desk.close();
    expect(await print('--warnings', '--jobs', '--as-numbers-come-in')).toMatchObject({ code: 0 });
    expect(await print('--warnings', '--as-numbers-come-in')).toMatchObject({
      code: 1,
      lines: [{ problem: { kind: 'unknown-command' } }],
    });
    const { code, stderr } = await print('--warnings');
    expect(code).toBe(0);
    const [line = '', ...others] = stderr.split('\n').filter((one) => one.includes('"own-label"'));
    expect([JSON.parse(line), others]).toMatchObject([
      { warning: { code: 'own-label', params: { id: own, path: '$.Package.ImportLabel', reason: 'faint' } } },
      [],
    ]);
  });

  it('exits with 2 at the timeout if the printer is out of paper, and one scan completes the job', async () => {
    const fake = await set({ paperOutAt: [2] }, 'A1', 'B2', 'C3');
    const stopped = await print('--timeout', '8');
    expect(stopped).toMatchObject({ code: 2 });
    expect(stopped.lines.at(-1)).toMatchObject({ job: { state: 'held', labels: { 'on-paper': 1, unconfirmed: 1 } } });
    const { code, lines } = await print('--jobs');
    expect([code, lines]).toEqual([2, [expect.objectContaining({ heldFor: 'stopped' })]]);
    const job = String((lines[0] as { id: string }).id);
    expect(await print('--job', job)).toMatchObject({ code: 1, lines: [{ problem: { kind: 'wrong-state' } }] });
    fake.loadPaper();
    expect(await print('--job', job, '--scanned', 'T-A1')).toMatchObject({ code: 0 });
    expect(fake.paper.filter(({ cut }) => !cut)).toHaveLength(3);
    expect((await print('--jobs')).code).toBe(0);
  });

  it('delivers and prints as numbers come in, in the order of entry, and ends when all are printed', async () => {
    const fake = await set({});
    const desk = openPrintDesk({ folder: join(home, 'data') });
    for (const key of ['K1', 'K2', 'K3']) desk.outbox.enqueue(key, labelCapture(key), 'Mia', false);
    desk.close();
    // Without --service the folder's practice service is used.
    const { code, lines } = await print('--as-numbers-come-in', '--set', 'readFirstSeconds=0.3', '--timeout', '100');
    expect(code).toBe(0);
    expect(lines.map((line) => (line as { key?: string }).key)).toEqual(['K1', 'K2', 'K3', undefined]);
    expect(lines.at(-1)).toMatchObject({ job: { state: 'finished', labels: { 'on-paper': 3 } }, problems: [] });
    expect(fake.paper).toHaveLength(3);
  });

  it('exits with 3 if no number comes in before the timeout, and the job can be continued', async () => {
    await set({});
    const desk = openPrintDesk({ folder: join(home, 'data') });
    desk.outbox.enqueue('K1', labelCapture('K1'), 'Mia', false);
    desk.close();
    const nobody = ['--service', `http://127.0.0.1:${await freePort()}`];
    const late = await print('--as-numbers-come-in', ...nobody, '--timeout', '2');
    expect(late).toMatchObject({ code: 3, lines: [{ job: { state: 'held', coming: { waitsFor: { key: 'K1' } } } }] });
    expect(await print('--jobs')).toMatchObject({ code: 2, lines: [{ heldFor: 'stopped', labels: { waiting: 1 } }] });
  });

  it('--jobs lists the jobs beside the program that works on the folder, and changes none', async () => {
    await set({});
    const owner = lockFolder(join(home, 'data'), 0);
    const desk = openPrintDesk({ folder: join(home, 'data') });
    const [first = ''] = desk.createOrders('A1');
    const { job } = desk.addJob([first]);
    try {
      expect(await print('--job', job), 'works on it').toMatchObject({
        ...{ code: 1, lines: [{ problem: { kind: 'folder-in-use' } }] },
      });
      const before = desk.read.steps(job, 0, 100);
      expect(await print('--jobs')).toMatchObject({
        code: 2,
        lines: [{ id: job, state: 'held', labels: { waiting: 1 } }],
      });
      expect(desk.read.steps(job, 0, 100)).toEqual(before);
    } finally {
      desk.close();
      owner.release();
    }
  });

  it('exits with 3 if the printer is gone, and reports what was printed when the job is cancelled', async () => {
    const fake = await set({}, 'A1', 'B2');
    await fake.stop();
    const gone = await print('--timeout', '5');
    expect(gone).toMatchObject({ code: 3 });
    const { id } = (gone.lines.at(-1) as { job: { id: string } }).job;
    expect(await print('--job', id, '--cancel')).toMatchObject({
      ...{ code: 0, lines: [{ cancelled: 2, out: [], unconfirmed: [] }] },
    });
  });
});
