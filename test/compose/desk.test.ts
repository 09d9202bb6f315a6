import { startDesk, startReader, type Desk } from '../../electron/desk/threads/desk.ts';
import { link } from '../../electron/platform/link/link.ts';
import { openDeskReader } from '../../electron/storage/database/open-desk.ts';
import type { NumberedEvent } from '../../shared/contract/desk-events.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';

async function openDesk(folder = temporaryFolder()): Promise<Desk> {
  const desk = await startDesk({ folder });
  onTestFinished(() => desk.close());
  return desk;
}

const request = (PackageId: string) => ({ endpoint: 2, body: { Package: { PackageId } } });
const enqueue = (desk: Desk, PackageId: string, commandId: string = randomUUID()) =>
  desk.ask('entry.enqueue', { commandId, request: request(PackageId) });

describe('the desk behind its worker threads', () => {
  it('repeats its answer to a repeated command and adds no entry', async () => {
    const desk = await openDesk();
    const commandId = randomUUID();
    const [first, second] = await Promise.all([enqueue(desk, 'PD-1', commandId), enqueue(desk, 'PD-1', commandId)]);
    expect(second).toEqual(first);
    expect((await desk.ask('entries.counts', {})).byState.queued).toBe(1);
  });

  it('saves concurrent captures although some of them are refused', async () => {
    const desk = await openDesk();
    await enqueue(desk, 'PD-0');
    const other = { endpoint: 2, body: { Package: { PackageId: 'PD-0', Remark: 'other' } } };
    const answers = await Promise.all([
      ...Array.from({ length: 30 }, (_, i) =>
        desk.call('entry.enqueue', { commandId: randomUUID(), request: request(`A-${i}`) }),
      ),
      desk.call('entry.enqueue', { commandId: randomUUID(), request: other }),
      desk.call('entry.enqueue', { commandId: randomUUID(), request: request('..') }),
    ]);
    expect(answers.map((answer) => answer.ok)).toEqual([...Array.from({ length: 30 }, () => true), false, false]);
    expect((await desk.ask('entries.counts', {})).byState.queued).toBe(31);
  });

  it('reports changes as numbered events', async () => {
    const desk = await openDesk();
    const events: NumberedEvent[] = [];
    desk.onEvent((event) => events.push(event));
    const { id } = await enqueue(desk, 'PD-1');
    await until(() => events.length > 0);
    expect(events[0]).toEqual({ n: 1, event: { kind: 'entries', ids: [id] } });
    await desk.ask('entry.withdraw', { commandId: randomUUID(), ids: [id] });
    await until(() => events.length > 1);
    expect(events[1]).toEqual({ n: 2, event: { kind: 'entries', ids: [id] } });
    expect((await desk.ask('entries.get', { id })).state).toBe('withdrawn');
  });

  it('changes and withdraws an entry, and reports what it waits for', async () => {
    const desk = await openDesk();
    const { id } = await enqueue(desk, 'PD-1');
    const changed = { endpoint: 2, body: { Package: { PackageId: 'PD-1', Remark: 'fragile' } } };
    await desk.ask('entry.change', { commandId: randomUUID(), id, request: changed });
    const entry = await desk.ask('entries.get', { id });
    expect(entry).toMatchObject({ state: 'queued', request: { body: changed.body }, waitsFor: { for: 'hold' } });
    const { withdrawn, problems } = await desk.ask('entry.withdraw', { commandId: randomUUID(), ids: [id, 'nobody'] });
    expect(withdrawn).toEqual([id]);
    expect(problems).toMatchObject([{ id: 'nobody', problem: { kind: 'unknown-entry' } }]);
  });

  it('applies settings passed at start to that run only, and keeps stored ones', async () => {
    const folder = temporaryFolder();
    const first = await startDesk({ folder, settings: { holdSeconds: 0 } });
    expect(await first.ask('settings.get', {})).toMatchObject({ holdSeconds: 0, location: '' });
    await first.ask('settings.set', { values: { location: 'SZ' } });
    await first.close();
    const second = await openDesk(folder);
    expect(await second.ask('settings.get', {})).toMatchObject({ holdSeconds: 5, location: 'SZ' });
  });

  it('reopens in the same process with every saved entry after its worker thread was terminated during a call', async () => {
    const folder = temporaryFolder();
    const program = new URL('../../electron/desk/threads/desk-worker.ts', import.meta.url);
    const { port1: ioPort } = new MessageChannel();
    const workerData = { folder, hadDesk: false, wasOpenedBefore: false, ioPort };
    const thread = new Worker(program, { workerData, transferList: [ioPort] });
    const worker = link(thread, {});
    await worker.ready;
    const input = { commandId: randomUUID(), request: request('PD-1') };
    const saved = await worker.call('entry.enqueue', input);
    // A second call is under way when the thread is terminated.
    const underWay = worker.call('entry.enqueue', { commandId: randomUUID(), request: request('PD-2') });
    await thread.terminate();
    await underWay;
    const desk = await openDesk(folder);
    expect(saved.ok).toBe(true);
    expect(await desk.call('entry.enqueue', input)).toEqual(saved);
  });

  it('refuses a second owner in the same process until the first has closed', async () => {
    const folder = temporaryFolder();
    const first = await startDesk({ folder });
    await expect(startDesk({ folder })).rejects.toMatchObject({ problem: { kind: 'folder-in-use' } });
    const reader = await startReader({ folder });
    expect((await reader.ask('entries.counts', {})).waiting).toBe(0);
    await reader.close();
    await first.close();
    await openDesk(folder);
  });

  it('saves a capture ahead of the waiting rows of a large import', async () => {
    const folder = temporaryFolder();
    const desk = await openDesk(folder);
    const path = join(folder, 'many.csv');
    const rows = Array.from({ length: 2000 }, (_, i) => `PD-${i},Contact ${i},Street ${i}`);
    writeFileSync(path, `PackageId,Contact,Street1\n${rows.join('\n')}\n`);
    let importing = true;
    const imported = desk.ask('import.file', { path, as: 'label-order' }).finally(() => {
      importing = false;
    });
    // Rows present right after each request, so that rows imported while this thread was starved do not count.
    const standing: number[] = [];
    const reader = openDeskReader(folder);
    const count = reader.prepare<[], number>('SELECT count(*) FROM entry').pluck();
    for (let i = 0; importing; i++) {
      const asked = enqueue(desk, `HAND-${i}`);
      standing.push(count.get() ?? 0);
      await asked;
    }
    expect(await imported).toMatchObject({ queued: 2000, refused: 0 });

    // Measured in rows, not in time: a busy machine slows import and captures alike.
    const places = reader.prepare<[], string>('SELECT key FROM entry ORDER BY seq').pluck().all();
    reader.close();
    const before = standing
      .map((stood, i) => places.indexOf(`HAND-${i}`) - stood)
      .filter((rows) => rows > 0)
      .toSorted((one, other) => one - other);
    expect(before.length).toBeGreaterThan(20);
    // The slice under way (at most 20 rows), and one that started while the call was on its way to the thread.
    expect(before[Math.floor(before.length / 2)]).toBeLessThanOrEqual(40);
    expect(before.at(-1)).toBeLessThan(250);
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
