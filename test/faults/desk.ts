import { openReader } from '../../electron/outbox/open-reader.ts';
import { openDeskReader } from '../../electron/storage/database/open-desk.ts';
import { spawnDesk, type DeskProcessOptions, type DeskRun, type RunningDesk } from '../support/desk-process.ts';
import { countEnds, type Row } from './kills/count-ends.ts';
import { linesOf, mixedOrders, type Order } from './orders.ts';
import type { Habits, Rule } from './service/faults.ts';
import { startService, type FaultService } from './service/start.ts';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';

/** Waits short enough for a test. Each is a setting that a user could make, and none changes what is decided. */
const quick = {
  holdSeconds: 0,
  graceSeconds: 3,
  backoffFirstSeconds: 0.1,
  backoffMostSeconds: 1,
  readFirstSeconds: 0.2,
  readMostSeconds: 1,
};

/** An order is made shortly after it was accepted, so that its outcome must be checked. */
const askedFor: Partial<Habits> = { madeAfterMs: 100 };

export interface FaultyDesk {
  folder: string;
  service: FaultService;
  orders: readonly Order[];
  /** starts `desk deliver`, which ends when everything is settled */
  start(options?: Delivering): RunningDesk;
  /** runs it to its end */
  deliver(options?: Delivering): Promise<DeskRun>;
  /** runs a lookup against the service to its end */
  look(args: string[], options?: Pick<Delivering, 'env' | 'service'>): Promise<DeskRun>;
  rows(): Promise<Row[]>;
  /**
   * checks that nothing is lost, duplicated or falsely reported as done, and that every possible duplicate of a
   * declaration is marked
   */
  expectAllOnce(): Promise<void>;
}

interface Delivering extends DeskProcessOptions {
  set?: Record<string, number | boolean>;
  /** ends it after this many seconds */
  timeout?: number;
  /** address of the service, if not that of the test service */
  service?: string;
}

export interface Given {
  rules?: Rule[];
  habits?: Partial<Habits>;
  orders?: readonly Order[];
}

const entered = new Map<string, Promise<Entered>>();

interface Entered {
  home: string;
  saved: Map<string, string>;
}

/**
 * Enters orders in an outbox by the command line, once for all tests of a file; each test gets the same copy in the
 * same place.
 */
async function enter(orders: readonly Order[]): Promise<Entered> {
  const lines = linesOf(orders);
  const entering = entered.get(lines) ?? enterAnew(lines);
  entered.set(lines, entering);
  const { home, saved } = await entering;
  // A copy of a data folder at another path would rightly be refused.
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  cpSync(pristine(home), home, { recursive: true });
  return { home, saved };
}

async function enterAnew(lines: string): Promise<Entered> {
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-faults-'));
  process.on('exit', () =>
    [home, pristine(home)].forEach((folder) => rmSync(folder, { recursive: true, force: true })),
  );
  const options = { input: lines, env: machineIn(home) };
  const ran = await spawnDesk(['enqueue', '--data', join(home, 'desk')], options).result;
  expect(ran.code, ran.stderr).toBe(0);
  cpSync(home, pristine(home), { recursive: true });
  return { home, saved: new Map(ran.lines.map(({ id, key }) => [id as string, key as string])) };
}

const pristine = (home: string): string => `${home}-as-entered`;
const machineIn = (home: string): NodeJS.ProcessEnv => ({ PARCEL_DESK_MACHINE: join(home, 'machine') });

/** A desk with orders in its outbox, by default one round of all nine creates, and a service with the given faults. */
export async function openFaultyDesk({
  rules = [],
  habits,
  orders = mixedOrders(20),
}: Given = {}): Promise<FaultyDesk> {
  const [{ home, saved }, service] = await Promise.all([enter(orders), startService()]);
  onTestFinished(() => service.stop());
  const folder = join(home, 'desk');
  await service.set(rules, { ...askedFor, ...habits });

  function run(args: string[], options: DeskProcessOptions = {}): RunningDesk {
    const running = spawnDesk([...args, '--data', folder], {
      input: '',
      ...options,
      env: { ...machineIn(home), ...options.env },
    });
    onTestFinished(() => void running.child.kill('SIGKILL'));
    return running;
  }
  const start = ({ set = {}, timeout, service: address = service.url, ...options }: Delivering = {}): RunningDesk => {
    const sets = Object.entries({ ...quick, ...set }).flatMap(([name, value]) => ['--set', `${name}=${String(value)}`]);
    const until = timeout === undefined ? [] : ['--timeout', String(timeout)];
    return run(['deliver', '--service', address, '--until-idle', ...until, ...sets], options);
  };
  function rows(): Promise<Row[]> {
    const db = openDeskReader(folder);
    const reader = openReader(db, Date.now, () => 1_800_000);
    const seqs = db.prepare<[], { seq: number }>('SELECT seq FROM entry ORDER BY seq').all();
    const read = reader.rows(seqs.map(({ seq }) => seq));
    db.close();
    return Promise.resolve(read);
  }
  return {
    folder,
    service,
    orders,
    start,
    look: ([name = '', ...words], { service: address = service.url, ...options } = {}) =>
      run([name, ...words, '--service', address], options).result,
    async deliver(options) {
      const ran = await start(options).result;
      if (ran.code === 1) throw new Error(`the desk ended with 1: ${ran.stdout}${ran.stderr}`);
      return ran;
    },
    rows,
    async expectAllOnce() {
      const accounts = await service.accounts();
      const ends = countEnds(saved, orders.length, await rows(), accounts);
      const { declarationsDoubled: _marked, orders: entries, saved: answered, ...wrong } = ends;
      expect(answered).toBe(entries);
      expect(Object.entries(wrong).filter(([, found]) => found.length > 0)).toEqual([]);
      const bodies = new Map(orders.map(({ endpoint, key, body }) => [`${String(endpoint)} ${key}`, body]));
      for (const { endpoint, key, body } of accounts)
        expect(JSON.parse(body)).toEqual(bodies.get(`${String(endpoint)} ${key}`));
    },
  };
}
