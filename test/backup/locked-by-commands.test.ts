import { orderLine } from '../support/order-line.ts';
import { runDesk, temporaryFolder } from '../support/run-desk.ts';
import { copiesIn } from './files-in.ts';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const passphrase = 'four words are easy';

it('the command line reads the passphrase from a file or standard input, and writes the recovery sheet to a file', async () => {
  const [folder, place, papers] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  const [sheet, keys] = [join(papers, 'sheet.txt'), join(papers, 'key.txt')];
  await runDesk(['enqueue', '--data', folder], orderLine('PC-1'));
  const set = ['passphrase', '--data', folder, '--passphrase-file', '-', '--sheet', sheet];
  expect(await runDesk(set, 'too short\n')).toMatchObject({ code: 1, lines: [{ problem: { kind: 'bad-setting' } }] });
  expect(await runDesk(set, `${passphrase}\n`)).toMatchObject({ code: 0, lines: [{ locked: true, onPaper: false }] });
  const [key = ''] = /\S{5}(-\S{5}){6}/.exec(readFileSync(sheet, 'utf8')) ?? [];
  expect(statSync(sheet).mode & 0o077).toBe(0);
  const proved = await runDesk(['passphrase', '--data', folder, '--on-paper', key]);
  expect(proved).toMatchObject({ code: 0, lines: [{ locked: true, onPaper: true }] });
  await runDesk(['backup', '--data', folder, '--to', place]);
  const [from = ''] = copiesIn(place);
  const restored = temporaryFolder();
  expect(await runDesk(['restore', '--from', from, '--data', restored])).toMatchObject({
    code: 1,
    lines: [{ problem: { kind: 'locked', params: { reason: 'none-given' } } }],
  });
  writeFileSync(keys, `${key}\n`);
  expect(await runDesk(['verify', '--from', from, '--key-file', keys])).toMatchObject({
    code: 0,
    lines: [{ entries: 1 }],
  });
  const again = await runDesk(['restore', '--from', from, '--data', restored, '--key-file', '-'], passphrase);
  expect(again).toMatchObject({ code: 0, lines: [{ entries: 1 }] });
  expect(await runDesk(['passphrase', '--data', restored, '--off'])).toMatchObject({
    code: 0,
    lines: [{ locked: false }],
  });
});
