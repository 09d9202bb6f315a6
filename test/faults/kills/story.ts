import { seeded } from '../../simulation/seeded.ts';
import { spawnDesk, type DeskRun } from '../../support/desk-process.ts';
import { ordersCsv } from '../../support/orders-csv.ts';
import { linesOf, mixedOrders } from '../orders.ts';
import { startService } from '../service/start.ts';
import { countEnds, type Ends, type Row } from './count-ends.ts';
import { decideByTheBooks } from './person.ts';
import { graceSeconds, habits, rules } from './weather.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';

export interface StoryOptions {
  seed: number;
  /** maximum number of kills; fewer if everything is delivered before */
  kills: number;
  orders: number;
  /**
   * the setting: an entry without an answer is sent again only by a person, who then decides by the service's records
   */
  alwaysAsk: boolean;
}

export interface Story extends Ends {
  seed: number;
  alwaysAsk: boolean;
  kills: number;
  /** kills while orders were entered */
  killsOfEntering: number;
  lostAnswers: number;
  lateEffects: number;
  /** entries a person decided about */
  decided: number;
  seconds: number;
}

/** Waits and limits are the product's defaults, except for the grace period. */
const settings = ['--set', `graceSeconds=${String(graceSeconds)}`];

/**
 * Enters and delivers orders with a program that is killed again and again, and then lets it run until nothing is left
 * to do.
 */
export async function tellStory({ seed, kills: maxKills, orders: count, alwaysAsk }: StoryOptions): Promise<Story> {
  const began = performance.now();
  const random = seeded(seed);
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-kills-'));
  const folder = join(home, 'desk');
  const sheet = join(home, 'orders.csv');
  const service = await startService(seed);
  await service.set(rules, habits);

  const imported = Math.floor(count / 5);
  const orders = mixedOrders(count - imported);
  writeFileSync(sheet, ordersCsv(imported));
  const env = { PARCEL_DESK_MACHINE: join(home, 'machine') };
  const saved = new Map<string, string>();
  const killed = { entering: 0, delivering: 0 };

  const start = (args: string[], input = '') => spawnDesk([...args, '--data', folder], { env, input });
  const importing = () => start(['import', sheet, '--as', 'label-order']);
  const entering = () => start(['enqueue'], linesOf(orders));
  const delivering = () =>
    start([
      'deliver',
      '--service',
      service.url,
      '--until-idle',
      ...settings,
      '--set',
      `alwaysAsk=${String(alwaysAsk)}`,
    ]);
  const keep = ({ lines }: DeskRun) => {
    for (const { id, key } of lines) if (typeof id === 'string') saved.set(id, key);
  };
  const killsLeft = () => maxKills - killed.entering - killed.delivering;

  /** Starts a program and kills it once `moment` has resolved; null if the program ended before. */
  async function kill(begin: () => ReturnType<typeof start>, moment: () => Promise<unknown>): Promise<DeskRun | null> {
    const life = begin();
    await Promise.race([moment(), life.result]);
    const isOver = !life.child.kill('SIGKILL');
    const ran = await life.result;
    keep(ran);
    return isOver || ran.code !== null ? null : ran;
  }

  try {
    for (const enter of [importing, entering]) {
      for (let times = Math.min(3, Math.ceil(maxKills / 12)); times > 0 && killsLeft() > 0; times -= 1)
        if (await kill(enter, () => after(random.between(100, 1200)))) killed.entering += 1;
      const ran = await enter().result;
      if (ran.code !== 0) throw new Error(`orders were not taken: ${ran.stdout.slice(-500)}${ran.stderr}`);
      keep(ran);
    }
    const rows = async (): Promise<Row[]> => (await start(['list']).result).lines as Row[];

    while (killsLeft() > 0) {
      const early = random.chance(0.2);
      const life = await kill(delivering, async () => {
        if (early) return after(random.between(0, 900));
        await Promise.race([service.arrival(), after(5000)]);
        return after(random.between(0, 250));
      });
      if (life) killed.delivering += 1;
      else if ((await rows()).every(({ state }) => state === 'done')) break;
    }
    let decided = 0;
    for (let turn = 0; turn < 5; turn += 1) {
      const last = await delivering().result;
      if (last.code === 0) break;
      const asked = await decideByTheBooks(folder, await rows(), await service.accounts());
      decided += asked;
      if (asked === 0) break;
    }
    const arrived = await service.arrived();
    return {
      seed,
      alwaysAsk,
      kills: killed.entering + killed.delivering,
      killsOfEntering: killed.entering,
      lostAnswers: arrived.filter(({ fault }) => fault === 'answer-lost').length,
      lateEffects: arrived.filter(({ fault }) => fault === 'late').length,
      decided,
      ...countEnds(saved, orders.length + imported, await rows(), await service.accounts()),
      seconds: Math.round((performance.now() - began) / 1000),
    };
  } finally {
    await service.stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
