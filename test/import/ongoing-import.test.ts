import { scheduleIdleTasks } from '../../electron/memory/learn-entries.ts';
import { maxHoldBackMs, ongoingImport } from '../../electron/spreadsheets/import/import-file.ts';
import { openDeskReader } from '../../electron/storage/database/open-desk.ts';
import { manualTimer } from '../support/manual-timer.ts';
import { ordersCsv } from '../support/orders-csv.ts';
import { aDeskForEach, desk, folder, run, send } from './step-desk.ts';
import { describe, expect, it } from 'vitest';

describe('an import defers background work', () => {
  function watched() {
    let now = 1000;
    const { recordWrite: wrote, shouldWait } = ongoingImport(() => now);
    return {
      holdsBack: shouldWait,
      write: (everyMs: number, forMs: number) => {
        for (const until = now + forMs; now < until; now += everyMs) wrote();
      },
      pass: (ms: number) => (now += ms),
    };
  }

  it('while it writes, and for half a second after its last row', () => {
    const { holdsBack, write, pass } = watched();
    expect(holdsBack()).toBe(false);
    write(20, 2000);
    expect(holdsBack()).toBe(true);
    pass(400);
    expect(holdsBack()).toBe(true);
    pass(200);
    expect(holdsBack()).toBe(false);
  });

  it('for at most ten seconds, so that unindexed entries do not slow down the search', () => {
    const { holdsBack, write } = watched();
    write(20, 9000);
    expect(holdsBack()).toBe(true);
    write(20, 2000);
    expect(holdsBack()).toBe(false);
    write(20, 60_000);
    expect(holdsBack()).toBe(false);
  });

  it('for up to ten seconds again if another import starts after it', () => {
    const { holdsBack, write, pass } = watched();
    write(20, 30_000);
    pass(600);
    write(20, 100);
    expect(holdsBack()).toBe(true);
  });
});

it('deferred learning runs once it is no longer deferred', () => {
  const { timer, expireAll: over } = manualTimer();
  let isHeldBack = true;
  let learned = 0;
  const some = () => (learned++, false);
  const onFault = (error: unknown) => expect.unreachable(String(error));
  scheduleIdleTasks([{ processBatch: some }], timer.after, onFault, () => isHeldBack).wake();
  over();
  over();
  expect(learned).toBe(0);
  isHeldBack = false;
  over();
  over();
  expect(learned).toBe(1);
});

describe('a desk', () => {
  aDeskForEach();

  it('learns nothing from an import while rows are written, and everything afterwards', async () => {
    const db = openDeskReader(folder);
    const learned = () => {
      const row = db.prepare<[], { value: string }>(`SELECT value FROM fact WHERE name = 'learned-history'`).get();
      return Number(row?.value ?? 0);
    };
    const acts = db.prepare<[], { last: number }>('SELECT max(seq) AS last FROM history');
    const opened = await send(ordersCsv(600).toString());
    const during: number[] = [];
    const began = performance.now();
    desk.onEvent(({ event }) => {
      const last = learned();
      // A busy machine may take longer than the time for which work is deferred.
      if (event.kind === 'import' && performance.now() - began < maxHoldBackMs) during.push(last);
    });
    await run(opened);
    expect([during.length > 0, Math.max(...during)]).toEqual([true, 0]);
    await expect.poll(learned).toBe(acts.get()?.last);
    db.close();
  });
});
