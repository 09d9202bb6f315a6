import { runDesk, temporaryFolder } from '../support/run-desk.ts';
import { copiesIn } from './files-in.ts';
import { keysIn, label, openLostDesk } from './lost-desk.ts';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('a day of the journal that is a pipe, link or folder is not read and is reported by name: a day may be missing', async () => {
  const [place, restored] = [temporaryFolder(), join(temporaryFolder(), 'restored')];
  const { folder, add, close } = await openLostDesk();
  await add(label('ONE'));
  await close();
  expect(await runDesk(['backup', '--data', folder, '--to', place])).toMatchObject({ code: 0 });
  const journal = join(folder, 'journal');
  const [day = ''] = readdirSync(journal);
  const [pipe, link, inner] = ['2026-01-01', '2026-01-02', '2026-01-03'].map((name) => join(journal, `${name}.jsonl`));
  execFileSync('mkfifo', [pipe ?? '']);
  symlinkSync(join(journal, day), link ?? '');
  mkdirSync(inner ?? '');

  const [from = ''] = copiesIn(place);
  const told = await runDesk(['restore', '--from', from, '--journal', journal, '--data', restored]);
  expect(told).toMatchObject({
    code: 2,
    lines: [{ damagedJournalLines: 3, leftBehind: [pipe, link, inner].map((path) => `${path}: no file`) }],
  });
  expect(keysIn(restored)).toEqual(['ONE']);
  expect(await runDesk(['verify', '--data', folder])).toMatchObject({
    code: 0,
    lines: [{ whole: true, journal: { damagedLines: 3, missing: [] } }],
  });
});
