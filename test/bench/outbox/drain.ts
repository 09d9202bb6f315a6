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
const services = [
  [0, 5, null],
  [20, 3, 1.05],
  [100, 2, 1.02],
] as const;

/**
 * Delivers 2,000 waiting SKUs until all are settled, compared with plain undici with as many slots and the same bodies.
 */
export async function* drain(): AsyncGenerator<Figure> {
  const program = fileURLToPath(new URL('slow-service.ts', import.meta.url));
  const server = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  const origin = `http://127.0.0.1:${port.toString().trim()}`;
  try {
    for (const [afterMs, rounds, goal] of services) {
      const turns = [];
      for (let n = 0; n < rounds; n++) {
        turns.push({ against: await bare(origin, afterMs), measured: await byDesk(origin, afterMs) });
      }
      const name = `drain of ${orders} at ${afterMs} ms`;
      yield ofRounds('outbox', name, turns, 'ms', `undici with ${slots} slots`, goal);
    }
  } finally {
    server.kill();
    await once(server, 'close');
  }
}

const bodyOf = (n: number) => skuCapture(`D${n}`);
const afterHeader = (afterMs: number) => ({ name: 'x-after', value: `after-${afterMs}` });

async function bare(origin: string, afterMs: number): Promise<number> {
  const agent = new Agent({ pipelining: 1, connections: slots });
  const { name, value } = afterHeader(afterMs);
  const headers = { [name]: value, 'content-type': 'application/json' };
  let next = 0;
  async function slot(): Promise<void> {
    while (next < orders) {
      const body = JSON.stringify(bodyOf(next++).body);
      const answer = await agent.request({ origin, path: '/api/skus', method: 'POST', headers, body });
      await answer.body.text();
    }
  }
  const from = performance.now();
  await Promise.all(Array.from({ length: slots }, slot));
  const took = performance.now() - from;
  await agent.close();
  return took;
}

async function byDesk(origin: string, afterMs: number): Promise<number> {
  const desk = openTestOutbox();
  for (let n = 0; n < orders; n += 100) {
    desk.outbox.enqueueMany(
      Array.from({ length: 100 }, (_, k) => bodyOf(n + k)),
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
    soon: setImmediate,
    onStatus: ({ idle, connection }) => {
      if (idle && connection === 'online') drained.resolve();
    },
    onChanged: () => undefined,
    onFault: (fault) => drained.reject(fault),
  });
  const from = performance.now();
  sync.start();
  await drained.promise;
  const took = performance.now() - from;
  const { n } = desk.db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM entry WHERE state = 'done'`).get() ?? {
    n: 0,
  };
  if (n < orders) throw new Error(`${n} of ${orders} are done`);
  await sync.stop();
  await client.close();
  desk.close();
  return took;
}
