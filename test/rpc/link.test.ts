import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import type { NumberedEvent } from '../../shared/contract/desk-events.ts';
import { hearFaults } from '../../electron/rpc/failure.ts';
import { link, type Link } from '../../electron/rpc/link.ts';

const faults: unknown[] = [];
let open: Link | undefined;
afterEach(async () => {
  await open?.close();
  faults.length = 0;
});

/** A real thread that serves two procedures, one of which never answers by itself. */
function start(body: string): Link {
  const serve = new URL('../../electron/rpc/serve.ts', import.meta.url).href;
  const source = `import { parentPort } from 'node:worker_threads'; import { serve } from ${JSON.stringify(serve)};\n${body}`;
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
  open = link(thread, (error) => faults.push(error));
  return open;
}

const serving = `serve(parentPort, {
  'target.get': () => ({ bound: null }),
  'sync.now': () => new Promise(() => undefined),
  'sync.stop': () => { setImmediate(() => { throw new Error('boom') }); return new Promise(() => undefined) },
  'settings.get': () => ({ cannot: () => 1 }),
}, () => undefined, () => undefined);
parentPort.postMessage({ ready: true });
parentPort.postMessage({ event: { n: 1, event: { kind: 'settings' } } });`;

describe('the link to a worker', () => {
  it('carries calls and their answers', async () => {
    const worker = start(serving);
    await worker.ready;
    expect(await worker.call('target.get', {})).toEqual({ ok: true, value: { bound: null } });
  });

  it('carries events', async () => {
    const worker = start(serving);
    const event = await new Promise<NumberedEvent>((resolve) => worker.onEvent(resolve));
    expect(event).toEqual({ n: 1, event: { kind: 'settings' } });
  });

  it('answers every call under way and every later one when the worker crashes', async () => {
    const worker = start(serving);
    await worker.ready;
    const hanging = worker.call('sync.now', {});
    const fatal = worker.call('sync.stop', {});
    for (const result of await Promise.all([hanging, fatal, worker.call('target.get', {})]))
      if (!result.ok) expect(result.problem.kind).toBe('desk-gone');
    expect((await hanging).ok).toBe(false);
    expect(await worker.call('target.get', {})).toMatchObject({ ok: false, problem: { kind: 'desk-gone' } });
    expect(faults).toHaveLength(1);
  });

  it('answers with a problem where an answer cannot be passed between threads', async () => {
    const worker = start(serving);
    expect(await worker.call('settings.get', {})).toMatchObject({ ok: false, problem: { kind: 'internal' } });
  });

  it('passes on why a worker could not start', async () => {
    const worker = start(`parentPort.postMessage({ failed: { kind: 'folder-in-use', message: 'taken' } });`);
    await expect(worker.ready).rejects.toMatchObject({ problem: { kind: 'folder-in-use' } });
  });

  it('rejects readiness of a worker that dies before it is ready', async () => {
    const worker = start(`process.exit(3)`);
    await expect(worker.ready).rejects.toMatchObject({ problem: { kind: 'desk-gone' } });
  });
});

it('a call that comes back to what was closed meanwhile is no fault of the desk; one that fails before is', async () => {
  const heard: string[] = [];
  const stop = hearFaults((fault) => heard.push('name' in fault ? fault.name : fault.event));
  const worker = start(`let goOn = () => undefined;
serve(parentPort, {
  'settings.get': () => { throw new Error('early'); },
  'operators.list': async () => { await new Promise((resolve) => (goOn = resolve)); throw new Error('late'); },
}, ({ message }) => parentPort.postMessage({ fault: { event: 'fault', name: message, frames: [] } }), async () => goOn());
parentPort.postMessage({ ready: true });`);
  await worker.ready;
  expect(await worker.call('settings.get', {})).toMatchObject({ problem: { kind: 'internal' } });
  const late = worker.call('operators.list', {});
  await worker.close();
  expect(await late).toMatchObject({ ok: false });
  expect(heard).toEqual(['early']);
  stop();
});
