import { seeded } from '../../simulation/seeded.ts';
import { linesOf, mixedOrders } from '../orders.ts';
import { startService } from '../service/start.ts';
import { habits, rules } from './weather.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./naive-queue.ts', import.meta.url));

/**
 * Runs the same orders, faults and kills with the simple queue, and returns how many orders took effect more than once.
 */
export async function tellNaiveStory(seed: number, kills: number, count: number): Promise<object> {
  const random = seeded(seed);
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-naive-'));
  const orders = join(home, 'orders.jsonl');
  writeFileSync(orders, linesOf(mixedOrders(count)));
  const service = await startService(seed);
  await service.set(rules, habits);
  try {
    let killed = 0;
    for (;;) {
      const life = spawn(process.execPath, [program, service.url, orders, join(home, 'done')]);
      const ended = once(life, 'exit');
      if (killed < kills) {
        await Promise.race([service.arrival(), ended]);
        await after(random.between(0, 250));
        if (life.kill('SIGKILL')) killed += 1;
      }
      const [code] = (await ended) as [number | null];
      if (code === 0) break;
    }
    const twice = (await service.accounts()).filter(({ effects }) => effects.length > 1);
    const declarations = twice.filter(({ endpoint }) => endpoint === 7).length;
    return { naive: true, seed, kills: killed, orders: count, doubled: twice.length - declarations, declarations };
  } finally {
    await service.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
