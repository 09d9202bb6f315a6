import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '../../../shared/contract/problem.ts';
import type { LogEntry } from '../../../electron/log/log-record.ts';
import { onFault } from '../../../electron/rpc/transport/failure.ts';
import { keepLink, linkWhenAsked, type KeptLink } from '../../../electron/rpc/transport/kept-link.ts';
import { link, type Link } from '../../../electron/rpc/transport/link.ts';
import type { Result } from '../../../shared/contract/problem.ts';

let now: number;
let waiting: { ms: number; run: () => void } | null;
let turns: (Problem | null)[];
/** What the threads of these tests answer. */
interface Asks {
  echo: { in: unknown; out: unknown };
  never: { in: null; out: null };
  crash: { in: null; out: null };
}
let kept: Omit<KeptLink<Asks>, 'renew'>;
/** what the next worker that is begun does: serves, or says that the disk is full; or there is no thread for it */
let begins: ('serves' | 'full' | 'no thread')[];

beforeEach(() => {
  now = 0;
  waiting = null;
  turns = [];
  begins = [];
  begun = 0;
});
afterEach(() => kept.close());

const serve = new URL('../../../electron/rpc/transport/serve.ts', import.meta.url).href;
const bodies = {
  serves: `import { answerAsks, serve } from ${JSON.stringify(serve)};
serve(parentPort, answerAsks({
  echo: (input) => input,
  never: () => new Promise(() => undefined),
  crash: () => { setImmediate(() => { throw new Error('boom') }); return new Promise(() => undefined) },
}), () => undefined, () => undefined);
parentPort.postMessage({ ready: true });`,
  full: `parentPort.postMessage({ failed: { kind: 'disk', message: 'full', params: { reason: 'full' } } }); parentPort.close();`,
};

/** how many were begun, and are not ended */
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
  const there = await kept.there();
  if (there) return there.call(name, input);
  const problem = kept.trouble();
  if (!problem) throw new Error('it is not there, and nothing is wrong with it');
  return { ok: false, problem };
}

async function keep(): Promise<void> {
  kept = keeping('now');
  await kept.there();
  kept.onTurn((trouble) => turns.push(trouble));
}

const keeping = (begins: 'now' | 'when asked') =>
  keepLink({
    begins,
    start,
    monotonic: () => now,
    after(ms, run) {
      waiting = { ms, run };
      return () => (waiting = null);
    },
  });

/** Lets the wait before the next begin be over, and waits for what comes of it. */
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

describe('a worker that is kept', () => {
  it('is begun again when it ends; what was under way is answered as not known, and never sent again', async () => {
    await keep();
    const underWay = call('never');
    await crash();
    expect(await underWay).toMatchObject({ ok: false, problem: { kind: 'desk-gone' } });
    expect(await call('echo', 7)).toMatchObject({ ok: false, problem: { kind: 'desk-gone' } });
    await again();
    expect(await call('echo', 7)).toEqual({ ok: true, value: 7 });
    expect(turns.map((trouble) => trouble?.kind ?? null)).toEqual(['desk-gone', null]);
  });

  it('begins when it is first asked where that is enough, also where it should begin anew before, and is kept from then on', async () => {
    const asked = keeping('when asked');
    kept = asked;
    kept.onTurn((trouble) => turns.push(trouble));
    await asked.renew();
    expect([begun, kept.trouble()]).toEqual([0, null]);
    const answers = await Promise.all([call('echo', 1), call('echo', 2)]);
    expect([answers.map(({ ok }) => ok), begun]).toEqual([[true, true], 1]);
    await crash();
    await again();
    expect(await call('echo', 7)).toEqual({ ok: true, value: 7 });
  });

  it('that nobody asked is not begun by its end', async () => {
    kept = keeping('when asked');
    await kept.close();
    expect([await kept.there(), begun]).toEqual([null, 0]);
  });

  it('is begun later where the machine has no thread for it now, and answers meanwhile', async () => {
    begins = ['no thread', 'no thread'];
    const faults: LogEntry[] = [];
    const end = onFault((fault) => faults.push(fault));
    await keep();
    end();
    // whoever looks for its cause finds where it was
    expect(faults).toHaveLength(1);
    expect(await call('echo', 7)).toMatchObject({ ok: false, problem: { kind: 'internal' } });
    await again();
    expect(kept.trouble()).toMatchObject({ kind: 'internal' });
    await again();
    expect(await call('echo', 7)).toEqual({ ok: true, value: 7 });
  });

  it('answers with the reason while it cannot begin, waits ever longer, and works when it can', async () => {
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

  it('waits ever longer where it ends as soon as it begins, and not where it lived for a while', async () => {
    await keep();
    await crash();
    const first = await again();
    await crash();
    expect(await again()).toBeGreaterThan(first);
    now += 3_600_000;
    await crash();
    expect(await again()).toBe(first);
  });

  it('lets calls that come while it begins wait for it', async () => {
    await keep();
    await crash();
    await expect.poll(() => waiting).not.toBeNull();
    waiting?.run();
    expect(await call('echo', 7)).toMatchObject({ ok: true });
  });

  it('is not begun again where it is closed while it begins and cannot', async () => {
    begins = ['full', 'full'];
    await keep();
    const second = waiting;
    waiting = null;
    second?.run();
    await kept.close();
    expect(waiting).toBeNull();
  });

  it('is not begun again once it is closed', async () => {
    await keep();
    await kept.close();
    expect(waiting).toBeNull();
    expect(await call('echo', 7)).toMatchObject({ ok: false, problem: { kind: 'desk-gone' } });
  });
});

describe('a worker that is begun when it is asked', () => {
  it('is not begun before, and nothing is wrong with it meanwhile', async () => {
    kept = linkWhenAsked(start);
    kept.onEvent(() => undefined);
    expect(kept.trouble()).toBe(null);
    await kept.close();
    expect(begun).toBe(0);
    expect(await kept.there()).toBe(null);
    expect(begun).toBe(0);
  });

  it('is begun once, however many ask at the same time, and answers each', async () => {
    kept = linkWhenAsked(start);
    const asked = await Promise.all([1, 2, 3].map((n) => call('echo', n)));
    expect(asked).toEqual([1, 2, 3].map((value) => ({ ok: true, value })));
    expect([begun, running]).toEqual([1, 1]);
  });

  it('ends with its owner, also while it begins, and does not begin any more', async () => {
    kept = linkWhenAsked(start);
    const asked = kept.there();
    await kept.close();
    await asked;
    expect([begun, running, await kept.there()]).toEqual([1, 0, null]);
  });

  it('is begun anew by who asks next where it could not begin, and where it has ended', async () => {
    begins = ['full', 'no thread'];
    kept = linkWhenAsked(start);
    kept.onTurn((trouble) => turns.push(trouble));
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
