import { isUsable, verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { countEnds, type Row } from '../faults/kills/count-ends.ts';
import { linesOf, mixedOrders } from '../faults/orders.ts';
import { startService } from '../faults/service/start.ts';
import { spawnDesk, type DeskRun } from '../support/desk-process.ts';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';

const counting = join(import.meta.dirname, 'die-at-statement.ts');
const home = mkdtempSync(join(tmpdir(), 'killed-at-statements-'));
const env = { PARCEL_DESK_MACHINE: join(home, 'machine') };
afterAll(() => rmSync(home, { recursive: true }));

/** Runs a command to its end, or kills it before statement `dieAt`, counted from the first that matches `from`. */
function run(args: string[], { input = '', dieAt = 0, from = '' } = {}): Promise<DeskRun> {
  const killing = { FAULTS_DIE_AT: String(dieAt), FAULTS_FROM: from, NODE_OPTIONS: `--import=${counting}` };
  return spawnDesk(args, { input, env: { ...env, ...(dieAt > 0 && killing) } }).result;
}
const wasKilled = ({ code }: DeskRun): boolean => code === null;

/** Runs `life` repeatedly, killed one statement later each time, until a run survives; returns the number of kills. */
async function untilOneLives(life: (dieAt: number) => Promise<DeskRun>, most = Infinity): Promise<number> {
  for (let dieAt = 1; dieAt <= most; dieAt += 1) {
    const ran = await life(dieAt);
    if (wasKilled(ran)) continue;
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    return dieAt - 1;
  }
  return most;
}

/** The ids of the entries in a folder or a copy; null if it is damaged. */
function idsIn(folder: string): Set<string> | null {
  const db = openDesk(folder);
  try {
    if (!isUsable(verifyDatabase(db))) return null;
    return new Set(
      db
        .prepare<[], { id: string }>('SELECT id FROM entry')
        .all()
        .map(({ id }) => id),
    );
  } finally {
    db.close();
  }
}

describe('kill -9 at every statement boundary', { timeout: 900_000 }, () => {
  it('of a capture loses no order reported as saved, and leaves the folder undamaged', async ({ annotate }) => {
    const data = ['--data', join(home, 'captured')];
    const orders = mixedOrders(200, 'C');
    await run(['enqueue', ...data], { input: linesOf(orders.slice(-1)) });
    const saved = new Map<string, string>();
    const killed = await untilOneLives(async (dieAt) => {
      const ran = await run(['enqueue', ...data], {
        input: linesOf(orders.slice(dieAt - 1, dieAt)),
        dieAt,
        from: 'SELECT name, answer, .* FROM command',
      });
      for (const { id, key } of ran.lines) saved.set(id as string, key as string);
      return ran;
    });
    await annotate(`${String(killed)} kills, ${String(saved.size)} saved`);
    expect(killed).toBeGreaterThan(10);
    const there = idsIn(join(home, 'captured'));
    expect([...saved.keys()].filter((id) => !there?.has(id))).toEqual([]);
    expect((await run(['verify', ...data])).code).toBe(0);
  });

  it('of a claim, a settle and the checks after it lets each order take effect exactly once, and the desk knows of it', async ({
    annotate,
  }) => {
    const data = ['--data', join(home, 'settled')];
    const service = await startService();
    await service.set([], { madeAfterMs: 50 });
    const orders = mixedOrders(200, 'S');
    const entered = await run(['enqueue', ...data], { input: linesOf(orders) });
    const saved = new Map(entered.lines.map(({ id, key }) => [id as string, key as string]));
    const sets = [
      'concurrency=1',
      'graceSeconds=3',
      'readFirstSeconds=0.2',
      'readMostSeconds=1',
      'backoffFirstSeconds=0.1',
    ];
    const deliver = [
      'deliver',
      ...data,
      '--service',
      service.url,
      '--until-idle',
      ...sets.flatMap((one) => ['--set', one]),
    ];
    try {
      // An order is claimed and settled, and its outcome read and settled, within this many statements.
      const killed = await untilOneLives((dieAt) => run(deliver, { dieAt, from: 'UPDATE OR IGNORE entry' }), 60);
      expect((await run(deliver)).code).toBe(0);
      const rows = (await run(['list', ...data])).lines as Row[];
      const { lost, doubled, unmarked, falselyDone, notDone, changed } = countEnds(
        saved,
        orders.length,
        rows,
        await service.accounts(),
      );
      expect([lost, doubled, unmarked, falselyDone, notDone, changed].flat()).toEqual([]);
      await annotate(`${String(killed)} kills`);
    } finally {
      await service.stop();
    }
  });

  it('of a backup leaves no partial copy under the name of a complete one, and a later backup succeeds', async ({
    annotate,
  }) => {
    const data = ['--data', join(home, 'backed-up')];
    await run(['enqueue', ...data], { input: linesOf(mixedOrders(20, 'B')) });
    const to = join(home, 'backups');
    const copies = () => (existsSync(to) ? readdirSync(to).filter((name) => name.endsWith('.db')) : []);
    const killed = await untilOneLives(async (dieAt) => {
      const before = copies().length;
      const ran = await run(['backup', ...data, '--to', to], { dieAt });
      // Copies are named by the second, and none is overwritten.
      if (copies().length > before) await after(1000);
      return ran;
    });
    expect(copies().length).toBeGreaterThan(0);
    for (const name of copies()) {
      const looked = join(home, 'looked-at');
      cpSync(join(to, name), join(looked, 'desk.db'), { recursive: true });
      expect(idsIn(looked)?.size).toBe(20);
      rmSync(looked, { recursive: true });
    }
    await annotate(`${String(killed)} kills`);
  });

  it('of a restore leaves either no desk or a complete one, and the restore can be repeated', async ({ annotate }) => {
    const data = ['--data', join(home, 'to-restore')];
    await run(['enqueue', ...data], { input: linesOf(mixedOrders(2, 'R')) });
    await run(['backup', ...data, '--to', join(home, 'to-restore-from')]);
    const [copy = ''] = readdirSync(join(home, 'to-restore-from')).filter((name) => name.endsWith('.db'));
    const words = ['--from', join(home, 'to-restore-from', copy), '--journal', join(home, 'to-restore', 'journal')];
    const restored = join(home, 'restored');
    const killed = await untilOneLives(async (dieAt) => {
      const ran = await run(['restore', '--data', restored, ...words], { dieAt });
      if (wasKilled(ran) && existsSync(join(restored, 'desk.db'))) {
        expect(idsIn(restored)?.size).toBe(2);
        rmSync(restored, { recursive: true });
      }
      return ran;
    });
    expect(idsIn(restored)?.size).toBe(2);
    await annotate(`${String(killed)} kills`);
  });
});
