import { keepDesk, type Desk } from '../../electron/desk/threads/desk.ts';
import { startEarly, startThread, type StartThread } from '../../electron/desk/threads/start-thread.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';

async function keep(folder: string, begins: StartThread, readerStartsAfter?: Promise<void>): Promise<Desk> {
  const desk = await keepDesk({ folder, startThread: begins, readerStartsAfter });
  onTestFinished(() => desk.close());
  return desk;
}

/** Starts threads and records which. */
function counted(begins: StartThread): { begun: string[]; startThread: StartThread } {
  const begun: string[] = [];
  return {
    begun,
    startThread(program, options) {
      begun.push(program);
      return begins(program, options);
    },
  };
}

const request = { endpoint: 2, body: { Package: { PackageId: 'PD-1' } } };

describe('an opening desk', () => {
  it('starts only the writer thread until a page reads entries: saving an order and recalling page state need no reader', async () => {
    const { begun, startThread: begins } = counted(startThread);
    const desk = await keep(temporaryFolder(), begins);
    await desk.ask('desk.remember', { name: 'choices', value: { language: 'zh' } });
    expect(await desk.ask('desk.recall', { name: 'choices' })).toMatchObject({ value: { language: 'zh' } });
    expect((await desk.call('entry.enqueue', { commandId: randomUUID(), request })).ok).toBe(true);
    expect(begun).toEqual(['desk-worker']);
    expect((await desk.ask('entries.counts', {})).byState.queued).toBe(1);
    expect(begun).toEqual(['desk-worker', 'reader-worker']);
  });

  it('recalls page state through the reader thread if the writer thread cannot start', async () => {
    const folder = temporaryFolder();
    const before = await keepDesk({ folder });
    await before.ask('desk.remember', { name: 'choices', value: 7 });
    await before.close();
    const desk = await keep(folder, (program, options) => {
      if (program === 'desk-worker') throw new Error('no thread is left');
      return startThread(program, options);
    });
    expect(desk.trouble()).toMatchObject({ kind: 'internal' });
    expect(await desk.ask('desk.recall', { name: 'choices' })).toMatchObject({ value: 7 });
  });
});

describe('the reader thread', () => {
  it('starts once the page has painted; until then orders are saved and reads wait', async () => {
    const { begun, startThread: begins } = counted(startThread);
    const painted = Promise.withResolvers<void>();
    const desk = await keep(temporaryFolder(), begins, painted.promise);
    const counts = desk.ask('entries.counts', {});
    expect((await desk.call('entry.enqueue', { commandId: randomUUID(), request })).ok).toBe(true);
    expect(begun).toEqual(['desk-worker']);
    painted.resolve();
    expect((await counts).byState.queued).toBe(1);
    expect(begun).toEqual(['desk-worker', 'reader-worker']);
  });

  it('starts at once if the writer thread cannot start, since nothing else could answer a page', async () => {
    const folder = temporaryFolder();
    await (await keepDesk({ folder })).close();
    const readersOnly: StartThread = (program, options) => {
      if (program === 'desk-worker') throw new Error('no thread is left');
      return startThread(program, options);
    };
    const desk = await keep(folder, readersOnly, new Promise(() => undefined));
    expect((await desk.ask('entries.counts', {})).byState.queued).toBe(0);
  });

  it('does not delay a closing desk, which answers waiting reads with desk-gone', async () => {
    const { begun, startThread: begins } = counted(startThread);
    const desk = await keep(temporaryFolder(), begins, new Promise(() => undefined));
    const counts = desk.call('entries.counts', {});
    await desk.close();
    expect(await counts).toMatchObject({ ok: false, problem: { kind: 'desk-gone' } });
    expect(begun).toEqual(['desk-worker']);
  });
});

describe('a thread started before its folder is known', () => {
  it('serves the first desk that opens, and only that one', async () => {
    const folder = temporaryFolder();
    const early = startEarly();
    const { begun, startThread: begins } = counted(early);
    const first = await keepDesk({ folder, startThread: begins });
    expect((await first.call('entry.enqueue', { commandId: randomUUID(), request })).ok).toBe(true);
    // another desk of the same program, as when a person switches from practice to live
    const other = await keep(temporaryFolder(), early);
    expect((await other.ask('entries.counts', {})).byState.queued).toBe(0);
    expect((await first.ask('entries.counts', {})).byState.queued).toBe(1);
    await first.close();
    const again = await keep(folder, early);
    expect((await again.ask('entries.counts', {})).byState.queued).toBe(1);
    expect(begun).toEqual(['desk-worker', 'reader-worker']);
  });

  it('is not handed out for another program', async () => {
    const early = startEarly();
    expect(() => early('reader-worker', { workerData: null }).terminate()).not.toThrow();
    const desk = await keep(temporaryFolder(), early);
    expect((await desk.call('entry.enqueue', { commandId: randomUUID(), request })).ok).toBe(true);
  });
});
