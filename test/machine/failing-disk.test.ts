import { isUsable, verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { linesOf, mixedOrders } from '../faults/orders.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const program = join(import.meta.dirname, '../../electron/hosts/command-line/command-line.ts');
const orders = mixedOrders(20);

let home: string;
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'failing-disk-'))));
afterEach(() => rmSync(home, { recursive: true }));

const folder = () => join(home, 'desk');
const log = () => [join(folder(), 'desk.db-wal')];
const database = () => [join(folder(), 'desk.db')];
/** The journal has one file per day, and midnight may pass while the test runs. */
const journal = () =>
  [0, 1].map((days) => {
    const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    return join(folder(), 'journal', `${day}.jsonl`);
  });

interface Answered {
  saved: string[];
  refused: { problem?: { kind: string } }[];
  code: number | null;
}

/** Enters orders one by one, each after the answer to the one before, with `before` in front of the command line. */
async function enter(given: typeof orders, before: readonly string[] = []): Promise<Answered> {
  const [command = '', ...words] = [...before, process.execPath, program, 'enqueue', '--data', folder()];
  const desk = spawn(command, words, { stdio: ['pipe', 'pipe', 'ignore'] });
  desk.stdin.on('error', () => undefined);
  const answered: Answered = { saved: [], refused: [], code: null };
  const ended = once(desk, 'close');
  const lines = createInterface(desk.stdout)[Symbol.asyncIterator]();
  for (const order of given) {
    desk.stdin.write(linesOf([order]));
    const { value, done } = await lines.next();
    if (done === true) break;
    const answer = JSON.parse(value) as { id?: string; problem?: { kind: string } };
    if (answer.id === undefined) answered.refused.push(answer);
    else answered.saved.push(answer.id);
  }
  desk.stdin.end();
  [answered.code] = (await ended) as [number | null];
  return answered;
}

const injecting = (paths: string[], calls: string, fault: string): string[] => [
  ...['strace', '-f', '-o', '/dev/null', ...paths.flatMap((path) => ['-P', path])],
  ...['-e', `trace=${calls}`, '-e', `inject=${calls}:${fault}`],
];

function entriesThere(): string[] {
  const db = openDesk(folder());
  try {
    expect(isUsable(verifyDatabase(db))).toBe(true);
    return db
      .prepare<[], { id: string }>('SELECT id FROM entry')
      .all()
      .map(({ id }) => id);
  } finally {
    db.close();
  }
}

/** No order reported as saved is missing, and once the disk works again every order is present exactly once. */
async function expectKept({ saved }: Answered): Promise<void> {
  const there = new Set(entriesThere());
  expect(saved.filter((id) => !there.has(id))).toEqual([]);
  const again = await enter(orders);
  expect(again.code).toBe(0);
  expect(entriesThere()).toHaveLength(orders.length);
}

describe('a disk that fails while orders are entered', { timeout: 300_000 }, () => {
  it.each([
    ['a sync of the log (EIO)', log, 'fsync,fdatasync', 'error=EIO:when=9+11'],
    ['a write of the log (EIO)', log, 'pwrite64', 'error=EIO:when=50+97'],
    ['a write of the log (ENOSPC)', log, 'pwrite64', 'error=ENOSPC:when=50+97'],
  ])(
    'at %s makes the desk refuse those orders with the reason, and lose none it reported as saved',
    async (_what, at, calls, fault) => {
      await enter(orders.slice(0, 1));
      const answered = await enter(orders, injecting(at(), calls, fault));
      expect(answered.refused.length).toBeGreaterThan(0);
      // Whether an interrupted write was saved is unknown: the worker restarts and the answer is `desk-gone`.
      for (const { problem } of answered.refused) expect(['disk', 'desk-gone']).toContain(problem?.kind);
      await expectKept(answered);
    },
  );

  it.each([
    ['every sync of the database itself (EIO)', database, 'fsync,fdatasync', 'error=EIO'],
    ['every write of the database itself (EIO)', database, 'pwrite64', 'error=EIO'],
    ['every write of the journal (ENOSPC)', journal, 'write', 'error=ENOSPC'],
  ])('at %s stops nothing: an order in the write-ahead log is saved', async (_what, at, calls, fault) => {
    await enter(orders.slice(0, 1));
    const answered = await enter(orders, injecting(at(), calls, fault));
    expect(answered.saved).toHaveLength(orders.length);
    await expectKept(answered);
  });

  it.each([200_001, 300_777])(
    'in the middle of a write (no file may exceed the database by more than %i bytes) loses no order reported as saved',
    async (more) => {
      await enter(orders.slice(0, 1));
      const most = statSync(join(folder(), deskFile)).size + more;
      const answered = await enter(orders, ['prlimit', `--fsize=${String(most)}`]);
      expect(answered.saved.length).toBeGreaterThan(0);
      expect(answered.refused.length).toBeGreaterThan(0);
      await expectKept(answered);
    },
  );
});
