import { verifyFolder } from '../../electron/copies/verify/verify.ts';
import { startDesk, type Desk } from '../../electron/desk/threads/desk.ts';
import { openDeskReader } from '../../electron/storage/database/open-desk.ts';
import { rights as everyRight, type Right } from '../../shared/rights/rights.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { label, openLostDesk } from './lost-desk.ts';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

const person = { ShipToAddress: { Contact: 'Xiomara Quiñones', Country: 'ES', Phone: '600123987' } };

const save = (desk: Desk, name: string, pin: string | null, rights: Right[]) =>
  desk.ask('operators.save', { commandId: randomUUID(), name, code: name.toLowerCase(), pin, rights });

/** The safeguards of a desk, as people see them. */
async function safeguardsOf(desk: Desk) {
  const { operators } = await desk.ask('operators.list', {});
  const { retentionDays, duplicateHours } = await desk.ask('settings.get', {});
  const { name } = await desk.ask('operators.enter', { code: 'vera', pin: '4711' });
  return { operators, retentionDays, duplicateHours, enteredByPin: name };
}

const dayMs = 86_400_000;

/** Sets the clock of this process back by this many days. */
function daysAgo(days: number): void {
  vi.setSystemTime(realNow - days * dayMs);
}
let realNow = 0;
beforeEach(() => {
  realNow = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: realNow });
});
afterEach(() => void vi.useRealTimers());

/**
 * A closed folder with a backup in which Olga has all rights, retention is off, one order with a recipient is withdrawn
 * and another is a draft. Afterwards Vera replaced Olga, retention was set, the other order was withdrawn, and both
 * were erased.
 */
async function changedSinceBackup() {
  daysAgo(80);
  const one = await openLostDesk();
  await one.desk.ask('settings.set', { values: { backupFolder: temporaryFolder(), duplicateHours: 11 } });
  await save(one.desk, 'Olga', '1234', [...everyRight]);
  const settled = await one.add(label('SETTLED', person), true);
  const open = await one.add(label('OPEN', person), true);
  await one.desk.ask('entry.withdraw', { ...one.command(), ids: [settled] });
  const { path } = await one.desk.ask('backup.now', {});
  await one.close();
  daysAgo(40);
  const then = await openLostDesk(one.folder);
  await save(then.desk, 'Vera', '4711', [...everyRight]);
  await save(then.desk, 'Max', '9999', ['restore']);
  await then.desk.ask('operators.forget', { commandId: randomUUID(), name: 'Olga' });
  await then.desk.ask('settings.set', { values: { retentionDays: 30, duplicateHours: 22 } });
  await then.desk.ask('entry.withdraw', { ...then.command(), ids: [open] });
  await then.close();
  daysAgo(0);
  const last = await openLostDesk(one.folder);
  expect(await last.desk.ask('retention.now', {})).toMatchObject({ entries: 2 });
  const before = await safeguardsOf(last.desk);
  expect(before).toMatchObject({ retentionDays: 30, duplicateHours: 22, enteredByPin: 'Vera' });
  await last.close();
  return { folder: one.folder, backup: basename(path), before };
}

function damage(folder: string): void {
  const file = openSync(join(folder, 'desk.db'), 'r+');
  writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, 0);
  closeSync(file);
}

async function startAgain(folder: string): Promise<Desk> {
  const desk = await startDesk({ folder });
  onTestFinished(() => desk.close());
  return desk;
}

const standsInFile = (folder: string, text: string): boolean => readFileSync(join(folder, 'desk.db')).includes(text);

describe(
  'opening a backup',
  {
    timeout: 180_000,
  },
  () => {
    it.each([
      ['chosen', true],
      ['chosen', false],
      ['damaged', true],
    ] as const)(
      'keeps operators, rights, PINs and settings, and restores no erased names (%s, with its journal: %s)',
      async (why, hasJournal) => {
        const { folder, backup, before } = await changedSinceBackup();
        if (!hasJournal) rmSync(join(folder, 'journal'), { recursive: true });
        if (why === 'damaged') damage(folder);
        else {
          const desk = await startDesk({ folder });
          await desk.ask('backup.want', { name: backup });
          await desk.close();
        }
        const desk = await startAgain(folder);
        expect((await desk.ask('backup.state', {})).rescued).toMatchObject({
          why,
          entries: 2,
          kept: { operators: 3, settings: ['duplicateHours', 'retentionDays'] },
        });
        expect(await safeguardsOf(desk)).toEqual(before);
        const { rows } = await desk.ask('entries.page', {});
        expect(rows.map(({ key, state }) => `${key} ${state}`).toSorted()).toEqual([
          'OPEN withdrawn',
          'SETTLED withdrawn',
        ]);
        expect((await desk.ask('entries.page', { search: 'Xiomara' })).rows).toEqual([]);
        await desk.close();
        expect(standsInFile(folder, 'Xiomara')).toBe(false);
        const db = openDeskReader(folder);
        expect(verifyFolder(db, join(folder, 'journal'))).toMatchObject({ damages: [], structure: [] });
        db.close();
      },
    );

    it('reports if it could keep none of these because the replaced database and the copy of its safeguards are unreadable', async () => {
      const { folder } = await changedSinceBackup();
      damage(folder);
      rmSync(join(folder, 'safeguards.json'));
      const desk = await startAgain(folder);
      expect((await desk.ask('backup.state', {})).rescued).toMatchObject({
        ...{ why: 'damaged', kept: null, byOlderProgram: false },
      });
      expect((await desk.ask('operators.list', {})).operators.map(({ name }) => name)).toEqual(['Olga']);

      // An older program kept nothing, and its note does not mention it.
      const note = join(folder, 'rescued.json');
      const { kept: _, ...ofOlder } = JSON.parse(readFileSync(note, 'utf8')) as Record<string, unknown>;
      writeFileSync(note, JSON.stringify(ofOlder));
      const { rescued } = await desk.ask('backup.state', {});
      expect(rescued).toMatchObject({ entries: ofOlder['entries'], kept: null, byOlderProgram: true });
      expect((await desk.ask('rescue.seen', {})).rescued).toBeNull();
    });
  },
);
