import { runDesk, temporaryFolder } from '../../support/run-desk.ts';
import { order, keysIn } from './captured.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

describe('desk backup, verify and restore', () => {
  it('make, check and restore copies of a folder', async () => {
    const folder = temporaryFolder();
    await runDesk(['enqueue', '--data', folder], order('PD-1') + order('PD-2'));
    const made = await runDesk(['backup', '--data', folder, '--to', join(folder, 'copies')]);
    expect(made).toMatchObject({ code: 0, lines: [{ entries: 2 }] });
    expect(await runDesk(['verify', '--data', folder])).toMatchObject({
      code: 0,
      lines: [{ whole: true, entries: 2 }],
    });
    await runDesk(['enqueue', '--data', folder], order('PD-3'));
    const other = temporaryFolder();
    const journal = join(folder, 'journal');
    expect(readdirSync(journal)).toHaveLength(1);
    const args = ['restore', '--from', made.lines[0]?.['path'], '--data', other, '--journal', journal];
    expect(await runDesk(args)).toMatchObject({ code: 0, lines: [{ fromJournal: 1 }] });
    expect(keysIn(other)).toEqual(['PD-1', 'PD-2', 'PD-3']);
    expect(await runDesk(args)).toMatchObject({ code: 1, lines: [{ problem: { kind: 'bad-file' } }] });
  });
});
