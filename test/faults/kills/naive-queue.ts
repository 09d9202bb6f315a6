import { creates } from '../service/routes.ts';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';

/**
 * A simple queue for comparison: it records successful answers and sends everything else again. It is durable and loses
 * nothing, but does not check whether an order exists already.
 */
const [service = '', ordersFile = '', doneFile = ''] = process.argv.slice(2);
const done = new Set(existsSync(doneFile) ? readFileSync(doneFile, 'utf8').split('\n') : []);
const waiting = readFileSync(ordersFile, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !done.has(line));

async function deliver(): Promise<void> {
  for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
    const { endpoint, body } = JSON.parse(line) as { endpoint: number; body: unknown };
    const address = `${service}${creates[endpoint]?.path ?? ''}`;
    for (;;) {
      const answer = await fetch(address, { method: 'POST', body: JSON.stringify(body) }).catch(() => null);
      if (answer?.ok) break;
      await after(200);
    }
    appendFileSync(doneFile, `${line}\n`, { flush: true });
  }
}
await Promise.all([1, 2, 3, 4].map(deliver));
