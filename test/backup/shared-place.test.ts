import { openDeskReader } from '../../electron/storage/database/open-desk.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { label, openLostDesk, restoreTo, type LostDesk } from './lost-desk.ts';
import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const writesTo = (one: LostDesk, journalCopy: string) => one.desk.ask('settings.set', { values: { journalCopy } });
function keysIn(folder: string): string[] {
  const db = openDeskReader(folder);
  try {
    return db.prepare<[], string>('SELECT key FROM entry ORDER BY key').pluck().all();
  } finally {
    db.close();
  }
}

/** A second place receives lines asynchronously. */
const followed = { timeout: 60_000 };
const writtenIn = (place: string): string =>
  readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => readFileSync(join(place, name), 'utf8'))
    .join('');

it('desks that write their journals to the same place find their own lines there, and no others', async () => {
  const place = temporaryFolder();
  const [one, other] = [await openLostDesk(), await openLostDesk()];
  for (const desk of [one, other]) await writesTo(desk, place);
  await one.add(label('ONE-1'));
  await other.add(label('OTHER-1'));
  const from = await one.backup();
  await one.add(label('ONE-2'));
  await other.add(label('OTHER-2'));
  await expect.poll(() => writtenIn(place), followed).toMatch(/ONE-2[^]*OTHER-2|OTHER-2[^]*ONE-2/);
  await one.close();
  await other.close();
  expect(readdirSync(place).filter((name) => !name.endsWith('.json'))).toHaveLength(2);
  expect(keysIn((await restoreTo(from, place)).folder)).toEqual(['ONE-1', 'ONE-2']);
});

it('the journal in a place that contains the days themselves, as older programs wrote them, is found', async () => {
  const one = await openLostDesk();
  const from = await one.backup();
  await one.add(label('ONE-1'));
  await one.close();
  const place = join(temporaryFolder(), 'second');
  renameSync(join(one.folder, 'journal'), place);
  expect(keysIn((await restoreTo(from, place)).folder)).toEqual(['ONE-1']);
});

it('a place that only other desks wrote to is refused as the journal of this desk', async () => {
  const place = temporaryFolder();
  const [one, other] = [await openLostDesk(), await openLostDesk()];
  await writesTo(other, place);
  await one.add(label('ONE-1'));
  await other.add(label('OTHER-1'));
  const from = await one.backup();
  await expect.poll(() => writtenIn(place), followed).toContain('OTHER-1');
  await other.close();
  await expect(restoreTo(from, place)).rejects.toMatchObject({ problem: { kind: 'bad-file' } });
});

it('a folder named in a backup that no user of this machine has chosen is not written to after a restore', async () => {
  const place = temporaryFolder();
  const theirs = join(place, 'theirs');
  mkdirSync(theirs);
  const one = await openLostDesk();
  await writesTo(one, theirs);
  await one.add(label('ONE-1'));
  const from = await one.backup();
  await one.close();
  const chosen = await restoreTo(from, null, (named) => named === theirs);
  expect(chosen.told.leftBehind).toEqual([]);
  expect(await (await openLostDesk(chosen.folder)).desk.ask('settings.get', {})).toMatchObject({ journalCopy: theirs });
  const foreign = await restoreTo(from, null);
  expect(foreign.told.leftBehind).toEqual([`setting journalCopy: ${theirs}`]);
  expect(await (await openLostDesk(foreign.folder)).desk.ask('settings.get', {})).toMatchObject({ journalCopy: '' });
});
