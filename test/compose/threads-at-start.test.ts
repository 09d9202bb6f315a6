import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keepDesk, type Desk } from '../../electron/threads/desk.ts';
import { startEarly, startThread, type StartThread } from '../../electron/threads/start-thread.ts';
import { temporaryFolder } from '../support/run-desk.ts';

async function keep(folder: string, begins: StartThread, readsFrom?: Promise<void>): Promise<Desk> {
  const desk = await keepDesk({ folder, startThread: begins, readsFrom });
  onTestFinished(() => desk.close());
  return desk;
}

/** Begins threads, and knows which. */
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

describe('the threads of a desk that opens', () => {
  it('are one until something is read: an order is saved, and a page finds what it kept, without the other', async () => {
    const { begun, startThread: begins } = counted(startThread);
    const desk = await keep(temporaryFolder(), begins);
    await desk.ask('desk.remember', { name: 'choices', value: { language: 'zh' } });
    expect(await desk.ask('desk.recall', { name: 'choices' })).toMatchObject({ value: { language: 'zh' } });
    expect((await desk.call('entry.enqueue', { commandId: randomUUID(), request })).ok).toBe(true);
    expect(begun).toEqual(['desk-worker']);
    expect((await desk.ask('entries.counts', {})).byState.queued).toBe(1);
    expect(begun).toEqual(['desk-worker', 'reader-worker']);
  });

  it('let a page find what it kept where the one that writes cannot begin', async () => {
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

describe('who only reads', () => {
  it('is begun no sooner than a page shows something, while orders are saved; who asked before is answered then', async () => {
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

  it('is begun at once where the one that writes cannot begin, since a page has nobody else', async () => {
    const folder = temporaryFolder();
    await (await keepDesk({ folder })).close();
    const readersOnly: StartThread = (program, options) => {
      if (program === 'desk-worker') throw new Error('no thread is left');
      return startThread(program, options);
    };
    const desk = await keep(folder, readersOnly, new Promise(() => undefined));
    expect((await desk.ask('entries.counts', {})).byState.queued).toBe(0);
  });

  it('is not waited for by a desk that closes, which answers who asked', async () => {
    const { begun, startThread: begins } = counted(startThread);
    const desk = await keep(temporaryFolder(), begins, new Promise(() => undefined));
    const counts = desk.call('entries.counts', {});
    await desk.close();
    expect(await counts).toMatchObject({ ok: false, problem: { kind: 'desk-gone' } });
    expect(begun).toEqual(['desk-worker']);
  });
});

describe('a thread that begins before it is known what it works on', () => {
  it('is the one of the desk that is told of first, and is given once', async () => {
    const folder = temporaryFolder();
    const early = startEarly();
    const { begun, startThread: begins } = counted(early);
    const first = await keepDesk({ folder, startThread: begins });
    expect((await first.call('entry.enqueue', { commandId: randomUUID(), request })).ok).toBe(true);
    // another desk of this program, as when a person goes from practice to live
    const other = await keep(temporaryFolder(), early);
    expect((await other.ask('entries.counts', {})).byState.queued).toBe(0);
    expect((await first.ask('entries.counts', {})).byState.queued).toBe(1);
    await first.close();
    const again = await keep(folder, early);
    expect((await again.ask('entries.counts', {})).byState.queued).toBe(1);
    expect(begun).toEqual(['desk-worker', 'reader-worker']);
  });

  it('is asked for no other program', async () => {
    const early = startEarly();
    expect(() => early('reader-worker', { workerData: null }).terminate()).not.toThrow();
    const desk = await keep(temporaryFolder(), early);
    expect((await desk.call('entry.enqueue', { commandId: randomUUID(), request })).ok).toBe(true);
  });
});
