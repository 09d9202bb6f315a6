import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openDeskReader } from '../../electron/database/open-desk.ts';
import { openReader } from '../../electron/outbox/open-reader.ts';
import { spawnDesk, type DeskProcessOptions, type Ran, type RunningDesk } from '../support/desk-process.ts';
import { countEnds, type Row } from './kills/count-ends.ts';
import { linesOf, mixedOrders, type Order } from './orders.ts';
import type { Habits, Rule } from './service/faults.ts';
import { startService, type FaultService } from './service/start.ts';

/** Waits short enough for a test, each of them a setting that a person could make; what they decide is the same. */
const quick = {
  holdSeconds: 0,
  graceSeconds: 3,
  backoffFirstSeconds: 0.1,
  backoffMostSeconds: 1,
  readFirstSeconds: 0.2,
  readMostSeconds: 1,
};

/** An order is made a moment after it was taken, so that what became of it has to be asked for. */
const askedFor: Partial<Habits> = { madeAfterMs: 100 };

export interface FaultyDesk {
  folder: string;
  service: FaultService;
  orders: readonly Order[];
  /** Begins `desk deliver` until all is settled, or it is ended. */
  start(options?: Delivering): RunningDesk;
  /** The same to its end. */
  deliver(options?: Delivering): Promise<Ran>;
  /** Runs a lookup against the service to its end. */
  look(args: string[], options?: Pick<Delivering, 'env' | 'service'>): Promise<Ran>;
  rows(): Promise<Row[]>;
  /** Nothing lost, nothing twice, nothing believed that is not so, every declaration that may have come twice marked. */
  expectAllOnce(): Promise<void>;
}

interface Delivering extends DeskProcessOptions {
  set?: Record<string, number | boolean>;
  /** ends it after so many seconds */
  timeout?: number;
  /** address of the service, where it is not the one of the tests */
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

/** Orders in an outbox, entered once for all tests of a file by the command line; each test finds them so in the same place. */
async function enter(orders: readonly Order[]): Promise<Entered> {
  const lines = linesOf(orders);
  const entering = entered.get(lines) ?? enterAnew(lines);
  entered.set(lines, entering);
  const { home, saved } = await entering;
  // a copy of a data folder elsewhere would be refused, and rightly so
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
  const ran = await spawnDesk(['enqueue', '--data', join(home, 'desk')], options).ended;
  expect(ran.code, ran.stderr).toBe(0);
  cpSync(home, pristine(home), { recursive: true });
  return { home, saved: new Map(ran.lines.map(({ id, key }) => [id as string, key as string])) };
}

const pristine = (home: string): string => `${home}-as-entered`;
const machineIn = (home: string): NodeJS.ProcessEnv => ({ PARCEL_DESK_MACHINE: join(home, 'machine') });

/** A desk with orders in its outbox, one round of all nine creates unless others are given, and a service that has these faults. */
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
      run([name, ...words, '--service', address], options).ended,
    async deliver(options) {
      const ran = await start(options).ended;
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
