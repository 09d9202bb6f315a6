import { isUsable, verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { linesOf, mixedOrders } from '../faults/orders.ts';
import { seeded } from '../simulation/seeded.ts';
import { writeStateAfter } from './torn-disk/after-power-loss.ts';
import { readRecording, recordedCalls, type Operation } from './torn-disk/recording.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const program = join(import.meta.dirname, '../../electron/hosts/command-line/command-line.ts');
const states = 500;
/** Orders entered one by one, then all at once: enough for the log to be written back to the database meanwhile. */
const [oneByOne, together] = [60, 60];

const home = mkdtempSync(join(tmpdir(), 'torn-disks-'));
const folder = join(home, 'desk');
// Files that are only inspected need no disk.
const scratch = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'torn-disks-'));
afterAll(() => [home, scratch].forEach((one) => rmSync(one, { recursive: true })));

let done: Operation[];
beforeAll(async () => {
  const trace = join(home, 'trace');
  const traced = ['-f', '-y', '-xx', '-s', '10000000', '-e', `trace=${recordedCalls}`, '-o', trace];
  const desk = spawn('strace', [...traced, process.execPath, program, 'enqueue', '--data', folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(desk, 'close');
  const answers = createInterface(desk.stdout);
  const entered = mixedOrders(oneByOne + together);
  for (const order of entered.slice(0, oneByOne)) {
    const answered = once(answers, 'line');
    desk.stdin.write(linesOf([order]));
    await answered;
  }
  desk.stdin.end(linesOf(entered.slice(oneByOne)));
  expect((await ended)[0]).toBe(0);
  done = readRecording(readFileSync(trace, 'utf8'), folder);
});

/** The ids that were reported as saved within the first `count` operations. */
function savedBefore(count: number): string[] {
  return done.slice(0, count).flatMap((operation) => {
    if (operation.kind !== 'said') return [];
    const { id } = JSON.parse(operation.line) as { id?: string };
    return id === undefined ? [] : [id];
  });
}

describe('a disk that loses power while orders are entered', () => {
  it('is recorded completely: every order was answered, and a sync came before the first answer', () => {
    expect(savedBefore(done.length)).toHaveLength(oneByOne + together);
    const kinds = done.map(({ kind }) => kind);
    expect(kinds.indexOf('said')).toBeGreaterThan(kinds.indexOf('sync'));
    expect(kinds.filter((kind) => kind === 'write').length).toBeGreaterThan(500);
  });

  it(
    `opens undamaged in each of ${String(states)} possible states, with every order that was reported as saved`,
    {
      timeout: 600_000,
    },
    async ({ annotate }) => {
      let maxSaved = 0;
      for (let seed = 1; seed <= states; seed += 1) {
        const random = seeded(seed);
        const count = 1 + random.below(done.length);
        const disk = join(scratch, 'state');
        rmSync(disk, { recursive: true, force: true });
        writeStateAfter(done, count, random, folder, disk);
        const saved = savedBefore(count);
        maxSaved = Math.max(maxSaved, saved.length);
        const db = openDesk(disk);
        try {
          const found = verifyDatabase(db);
          expect(isUsable(found), `seed ${String(seed)}: ${JSON.stringify(found)}`).toBe(true);
          const there = new Set(
            db
              .prepare<[], { id: string }>('SELECT id FROM entry')
              .all()
              .map(({ id }) => id),
          );
          const lost = saved.filter((id) => !there.has(id));
          expect(lost, `seed ${String(seed)}, after ${String(count)} operations`).toEqual([]);
        } finally {
          db.close();
        }
      }
      expect(maxSaved).toBeGreaterThan(oneByOne);
      await annotate(
        `${String(states)} states of ${String(done.length)} operations; up to ${String(maxSaved)} orders saved`,
      );
    },
  );
});
