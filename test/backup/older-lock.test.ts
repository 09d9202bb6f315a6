import { restore } from '../../electron/copies/restore/restore.ts';
import { readKeys } from '../../electron/platform/encryption/key-file.ts';
import { makeLock, createOpener } from '../../electron/platform/encryption/lock.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { filesIn } from './files-in.ts';
import { label, openLostDesk } from './lost-desk.ts';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const hashed = (line: object): string => {
  const text = JSON.stringify(line);
  return `${createHash('sha256').update(text).digest('hex')} ${text}\n`;
};
const days = (place: string): string[] => filesIn(place).filter((path) => path.endsWith('.jsonl'));

const linesOf = (place: string, lock = ''): number =>
  days(place)
    .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    .filter((line) => line.includes(`"in":"${lock}"`)).length;

async function back(from: string, journal: string | null, given: string[], takeOpen = false) {
  const folder = temporaryFolder();
  const told = await restore(from, folder, journal, {
    ...{ now: Date.now, newId: randomUUID, yieldToEventLoop: () => Promise.resolve() },
    ...{ opener: createOpener(given), takeOpen },
  });
  return { told, folder };
}

describe('a passphrase that was replaced after the backup was made', { timeout: 240_000 }, () => {
  it('locks the new folder only if the later one was not given, which is reported; foreign locks in older days hide neither', async () => {
    const one = await openLostDesk();
    const second = temporaryFolder();
    await one.desk.ask('settings.set', { values: { journalCopy: second } });
    await one.add(label('BEFORE'), true);
    const open = await one.backup();
    const set = (passphrase: string) => one.desk.ask('backup.lock', { commandId: randomUUID(), passphrase });
    const lockNow = () => readKeys(one.folder).current?.lock.id;
    await set('passphrase number one');
    await one.add(label('ONE'), true);
    const from = (await one.desk.ask('backup.make', { to: join(one.folder, 'first') })).path;
    const first = lockNow();
    await set('passphrase number two');
    await one.add(label('TWO'), true);
    await expect.poll(() => linesOf(second, lockNow()), { timeout: 60_000 }).toBeGreaterThan(0);
    await set('passphrase number three');
    await one.add(label('THREE'), true);
    const third = lockNow();
    await expect.poll(() => linesOf(second, third), { timeout: 60_000 }).toBeGreaterThan(0);
    await one.close();
    const both = await back(from, second, ['passphrase number one', 'passphrase number three']);
    expect(readKeys(both.folder)).toMatchObject({ current: { lock: { id: third } }, older: [{ lock: { id: first } }] });
    expect(both.told.lockIsOlder).toBe(false);
    const behind = await back(from, second, ['passphrase number one']);
    expect(readKeys(behind.folder)).toMatchObject({ current: { lock: { id: first } }, older: [] });
    expect(behind.told.lockIsOlder).toBe(true);
    // Anyone with write access can put other locks before them.
    const { lock } = await makeLock('a foreign passphrase', 'X');
    const foreign = Array.from({ length: 8 }, () => ({ ...lock, id: randomBytes(8).toString('hex') }));
    const box = { desk: 'x', day: '0000-01-01', generation: 1, began: 0, after: 0, upTo: 1, box: 'AAAA' };
    writeFileSync(
      join(dirname(days(second)[0] ?? ''), '0000-01-01.jsonl'),
      foreign
        .flatMap((each) => [
          { v: 4, lock: each, proofs: {} },
          { v: 4, in: each.id, ...box },
        ])
        .map(hashed)
        .join(''),
    );
    const beside = await back(open, second, ['passphrase number three'], true);
    expect(beside.told.fromJournal).toBeGreaterThan(0);
    expect(beside.told.unknownLocks).toBeGreaterThanOrEqual(8);
    const [own] = days(second).filter((path) => !path.includes('0000'));
    writeFileSync(own ?? '', '');
    await expect(back(open, second, ['none of them'], true)).rejects.toMatchObject({
      problem: { kind: 'locked', message: expect.stringContaining('Only 6 of the locks') },
    });
  });
});
