import { startDesk } from '../../electron/desk/threads/desk.ts';
import { orderLine } from '../support/order-line.ts';
import { effectsByKey } from '../support/received-creates.ts';
import { runDesk, startPracticeInThread, temporaryFolder } from '../support/run-desk.ts';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const page = readFileSync(new URL('../../docs/when-a-pc-dies.md', import.meta.url), 'utf8');

/** The commands of the page, in its order: the words after `desk --`. */
const commands = [...page.matchAll(/^ *npm run --silent desk -- (.*)$/gm)].map(([, words = '']) => words);

/** Replaces the placeholders of the page by the paths of this test. */
function filledIn(words: string, paths: Readonly<Record<string, string>>): string[] {
  return words.split(' ').map((word) => {
    const [name = '', ...rest] = word.split('=');
    const value = rest.length > 0 ? rest.join('=') : name;
    const found = Object.entries(paths).find(([stands]) => value === stands || value.startsWith(`${stands}/`));
    const filled = found ? found[1] : value;
    return rest.length > 0 ? `${name}=${filled}` : filled;
  });
}

const filesIn = (folder: string, end: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .toSorted();

/** The folders of the story, and functions that run commands on each PC. */
function story() {
  const [oldPc, newPc, share, journal, papers] = Array.from({ length: 5 }, temporaryFolder) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const on =
    (pc: string) =>
    (args: string[], input = '') =>
      runDesk(args, input, join(pc, 'machine'));
  const paper = (name: string, text: string): string => {
    writeFileSync(join(papers, name), text);
    return join(papers, name);
  };
  return { oldPc, newPc, share, journal, papers, paper, atOld: on(oldPc), atNew: on(newPc) };
}

it(
  'a dead PC is replaced as the page describes: every order is there again, and takes effect once',
  { timeout: 400_000 },
  async () => {
    expect(commands).toHaveLength(9);
    const [setFolder, setPassphrase, prove, erase, restore, verify, deliver, reopen, verifyCopy] = commands as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const { oldPc, newPc, share, journal, papers, paper, atOld, atNew } = story();
    const service = await startPracticeInThread(join(share, 'service'));
    const old = join(oldPc, 'desk');
    const [backups, sheet] = [join(share, 'backups'), join(papers, 'sheet.txt')];
    const files = {
      'PASS.txt': paper('pass.txt', 'four words are easy\n'),
      'SHEET.txt': sheet,
      'HEADER.txt': paper('header.txt', 'X-Api-Key: secret\n'),
    };
    const quick = ['holdSeconds=0', 'graceSeconds=1', 'backoffFirstSeconds=0.2', 'backoffMostSeconds=1'];
    const set = [...quick, 'readFirstSeconds=0.2', 'readMostSeconds=1'].flatMap((value) => ['--set', value]);
    const delivering = (data: string) => [
      ...filledIn(deliver, { ...files, DIR: data, URL: service.url }),
      '--set',
      'headerName=X-Api-Key',
      ...set,
    ];

    // Before the PC dies.
    const before = { ...files, DIR: old, FOLDER: backups };
    expect((await atOld(filledIn(setFolder, before))).code).toBe(0);
    await atOld(['settings', '--data', old, '--set', `journalCopy=${journal}`]);
    expect(await atOld(filledIn(setPassphrase, before))).toMatchObject({ code: 0, lines: [{ locked: true }] });
    const [key = ''] = /\S{5}(-\S{5}){6}/.exec(readFileSync(sheet, 'utf8')) ?? [];
    const proved = await atOld(filledIn(prove, { ...before, END: key.slice(-11) }));
    expect(proved).toMatchObject({ code: 0, lines: [{ onPaper: true }] });
    expect(await atOld(filledIn(erase, before))).toMatchObject({ code: 0, lines: [{ entries: 0, freed: false }] });
    await atOld(['enqueue', '--data', old], orderLine('PC-1'));
    expect((await atOld(delivering(old))).code).toBe(0);
    expect((await atOld(['backup', '--data', old, '--to', backups])).code).toBe(0);
    await atOld(['enqueue', '--data', old], orderLine('PC-2'));
    // Sent after the backup.
    expect((await atOld(delivering(old))).code).toBe(0);
    await atOld(['enqueue', '--data', old], orderLine('PC-3'));

    // Lines still under way to the second journal follow with the next command at the latest.
    const boxes = async (): Promise<number> => {
      await atOld(['settings', '--data', old]);
      const text = filesIn(journal, '.jsonl').map((name) => readFileSync(join(journal, name), 'utf8'));
      return text.join('').match(/"box"/g)?.length ?? 0;
    };
    await expect.poll(boxes, { timeout: 120_000 }).toBeGreaterThanOrEqual(3);

    // The PC is gone, and its disk with it.
    const lost = join(temporaryFolder(), 'desk');
    cpSync(old, lost, { recursive: true });
    rmSync(old, { recursive: true });
    const newest = filesIn(backups, '.db.locked').at(-1) ?? '';
    const data = join(newPc, 'desk');
    const paths = {
      ...files,
      DIR: data,
      FOLDER: join(backups, newest),
      JOURNAL: journal,
      'KEY.txt': paper('key.txt', `${key}\n`),
    };
    expect(await atNew(filledIn(verifyCopy, paths))).toMatchObject({ code: 0, lines: [{ whole: true }] });
    const restored = await atNew(filledIn(restore, paths));
    expect(restored).toMatchObject({ code: 0, lines: [{ entries: 3, fromJournal: 2, notRestored: [] }] });
    expect(restored.lines[0].leftBehind).toEqual(
      expect.arrayContaining([`setting journalCopy: ${journal}`, `setting backupFolder: ${backups}`]),
    );
    expect(await atNew(filledIn(verify, paths))).toMatchObject({ code: 0, lines: [{ whole: true, entries: 3 }] });

    // A waiting order may have been sent, so its status is checked before it is sent again.
    expect((await atNew(delivering(data))).code).toBe(0);
    const { lines } = await atNew(['list', '--data', data]);
    expect(lines.map((entry) => [entry.key, entry.state])).toEqual([
      ['PC-1', 'done'],
      ['PC-2', 'done'],
      ['PC-3', 'done'],
    ]);
    const made = effectsByKey(join(share, 'service')).map((one) => [one.key, one.effects]);
    expect(made.toSorted()).toEqual([
      ['PC-1', 1],
      ['PC-2', 1],
      ['PC-3', 1],
    ]);

    // Nothing shows which labels were printed.
    const desk = await startDesk({ folder: data, machine: join(newPc, 'machine') });
    onTestFinished(() => desk.close());
    expect(await desk.ask('labels.counts', {})).toMatchObject({ unconfirmed: 3, ready: 0 });
    await desk.close();

    // The old PC is switched on again.
    cpSync(lost, old, { recursive: true });
    // A share that does not answer in time is tried again by the next command.
    const refusedFor = async () =>
      (await atOld(['enqueue', '--data', old], orderLine('PC-4'))).lines[0]?.problem?.kind as unknown;
    await expect.poll(refusedFor, { timeout: 120_000 }).toBe('folder-superseded');
    expect((await atOld(filledIn(reopen, { DIR: old }))).code).toBe(0);
    expect((await atOld(['enqueue', '--data', old], orderLine('PC-4'))).lines).toMatchObject([{ state: 'queued' }]);
  },
);
