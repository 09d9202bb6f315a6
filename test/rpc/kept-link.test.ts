import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '../../shared/contract/problem.ts';
import { keepLink, type KeptLink } from '../../electron/rpc/kept-link.ts';
import { link } from '../../electron/rpc/link.ts';

let now: number;
let waiting: { ms: number; run: () => void } | null;
let turns: (Problem | null)[];
let kept: KeptLink;
/** what the next worker that is begun does: serves, or says that the disk is full; or there is no thread for it */
let begins: ('serves' | 'full' | 'no thread')[];

beforeEach(() => {
  now = 0;
  waiting = null;
  turns = [];
  begins = [];
});
afterEach(() => kept.close());

const serve = new URL('../../electron/rpc/serve.ts', import.meta.url).href;
const bodies = {
  serves: `import { serve } from ${JSON.stringify(serve)};
serve(parentPort, {
  'target.get': () => ({ bound: null }),
  'sync.now': () => new Promise(() => undefined),
  'sync.stop': () => { setImmediate(() => { throw new Error('boom') }); return new Promise(() => undefined) },
}, () => undefined, () => undefined);
parentPort.postMessage({ ready: true });`,
  full: `parentPort.postMessage({ failed: { kind: 'disk', message: 'full', params: { reason: 'full' } } }); parentPort.close();`,
};

async function keep(): Promise<void> {
  kept = await keepLink({
    start() {
      const next = begins.shift() ?? 'serves';
      if (next === 'no thread') throw new Error('ERR_WORKER_INIT_FAILED');
      const body = `import { parentPort } from 'node:worker_threads';\n${bodies[next]}`;
      return link(new Worker(new URL(`data:text/javascript,${encodeURIComponent(body)}`)), () => undefined);
    },
    monotonic: () => now,
    after(ms, run) {
      waiting = { ms, run };
      return () => (waiting = null);
    },
  });
  kept.onTurn((trouble) => turns.push(trouble));
}

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

const crash = () => kept.call('sync.stop', {});

describe('a worker that is kept', () => {
  it('is begun again when it ends; what was under way is answered as not known, and never sent again', async () => {
    await keep();
    const underWay = kept.call('sync.now', {});
    await crash();
    expect(await underWay).toMatchObject({ ok: false, problem: { kind: 'desk-gone' } });
    expect(await kept.call('target.get', {})).toMatchObject({ ok: false, problem: { kind: 'desk-gone' } });
    await again();
    expect(await kept.call('target.get', {})).toEqual({ ok: true, value: { bound: null } });
    expect(turns.map((trouble) => trouble?.kind ?? null)).toEqual(['desk-gone', null]);
  });

  it('is begun later where the machine has no thread for it now, and answers meanwhile', async () => {
    begins = ['no thread', 'no thread'];
    await keep();
    expect(await kept.call('target.get', {})).toMatchObject({ ok: false, problem: { kind: 'internal' } });
    await again();
    expect(kept.trouble()).toMatchObject({ kind: 'internal' });
    await again();
    expect(await kept.call('target.get', {})).toEqual({ ok: true, value: { bound: null } });
  });

  it('answers with the reason while it cannot begin, waits ever longer, and works when it can', async () => {
    begins = ['full', 'full', 'full'];
    await keep();
    expect(kept.trouble()).toMatchObject({ kind: 'disk' });
    expect(await kept.call('target.get', {})).toMatchObject({ ok: false, problem: { params: { reason: 'full' } } });
    const waits = [await again(), await again(), await again()];
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(new Set(waits).size).toBe(3);
    expect(kept.trouble()).toBeNull();
    expect(await kept.call('target.get', {})).toMatchObject({ ok: true });
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
    expect(await kept.call('target.get', {})).toMatchObject({ ok: true });
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
    expect(await kept.call('target.get', {})).toMatchObject({ ok: false, problem: { kind: 'desk-gone' } });
  });
});
