import { createClient } from '../../../electron/delivery/service/client.ts';
import { createSync } from '../../../electron/delivery/sync/create-sync.ts';
import { defaultSettings } from '../../../shared/settings/settings.ts';
import { openTestOutbox, skuCapture } from '../../support/open-test-outbox.ts';
import { ofRounds, type Figure } from '../figure.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Agent } from 'undici';

const orders = 2000;
const slots = 8;
const settings = { ...defaultSettings, concurrency: slots };
/** answer time of the service (ms), number of rounds, and goal */
const serviceSpeeds = [
  [0, 5, null],
  [20, 3, 1.05],
  [100, 2, 1.02],
] as const;

/**
 * Measures the delivery of 2,000 waiting SKUs until all are settled, compared with plain undici with as many slots and
 * the same bodies.
 */
export async function* drain(): AsyncGenerator<Figure> {
  const program = fileURLToPath(new URL('slow-service.ts', import.meta.url));
  const server = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  const origin = `http://127.0.0.1:${port.toString().trim()}`;
  try {
    for (const [afterMs, rounds, goal] of serviceSpeeds) {
      const measuredRounds = [];
      for (let index = 0; index < rounds; index++) {
        measuredRounds.push({
          against: await drainWithUndici(origin, afterMs),
          measured: await drainWithDesk(origin, afterMs),
        });
      }
      const name = `drain of ${orders} at ${afterMs} ms`;
      yield ofRounds('outbox', name, measuredRounds, 'ms', `undici with ${slots} slots`, goal);
    }
  } finally {
    server.kill();
    await once(server, 'close');
  }
}

const bodyOf = (index: number) => skuCapture(`D${index}`);
const afterHeader = (afterMs: number) => ({ name: 'x-after', value: `after-${afterMs}` });

async function drainWithUndici(origin: string, afterMs: number): Promise<number> {
  const agent = new Agent({ pipelining: 1, connections: slots });
  const { name, value } = afterHeader(afterMs);
  const headers = { [name]: value, 'content-type': 'application/json' };
  let next = 0;
  async function runSlot(): Promise<void> {
    while (next < orders) {
      const body = JSON.stringify(bodyOf(next++).body);
      const answer = await agent.request({ origin, path: '/api/skus', method: 'POST', headers, body });
      await answer.body.text();
    }
  }
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: slots }, runSlot));
  const tookMs = performance.now() - startedAt;
  await agent.close();
  return tookMs;
}

async function drainWithDesk(origin: string, afterMs: number): Promise<number> {
  const desk = openTestOutbox();
  for (let index = 0; index < orders; index += 100) {
    desk.outbox.enqueueMany(
      Array.from({ length: 100 }, (_, k) => bodyOf(index + k)),
      '',
      false,
    );
  }
  const timer = {
    after(ms: number, run: () => void): () => void {
      const timeout = setTimeout(run, ms);
      return () => clearTimeout(timeout);
    },
  };
  const clock = { now: () => desk.now(), monotonic: () => performance.now() };
  const client = createClient({ origin, header: afterHeader(afterMs), timeoutMs: 30_000, timer, now: clock.now });
  const drained = Promise.withResolvers<void>();
  const sync = createSync({
    outbox: desk.outbox.sync,
    client,
    target: origin,
    settings: () => settings,
    clock,
    timer,
    random: Math.random,
    runSoon: setImmediate,
    onStatus: ({ idle, connection }) => {
      if (idle && connection === 'online') drained.resolve();
    },
    onChanged: () => undefined,
    onFault: (fault) => drained.reject(fault),
  });
  const startedAt = performance.now();
  sync.start();
  await drained.promise;
  const tookMs = performance.now() - startedAt;
  const { index } = desk.db
    .prepare<[], { index: number }>(`SELECT count(*) AS n FROM entry WHERE state = 'done'`)
    .get() ?? {
    index: 0,
  };
  if (index < orders) throw new Error(`${index} of ${orders} are done`);
  await sync.stop();
  await client.close();
  desk.close();
  return tookMs;
}
