import { link } from '../../electron/platform/link/link.ts';
import { Worker } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';

it('a thread that does not close in time is ended, and that is reported', async () => {
  const faults: unknown[] = [];
  const source = `import { parentPort } from 'node:worker_threads';
import { serve } from ${JSON.stringify(new URL('../../electron/platform/link/serve.ts', import.meta.url).href)};
let stay = null;
serve(parentPort, () => undefined, () => undefined, () => new Promise(() => (stay = setInterval(() => undefined, 1000))));
parentPort.postMessage({ ready: true });`;
  const thread = link(new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`)), {
    onError: (error) => faults.push(error),
  });
  await thread.ready;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const closed = thread.close();
    vi.advanceTimersByTime(60_000);
    await closed;
  } finally {
    vi.useRealTimers();
  }
  expect(faults).toMatchObject([{ code: 'CLOSE_TIMEOUT' }]);
});
