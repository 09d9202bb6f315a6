import { scheduledBackup } from '../../electron/copies/backup/scheduled-backup.ts';
import { fetchNewestOfFolder } from '../../electron/copies/restore/fetch-newest-backup.ts';
import { chosenCopyPath } from '../../electron/copies/restore/rescue-note.ts';
import { rescue } from '../../electron/copies/restore/rescue.ts';
import { repeatErasures } from '../../electron/copies/retention/erase-entries.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { rights as everyRight } from '../../shared/rights/rights.ts';
import { label } from '../backup/lost-desk.ts';
import { startDeskInThread } from '../support/desk-here.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { chanceOf } from './seeded.ts';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

const dayMs = 86_400_000;
const nothing = (): void => undefined;
const seeds = [1, 2, 3, 4];
const actsInStory = 24;

let realNow = 0;
beforeEach(() => {
  realNow = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: realNow - 3000 * dayMs });
});
afterEach(() => void vi.useRealTimers());

/** Overwrites the first page of the database of a closed folder, as a failing disk does. */
function damage(folder: string): void {
  const db = openDesk(folder);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  const file = openSync(join(folder, 'desk.db'), 'r+');
  writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, 0);
  closeSync(file);
}

/**
 * Runs the story of a seed: people enter and withdraw orders, operators come and go, retention is set and runs, backups
 * are made with a clock that is right, far ahead or far behind, and the desk is restored from the newest backup, by
 * hand or after damage.
 */
async function tell(seed: number): Promise<{ wentBack: number }> {
  const { next } = chanceOf(seed, 'going back');
  const one = <T>(some: readonly T[]): T => some[Math.floor(next() * some.length)] as T;
  const [folder, place, machine] = [temporaryFolder(), join(temporaryFolder(), 'copies'), temporaryFolder()];
  const command = () => ({ commandId: randomUUID(), operator: 'Mia' });
  const open = () => startDeskInThread({ folder, settings: { holdSeconds: 3600 } });
  let desk = await open();
  onTestFinished(() => desk.close());
  const people = new Map<string, { id: string; settledAt: number | null; wasSettled: boolean; isErased: boolean }>();
  let [newest, wentBack, entered]: [string | null, number, number] = [null, 0, 0];

  const safeguards = async () => ({
    operators: (await desk.ask('operators.list', {})).operators,
    settings: await desk.ask('settings.get', {}),
  });

  async function goBack(isDamaged: boolean, hasJournal: boolean): Promise<void> {
    const before = await safeguards();
    await desk.close();
    if (!hasJournal) rmSync(join(folder, 'journal'), { recursive: true, force: true });
    const yieldToEventLoop = () => Promise.resolve();
    const fetch = (order: Parameters<typeof fetchNewestOfFolder>[0]) => fetchNewestOfFolder(order, nothing);
    const host = {
      ...{ now: Date.now, newId: randomUUID, yieldToEventLoop, machine },
      fetch: (order: Omit<Parameters<typeof fetch>[0], 'data'>) =>
        Promise.resolve(fetch({ data: folder, ...order, folders: [place] })),
    };
    const erase = {
      repeatErasures: (db: Parameters<typeof repeatErasures>[0], moment: number) => repeatErasures(db, moment, host),
    };
    if (isDamaged) damage(folder);
    const chosen = isDamaged ? undefined : fetch({ data: folder, folders: [place], to: chosenCopyPath(folder) });
    const note = await rescue(folder, { ...(chosen && { chosen }) }, { ...host, ...erase });
    expect(note?.from, 'the newest backup is the one that was made last').toBe(newest);
    desk = await open();
    expect(await safeguards(), 'operators, rights, PINs and settings are those of before').toEqual(before);
    // An unreadable file does not show how entries that are open in the backup ended, so they are restored as open.
    const staysErased = [...people].filter(([, { isErased, wasSettled }]) => isErased && (wasSettled || !isDamaged));
    for (const [name, { id }] of staysErased) {
      const { rows } = await desk.ask('entries.page', { search: name });
      expect(rows, `${name} was erased`).toEqual([]);
      const known = await desk.ask('entries.get', { id }).catch(() => null);
      if (known) expect(known.recipient, `${name} was erased`).toBe('');
    }
    const bytes = readFileSync(join(folder, 'desk.db'));
    for (const [name] of staysErased) expect(bytes.includes(name), name).toBe(false);
    wentBack += 1;
    // Without a journal, entries withdrawn since the backup are open again, and those entered since are gone.
    for (const [name, person] of people) {
      const known = await desk.ask('entries.get', { id: person.id }).catch(() => null);
      if (known === null) people.delete(name);
      else if (known.state !== 'withdrawn') Object.assign(person, { settledAt: null, isErased: false });
    }
  }

  const acts: Record<string, () => Promise<unknown>> = {
    async enter() {
      entered += 1;
      const name = `Xiomara${String(seed)}q${String(entered)}z`;
      const body = label(`P-${String(entered)}`, { ShipToAddress: { Contact: name, Country: 'ES' } });
      const { id } = await desk.ask('entry.enqueue', { ...command(), request: body, draft: true });
      people.set(name, { id, settledAt: null, wasSettled: false, isErased: false });
    },
    async withdraw() {
      const person = one([...people.values()].filter(({ settledAt }) => settledAt === null));
      if (!person) return;
      await desk.ask('entry.withdraw', { ...command(), ids: [person.id] });
      // An entry that may have been sent since a backup is not withdrawn but left to a person's decision.
      const { state } = await desk.ask('entries.get', { id: person.id });
      if (state === 'withdrawn') person.settledAt = Date.now();
    },
    async operator() {
      const name = one(['Vera', 'Max', 'Olga']);
      const { operators } = await desk.ask('operators.list', {});
      const supervises = (who: string): boolean => who !== name;
      if (operators.some((known) => known.name === name) && operators.some(({ name: who }) => supervises(who)))
        await desk.ask('operators.forget', { commandId: randomUUID(), name }).catch(nothing);
      else {
        const pin = String(1000 + Math.floor(next() * 9000));
        const code = name.toLowerCase();
        await desk.ask('operators.save', { commandId: randomUUID(), name, code, pin, rights: [...everyRight] });
      }
    },
    set: () =>
      desk.ask('settings.set', {
        values: { retentionDays: one([0, 10, 30]), duplicateHours: Math.floor(next() * 99) },
      }),
    async erase() {
      const { retentionDays } = await desk.ask('settings.get', {});
      await desk.ask('retention.now', {});
      if (retentionDays === 0) return;
      for (const person of people.values())
        if (person.settledAt !== null && person.settledAt < Date.now() - retentionDays * dayMs) person.isErased = true;
    },
    async backup() {
      // At least one change, so that no two backups are equal.
      await acts['enter']?.();
      for (const person of people.values()) person.wasSettled = person.settledAt !== null;
      newest = (await scheduledBackup(folder, place, Date.now() + one([0, 0, 400, -400]) * dayMs, nothing)).path;
    },
    back: async () => (newest === null ? undefined : goBack(next() < 0.5, next() < 0.7)),
  };
  const often = ['enter', 'enter', 'withdraw', 'withdraw', 'operator', 'set', 'erase', 'backup', 'backup', 'back'];
  const story = [
    'operator',
    'enter',
    'backup',
    ...Array.from({ length: actsInStory }, () => one(often)),
    'erase',
    'back',
  ];
  for (const act of story) {
    vi.setSystemTime(Date.now() + Math.floor(next() * 20 * dayMs));
    await acts[act]?.();
  }
  await desk.close();
  return { wentBack };
}

describe('restoring the newest backup, in random stories', { timeout: 480_000 }, () => {
  it.each(seeds)('keeps operators, settings and erasures (seed %d)', async (seed) => {
    expect((await tell(seed)).wentBack).toBeGreaterThan(0);
  });
});
