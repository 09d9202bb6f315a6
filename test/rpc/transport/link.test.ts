import { onFault } from '../../../electron/platform/link/failure.ts';
import { link, type Link, type LinkOptions } from '../../../electron/platform/link/link.ts';
import type { NumberedEvent } from '../../../shared/contract/desk-events.ts';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';

/** Calls that the threads of these tests answer. */
interface Asks {
  echo: { in: unknown; out: unknown };
  never: { in: null; out: null };
  crash: { in: null; out: null };
  uncloneable: { in: null; out: unknown };
  fault: { in: null; out: null };
  /** reports each number up to the given one; `counted` returns how many were reported before cancellation */
  count: { in: number; out: number; progress: number };
  counted: { in: null; out: number };
}
type TestLink = Link<Asks>;

const faults: unknown[] = [];
let open: TestLink | undefined;
afterEach(async () => {
  await open?.close();
  faults.length = 0;
});

/** A real thread. */
function start(body: string, options: LinkOptions<NumberedEvent> = {}): TestLink {
  const at = (name: string) =>
    JSON.stringify(new URL(`../../../electron/platform/link/${name}.ts`, import.meta.url).href);
  const source = `import { parentPort } from 'node:worker_threads';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { answerTypedCalls, runThread, serve } from ${at('serve')};\n${body}`;
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
  open = link(thread, { onError: (error) => faults.push(error), ...options });
  return open;
}

const serving = `let told = 0;
await runThread(parentPort, (emit) => {
  emit({ n: 1, event: { kind: 'settings' } });
  return {
    ready: true,
    close: () => undefined,
    answer: answerTypedCalls({
      echo: (input) => input,
      never: () => new Promise(() => undefined),
      crash: () => { setImmediate(() => { throw new Error('boom') }); return new Promise(() => undefined) },
      uncloneable: () => () => 1,
      fault: () => { throw new Error('password hunter2') },
      async count(to, { progress, signal }) {
        for (told = 0; told < to && !signal.aborted;) { progress(++told); await nextTurn(); }
        return told;
      },
      counted: () => told,
    }),
  };
});`;

describe('the link to a thread', () => {
  it('hands over bytes that are named for it, and copies everything else', async () => {
    const thread = start(serving);
    const memory = new Uint8Array(10);
    const [whole, part, other] = [Uint8Array.of(1, 2), memory.subarray(2, 4), Uint8Array.of(3)];
    const input = { whole, part, other };
    const transfer = [whole, part, 'text', undefined, { length: 1 }];
    expect(await thread.ask('echo', input, { transfer })).toEqual({
      whole: Uint8Array.of(1, 2),
      part: Uint8Array.of(0, 0),
      other: Uint8Array.of(3),
    });
    expect([whole.length, part.length, memory.length, other.length]).toEqual([0, 2, 10, 1]);
  });

  it('carries calls and their answers', async () => {
    const thread = start(serving);
    await thread.ready;
    expect(await thread.call('echo', { a: 1 })).toEqual({ ok: true, value: { a: 1 } });
    expect(await thread.ask('echo', 'b')).toBe('b');
  });

  it('carries events', async () => {
    const event = await new Promise<NumberedEvent>((resolve) => void start(serving, { onEvent: resolve }));
    expect(event).toEqual({ n: 1, event: { kind: 'settings' } });
  });

  it('reports progress to the caller, in order, and to no other', async () => {
    const thread = start(serving);
    const told: Record<string, number[]> = { a: [], b: [] };
    const counts = await Promise.all([
      thread.ask('count', 3, { onProgress: (n) => told['a']?.push(n) }),
      thread.ask('echo', 1, { onProgress: () => told['b']?.push(0) }),
    ]);
    expect([counts[0], told]).toEqual([3, { a: [1, 2, 3], b: [] }]);
  });

  it('answers a cancelled call at once, and the thread stops working on it', async () => {
    const thread = start(serving);
    const stop = new AbortController();
    const counting = thread.call('count', 1e9, { onProgress: () => stop.abort(), signal: stop.signal });
    expect(await counting).toMatchObject({ ok: false, problem: { kind: 'cancelled' } });
    const stoppedAt = await thread.ask('counted', null);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await thread.ask('counted', null)).toBe(stoppedAt);
    expect(await thread.call('echo', 1, { signal: stop.signal })).toMatchObject({ problem: { kind: 'cancelled' } });
  });

  it('does not monitor the thread for a call that is already cancelled', async () => {
    const watched: string[] = [];
    const note = (what: string) => () => void watched.push(what);
    const thread = start(serving, {
      supervise: () => ({ workStarted: note('began'), workAnswered: note('answered') }),
    });
    await thread.call('echo', 1, { signal: AbortSignal.abort() });
    expect(watched).toEqual([]);
    await thread.call('echo', 1);
    expect(watched).toEqual(['began', 'answered']);
  });

  it('answers every call under way and every later one when the thread crashes', async () => {
    const thread = start(serving);
    await thread.ready;
    const hanging = thread.call('never', null);
    const fatal = thread.call('crash', null);
    for (const result of await Promise.all([hanging, fatal]))
      expect(result).toMatchObject({ ok: false, problem: { kind: 'desk-gone' } });
    expect(await thread.call('echo', 1)).toMatchObject({ ok: false, problem: { kind: 'desk-gone' } });
    expect(faults).toHaveLength(1);
  });

  it('reports a lost thread with the problem given by its owner', async () => {
    const thread = start(serving, { endedProblem: { kind: 'bad-file', message: 'too much' } });
    await expect(thread.ask('crash', null)).rejects.toMatchObject({ problem: { kind: 'bad-file' } });
  });

  it('waits for calls under way when it is closed, or answers them at once with a given problem', async () => {
    const patient = start(serving);
    const waited = patient.call('echo', 1);
    await patient.close();
    expect(await waited).toEqual({ ok: true, value: 1 });
    const quick = start(serving, { closingProblem: { kind: 'cancelled', message: 'stopped' } });
    const left = quick.call('never', null);
    await quick.close();
    expect(await left).toMatchObject({ problem: { kind: 'cancelled', message: 'stopped' } });
  });

  it('answers with a problem if an input or answer cannot be cloned', async () => {
    const thread = start(serving);
    expect(await thread.call('uncloneable', null)).toMatchObject({ ok: false, problem: { kind: 'internal' } });
    expect(await thread.call('echo', () => 1)).toMatchObject({ ok: false, problem: { kind: 'internal' } });
    expect(await thread.ask('echo', 2)).toBe(2);
  });

  it('reveals nothing of an unexpected error, and reports its location to the log', async () => {
    const heard: string[] = [];
    const stop = onFault((fault) => heard.push(JSON.stringify(fault)));
    const answered = await start(serving).call('fault', null);
    stop();
    expect(answered).toMatchObject({ ok: false, problem: { kind: 'internal' } });
    expect(JSON.stringify([answered, heard])).not.toContain('hunter2');
    expect(heard).toHaveLength(1);
  });

  it('passes on why a thread could not start', async () => {
    const thread = start(`await runThread(parentPort, () => {
  throw Object.assign(new Error('x'), {}); });`);
    await expect(thread.ready).rejects.toMatchObject({ problem: { kind: 'internal' } });
    const said = start(`parentPort.postMessage({ failed: { kind: 'folder-in-use', message: 'taken' } });`);
    await expect(said.ready).rejects.toMatchObject({ problem: { kind: 'folder-in-use' } });
  });

  it('rejects the readiness of a thread that dies before it is ready', async () => {
    const thread = start(`process.exit(3)`);
    await expect(thread.ready).rejects.toMatchObject({ problem: { kind: 'desk-gone' } });
  });
});

it('a call that fails because the thread is closing causes no fault; one that fails earlier does', async () => {
  const heard: string[] = [];
  const stop = onFault((fault) => heard.push('name' in fault ? fault.name : fault.event));
  const thread = start(`let goOn = () => undefined;
serve(parentPort, answerTypedCalls({
  echo: () => { throw new Error('early'); },
  never: async () => { await new Promise((resolve) => (goOn = resolve)); throw new Error('late'); },
}), ({ message }) => parentPort.postMessage({ fault: { event: 'fault', name: message, frames: [] } }), async () => goOn());
parentPort.postMessage({ ready: true });`);
  await thread.ready;
  expect(await thread.call('echo', {})).toMatchObject({ problem: { kind: 'internal' } });
  const late = thread.call('never', null);
  await thread.close();
  expect(await late).toMatchObject({ ok: false });
  expect(heard).toEqual(['early']);
  stop();
});
