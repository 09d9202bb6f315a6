import { onFault } from '../../../electron/platform/link/failure.ts';
import { link, type Link } from '../../../electron/platform/link/link.ts';
import {
  superviseWorker,
  lazyWorker,
  type SupervisedWorker,
} from '../../../electron/platform/link/supervised-worker.ts';
import type { LogEntry } from '../../../electron/platform/log/log-record.ts';
import type { Problem, Result } from '../../../shared/contract/problem.ts';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let now: number;
let waiting: { ms: number; run: () => void } | null;
let turns: (Problem | null)[];
/** Calls that the workers of these tests answer. */
interface Asks {
  echo: { in: unknown; out: unknown };
  never: { in: null; out: null };
  crash: { in: null; out: null };
}
let kept: Omit<SupervisedWorker<Asks>, 'renew'>;
/** behaviour of the next workers: serves, reports a full disk, or cannot be created */
let begins: ('serves' | 'full' | 'no thread')[];

beforeEach(() => {
  now = 0;
  waiting = null;
  turns = [];
  begins = [];
  begun = 0;
});
afterEach(() => kept.close());

const serve = new URL('../../../electron/platform/link/serve.ts', import.meta.url).href;
const bodies = {
  serves: `import { answerTypedCalls, serve } from ${JSON.stringify(serve)};
serve(parentPort, answerTypedCalls({
  echo: (input) => input,
  never: () => new Promise(() => undefined),
  crash: () => { setImmediate(() => { throw new Error('boom') }); return new Promise(() => undefined) },
}), () => undefined, () => undefined);
parentPort.postMessage({ ready: true });`,
  full: `parentPort.postMessage({ failed: { kind: 'disk', message: 'full', params: { reason: 'full' } } }); parentPort.close();`,
};

/** workers started and not ended */
let running = 0;
let begun = 0;

function start(): Link<Asks> {
  const next = begins.shift() ?? 'serves';
  begun += 1;
  if (next === 'no thread') throw new Error('ERR_WORKER_INIT_FAILED');
  const body = `import { parentPort } from 'node:worker_threads';\n${bodies[next]}`;
  const one = link<Asks>(new Worker(new URL(`data:text/javascript,${encodeURIComponent(body)}`)), {});
  running += 1;
  void one.ended.then(() => (running -= 1));
  return one;
}

async function call(name: string, input: unknown = null): Promise<Result<unknown>> {
  const there = await kept.ready();
  if (there) return there.call(name, input);
  const problem = kept.trouble();
  if (!problem) throw new Error('it is not there, and nothing is wrong with it');
  return { ok: false, problem };
}

async function keep(): Promise<void> {
  kept = keeping('now');
  await kept.ready();
  kept.onStatusChange((trouble) => turns.push(trouble));
}

const keeping = (begins: 'now' | 'when asked') =>
  superviseWorker({
    startMode: begins,
    start,
    monotonic: () => now,
    after(ms, run) {
      waiting = { ms, run };
      return () => (waiting = null);
    },
  });

/** Ends the delay before the next start, and waits for its result. */
async function again(): Promise<number> {
  await expect.poll(() => waiting).not.toBeNull();
  const { ms = 0, run = () => undefined } = waiting ?? {};
  waiting = null;
  const before = turns.length;
  run();
  await expect.poll(() => turns.length).toBeGreaterThan(before);
  return ms;
}

const crash = () => call('crash');

describe('a supervised worker', () => {
  it('is restarted when it ends; calls under way are answered as unknown, and never sent again', async () => {
    await keep();
    const underWay = call('never');
    await crash();
    expect(await underWay).toMatchObject({ ok: false, problem: { kind: 'desk-gone' } });
    expect(await call('echo', 7)).toMatchObject({ ok: false, problem: { kind: 'desk-gone' } });
    await again();
    expect(await call('echo', 7)).toEqual({ ok: true, value: 7 });
    expect(turns.map((trouble) => trouble?.kind ?? null)).toEqual(['desk-gone', null]);
  });

  it('can start at its first call, even if a restart was requested before, and is supervised from then on', async () => {
    const asked = keeping('when asked');
    kept = asked;
    kept.onStatusChange((trouble) => turns.push(trouble));
    await asked.renew();
    expect([begun, kept.trouble()]).toEqual([0, null]);
    const answers = await Promise.all([call('echo', 1), call('echo', 2)]);
    expect([answers.map(({ ok }) => ok), begun]).toEqual([[true, true], 1]);
    await crash();
    await again();
    expect(await call('echo', 7)).toEqual({ ok: true, value: 7 });
  });

  it('that was never called is not started by closing it', async () => {
    kept = keeping('when asked');
    await kept.close();
    expect([await kept.ready(), begun]).toEqual([null, 0]);
  });

  it('is started later if no thread is available, and answers with a problem meanwhile', async () => {
    begins = ['no thread', 'no thread'];
    const faults: LogEntry[] = [];
    const end = onFault((fault) => faults.push(fault));
    await keep();
    end();
    // The log shows where it failed.
    expect(faults).toHaveLength(1);
    expect(await call('echo', 7)).toMatchObject({ ok: false, problem: { kind: 'internal' } });
    await again();
    expect(kept.trouble()).toMatchObject({ kind: 'internal' });
    await again();
    expect(await call('echo', 7)).toEqual({ ok: true, value: 7 });
  });

  it('answers with the reason while it cannot start, retries after growing delays, and works when it can', async () => {
    begins = ['full', 'full', 'full'];
    await keep();
    expect(kept.trouble()).toMatchObject({ kind: 'disk' });
    expect(await call('echo', 7)).toMatchObject({ ok: false, problem: { params: { reason: 'full' } } });
    const waits = [await again(), await again(), await again()];
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(new Set(waits).size).toBe(3);
    expect(kept.trouble()).toBeNull();
    expect(await call('echo', 7)).toMatchObject({ ok: true });
  });

  it('is restarted after growing delays if it ends right after starting, but not if it ran for a while', async () => {
    await keep();
    await crash();
    const first = await again();
    await crash();
    expect(await again()).toBeGreaterThan(first);
    now += 3_600_000;
    await crash();
    expect(await again()).toBe(first);
  });

  it('lets calls during its start wait for it', async () => {
    await keep();
    await crash();
    await expect.poll(() => waiting).not.toBeNull();
    waiting?.run();
    expect(await call('echo', 7)).toMatchObject({ ok: true });
  });

  it('is not restarted if it is closed during a failing start', async () => {
    begins = ['full', 'full'];
    await keep();
    const second = waiting;
    waiting = null;
    second?.run();
    await kept.close();
    expect(waiting).toBeNull();
  });

  it('is not restarted once it is closed', async () => {
    await keep();
    await kept.close();
    expect(waiting).toBeNull();
    expect(await call('echo', 7)).toMatchObject({ ok: false, problem: { kind: 'desk-gone' } });
  });
});

describe('a worker started on demand', () => {
  it('is not started before a call, and reports no problem meanwhile', async () => {
    kept = lazyWorker(start);
    expect(kept.trouble()).toBe(null);
    await kept.close();
    expect(begun).toBe(0);
    expect(await kept.ready()).toBe(null);
    expect(begun).toBe(0);
  });

  it('is started once for simultaneous calls, and answers each', async () => {
    kept = lazyWorker(start);
    const asked = await Promise.all([1, 2, 3].map((n) => call('echo', n)));
    expect(asked).toEqual([1, 2, 3].map((value) => ({ ok: true, value })));
    expect([begun, running]).toEqual([1, 1]);
  });

  it('ends with its owner, even while it starts, and is not started again', async () => {
    kept = lazyWorker(start);
    const asked = kept.ready();
    await kept.close();
    await asked;
    expect([begun, running, await kept.ready()]).toEqual([1, 0, null]);
  });

  it('is started again by the next call after a failed start or after it ended', async () => {
    begins = ['full', 'no thread'];
    kept = lazyWorker(start);
    kept.onStatusChange((trouble) => turns.push(trouble));
    expect(await call('echo', 7)).toMatchObject({ ok: false, problem: { kind: 'disk' } });
    expect(await call('echo', 7)).toMatchObject({ ok: false, problem: { kind: 'internal' } });
    expect(await call('echo', 7)).toEqual({ ok: true, value: 7 });
    await crash();
    await expect.poll(() => kept.trouble()?.kind).toBe('desk-gone');
    expect(waiting).toBeNull();
    expect(await call('echo', 7)).toEqual({ ok: true, value: 7 });
    expect(turns.map((trouble) => trouble?.kind ?? null)).toEqual(['disk', 'internal', null, 'desk-gone', null]);
  });
});
