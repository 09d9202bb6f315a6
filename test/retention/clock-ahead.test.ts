import { startDeskInThread } from '../support/desk-here.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { label } from '../backup/lost-desk.ts';
import { filesIn, found } from './long-ago.ts';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

/** A desk with its own clock, and a second journal; `reopenAt` closes it and opens it at another time. */
async function deskWithClock(firstDay: string) {
  const [folder, second] = [temporaryFolder(), temporaryFolder()];
  let now = Date.parse(`${firstDay}T08:00:00Z`);
  const open = () => startDeskInThread({ folder, now: () => now });
  let desk = await open();
  onTestFinished(() => desk.close());
  await desk.ask('settings.set', { values: { journalCopy: second } });
  const sizes = new Map<string, number>();
  /** Gives the files written since the last call the time of the desk's clock, as a system with that clock does. */
  function setFileTimes(): void {
    for (const path of [...filesIn(join(folder, 'journal')), ...filesIn(second)]) {
      const { size } = statSync(path);
      if (sizes.get(path) !== size) utimesSync(path, new Date(now), new Date(now));
      sizes.set(path, size);
    }
  }
  return {
    folder,
    second,
    ask: ((...call) => desk.ask(...call)) as typeof desk.ask,
    async reopenAt(day: string): Promise<void> {
      await desk.close();
      setFileTimes();
      now = Date.parse(`${day}T08:00:00Z`);
      desk = await open();
    },
    /** Enters an order under a key for somebody of this name, and withdraws it. */
    async settle(key: string, name: string): Promise<void> {
      const request = label(key, { ShipToAddress: { Contact: name, Country: 'ES', City: 'Vigo', Street1: 'A 1' } });
      const { id } = await desk.ask('entry.enqueue', { commandId: randomUUID(), operator: 'Mia', request });
      await desk.ask('entry.withdraw', { commandId: randomUUID(), operator: 'Mia', ids: [id] });
    },
    /** Waits until the second journal holds a name. */
    copied: (name: string) => expect.poll(() => found(second, [name]), { timeout: 60_000 }).not.toEqual([]),
    linesOf: (day: string) => readFileSync(join(folder, 'journal', `${day}.jsonl`), 'utf8').split('\n').length - 1,
  };
}

describe('after the clock was ahead', { timeout: 120_000 }, () => {
  it('a start writes no line of the journal again', async () => {
    const desk = await deskWithClock('2031-05-05');
    await desk.settle('A1', 'Xiomara');
    await desk.reopenAt('2026-01-05');
    await desk.settle('B2', 'Zebulon');
    await desk.reopenAt('2026-01-06');
    await desk.reopenAt('2026-01-20');
    expect(readdirSync(join(desk.folder, 'journal')).toSorted()).toEqual(['2026-01-05.jsonl', '2031-05-05.jsonl']);
    expect([desk.linesOf('2026-01-05'), desk.linesOf('2031-05-05')]).toEqual([2, 2]);
  });

  it('what was written then is erased when it has been seen for the days of retention, in both journals', async () => {
    const desk = await deskWithClock('2031-05-05');
    await desk.settle('A1', 'Xiomara');
    await desk.ask('desk.remember', { name: 'form/label-order', value: { texts: [['Contact', 'Xiomara']] } });
    await desk.copied('Xiomara');
    await desk.reopenAt('2026-01-05');
    await desk.settle('B2', 'Zebulon');
    await desk.copied('Zebulon');
    await desk.ask('settings.set', { values: { retentionDays: 30 } });
    expect(await desk.ask('retention.now', {})).toMatchObject({ entries: 0, memories: 0 });
    await desk.reopenAt('2026-02-03');
    expect(await desk.ask('retention.now', {})).toMatchObject({ entries: 0, memories: 0 });
    const names = ['Xiomara', 'xiomara', 'Zebulon', 'zebulon'];
    expect(new Set(found(join(desk.folder, 'journal'), names)).size).toBe(2);
    await desk.reopenAt('2026-02-10');
    expect(await desk.ask('retention.now', {})).toMatchObject({ entries: 2, memories: 1 });
    expect(found(desk.second, names)).toEqual([]);
    await desk.reopenAt('2026-02-11');
    expect(found(desk.folder, names)).toEqual([]);
    expect(found(desk.second, names)).toEqual([]);
  });
});
