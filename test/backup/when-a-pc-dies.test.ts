import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orderLine } from '../support/order-line.ts';
import { startDeskProcess, startPracticeProcess, temporaryFolder } from '../support/run-desk.ts';

const page = readFileSync(new URL('../../docs/when-a-pc-dies.md', import.meta.url), 'utf8');

/** Commands as the page writes them, in its order: the words behind `desk --`. */
const commands = [...page.matchAll(/^npm run --silent desk -- (.*)$/gm)].map(([, words = '']) => words);

/** What stands for a path on the page, and what it is in this story. */
function filledIn(words: string, paths: Readonly<Record<string, string>>): string[] {
  return words.split(' ').map((word) => {
    const [name = '', ...rest] = word.split('=');
    const value = rest.length > 0 ? rest.join('=') : name;
    const found = Object.entries(paths).find(([stands]) => value === stands || value.startsWith(`${stands}/`));
    const filled = found ? found[1] : value;
    return rest.length > 0 ? `${name}=${filled}` : filled;
  });
}

// programs start one after another, as a person starts them
it(
  'a PC that dies is replaced as the page says: every order is there again, and none is sent twice',
  { timeout: 240_000 },
  async () => {
    expect(commands).toHaveLength(3);
    const [setFolder = '', restore = '', verify = ''] = commands;
    const [oldPc, newPc, share, journal] = Array.from({ length: 4 }, temporaryFolder) as [
      string,
      string,
      string,
      string,
    ];
    const on =
      (pc: string) =>
      (args: string[], input = '') =>
        startDeskProcess(args, { input, env: { PARCEL_DESK_MACHINE: join(pc, 'machine') } }).ended;
    const [atOld, atNew] = [on(oldPc), on(newPc)];
    const old = join(oldPc, 'desk');
    const service = await startPracticeProcess(join(share, 'service'));
    const deliver = (data: string) => [
      'deliver',
      '--data',
      data,
      '--service',
      service.url,
      '--until-idle',
      '--timeout',
      '60',
      '--set',
      'holdSeconds=0',
    ];

    // before it happens
    const backups = join(share, 'backups');
    expect((await atOld(filledIn(setFolder, { DIR: old, FOLDER: backups }))).code).toBe(0);
    await atOld(['settings', '--data', old, '--set', `journalCopy=${journal}`]);
    await atOld(['enqueue', '--data', old], orderLine('PC-1'));
    await atOld(deliver(old));
    await atOld(['backup', '--data', old, '--to', backups]);
    await atOld(['enqueue', '--data', old], orderLine('PC-2') + orderLine('PC-3'));

    // what was under way to the second place follows, with the next command at the latest
    const journalled = async (): Promise<string> => {
      await atOld(['settings', '--data', old]);
      return readdirSync(journal, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.jsonl'))
        .map((name) => readFileSync(join(journal, name), 'utf8'))
        .join('');
    };
    await expect.poll(journalled, { timeout: 120_000 }).toContain('PC-3');

    // the PC is gone, and its disk with it
    rmSync(old, { recursive: true });
    const [newest = ''] = readdirSync(backups)
      .filter((name) => name.endsWith('.db'))
      .toSorted()
      .toReversed();
    const data = join(newPc, 'desk');
    const paths = { DIR: data, FOLDER: join(backups, newest), JOURNAL: journal };
    const restored = await atNew(filledIn(restore, paths));
    expect(restored).toMatchObject({ code: 0, lines: [{ entries: 3, fromJournal: 2, notRestored: [] }] });
    expect(restored.lines[0].leftBehind).toEqual(
      expect.arrayContaining([`setting journalCopy: ${journal}`, `setting backupFolder: ${backups}`]),
    );
    expect(await atNew(filledIn(verify, paths))).toMatchObject({ code: 0, lines: [{ whole: true, entries: 3 }] });
    const { lines } = await atNew(['list', '--data', data]);
    expect(lines.map(({ key }) => key)).toEqual(['PC-1', 'PC-2', 'PC-3']);
    expect(lines[0]).toMatchObject({ state: 'done' });
    // what waited may have gone out: it is not simply sent
    expect(lines.slice(1).map(({ maybeTaken }) => maybeTaken)).toEqual([true, true]);
  },
);
