import { temporaryFolder } from '../support/run-desk.ts';
import { filesIn } from './files-in.ts';
import { keysIn, label, openLostDesk, restoreTo } from './lost-desk.ts';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const hashed = (text: string): string => `${createHash('sha256').update(text).digest('hex')} ${text}\n`;

it('a journal line with an impossible id, name or time is damage, and a line with a future time creates no future day', async () => {
  const one = await openLostDesk();
  await one.add(label('ONE'), true);
  const from = await one.backup();
  await one.add(label('TWO'), true);
  await one.close();
  const [day = ''] = filesIn(join(one.folder, 'journal')).filter((path) => path.endsWith('.jsonl'));
  const written =
    readFileSync(day, 'utf8')
      .split('\n')
      .findLast((line) => line !== '') ?? '';
  const line = JSON.parse(written.slice(65)) as object;
  const restored = async (over: object) => {
    const journal = temporaryFolder();
    writeFileSync(join(journal, '2026-11-28.jsonl'), hashed(JSON.stringify({ ...line, ...over })));
    return restoreTo(from, journal);
  };
  const long = 'x'.repeat(100_000);
  for (const over of [{ id: long }, { operator: long }, { desk: long }, { replaces: long }, { at: 8.64e15 }])
    expect((await restored(over)).told, Object.keys(over).join()).toMatchObject({
      damagedJournalLines: 1,
      fromJournal: 0,
    });
  const { folder, told } = await restored({ at: Date.UTC(9999, 11, 31) });
  expect(told).toMatchObject({ damagedJournalLines: 0, fromJournal: 1 });
  expect(keysIn(folder)).toEqual(['ONE', 'TWO']);
  expect(filesIn(join(folder, 'journal')).filter((path) => path.includes('9999'))).toEqual([]);
});
