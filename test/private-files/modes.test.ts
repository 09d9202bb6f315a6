import { startDeskInThread } from '../support/desk-here.ts';
import { orderLine } from '../support/order-line.ts';
import { runDesk, startDeskProcess, temporaryFolder, type Ran } from '../support/run-desk.ts';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// New files and folders are open to all unless the desk sets their modes; programs get the same umask by `open: true`.
let usual: number;
beforeAll(() => void (usual = process.umask(0)));
afterAll(() => void process.umask(usual));
const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);

/** Everything in a folder that other users may read or enter, with its mode. */
function openIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => (lstatSync(join(folder, name)).mode & 0o077) !== 0)
    .map((name) => `${name} ${modeOf(join(folder, name))}`);
}

/** Modes as an older version left them to the umask. */
function openAll(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  }
  chmodSync(folder, 0o755);
}

const capture = (data: string, key = 'PD-1'): Promise<Ran> => runDesk(['enqueue', '--data', data], orderLine(key));
const deliver = (data: string): Promise<Ran> =>
  runDesk(['deliver', '--data', data, '--until-idle', '--set', 'holdSeconds=0']);
const backup = (data: string, to: string): Promise<Ran> => runDesk(['backup', '--data', data, '--to', to]);

describe('other users of the machine', () => {
  it('cannot read or enter anything the desk creates, whatever the umask', async () => {
    const home = temporaryFolder();
    const data = join(home, 'data');
    await capture(data);
    await deliver(data);
    await backup(data, join(home, 'backups'));
    expect(openIn(home)).toEqual([]);
    for (const made of ['data/desk.db', 'data/journal', 'data/practice', 'backups'])
      expect(existsSync(join(home, made)), made).toBe(true);

    // Files written out, also over existing ones and through a link.
    const elsewhere = join(home, 'of-somebody-else');
    writeFileSync(elsewhere, 'theirs');
    for (const [command, name] of [
      [['export', 'facts', '--data', data], 'facts.csv'],
      [['labels', '--data', data], 'labels.pdf'],
      [['template', 'label-order'], 'template.xlsx'],
    ] as const) {
      const [over, link] = [join(home, name), join(home, `link-${name}`)];
      writeFileSync(over, 'old');
      chmodSync(over, 0o644);
      symlinkSync(elsewhere, link);
      for (const out of [over, link]) {
        expect((await runDesk([...command, '--out', out])).code, out).toBe(0);
        expect([lstatSync(out).isFile(), modeOf(out)], out).toEqual([true, '600']);
      }
    }
    expect(readFileSync(elsewhere, 'utf8')).toBe('theirs');
  });

  it('cannot read the files beside the database either while the desk works', async () => {
    const data = join(temporaryFolder(), 'data');
    const owner = startDeskProcess(['enqueue', '--data', data], { hasOpenUmask: true });
    owner.child.stdin?.write(orderLine('PD-1'));
    await new Promise((resolve) => owner.child.stdout?.once('data', resolve));
    expect(readdirSync(data)).toEqual(expect.arrayContaining(['desk.db', 'desk.db-wal', 'desk.db-shm', 'desk.lock']));
    expect(openIn(data)).toEqual([]);
    owner.child.stdin?.end();
    await owner.result;
  });

  it('lose access that an older version left them, at the next start and the next backup', async () => {
    const home = temporaryFolder();
    const [data, backups] = [join(home, 'data'), join(home, 'backups')];
    await capture(data);
    await backup(data, backups);
    openAll(data);
    for (const name of readdirSync(backups)) chmodSync(join(backups, name), 0o644);
    await capture(data, 'PD-2');
    expect(modeOf(data)).toBe('700');
    expect(openIn(data)).toEqual([]);
    await backup(data, backups);
    expect(openIn(backups)).toEqual([]);
  });
});

// Two programs start one after the other here; each takes half a minute while every core is busy and nothing is
// compiled yet.
describe('a folder a person chose', () => {
  it("keeps its mode, and only the desk's files in it are closed", async () => {
    const home = temporaryFolder();
    const [data, backups] = [join(home, 'data'), join(home, 'backups')];
    for (const chosen of [data, backups]) {
      mkdirSync(chosen);
      chmodSync(chosen, 0o775);
    }
    writeFileSync(join(data, 'notes.txt'), 'ours', { mode: 0o644 });
    chmodSync(join(data, 'notes.txt'), 0o664);
    // As programs: starting one takes long enough for the folder to be older than its first file, so that it counts as
    // chosen.
    const program = (args: string[], input = '') => startDeskProcess(args, { input, hasOpenUmask: true }).result;
    await program(['enqueue', '--data', data], orderLine('PD-1'));
    await program(['backup', '--data', data, '--to', backups]);
    expect([modeOf(data), modeOf(backups)]).toEqual(['775', '775']);
    expect(openIn(data)).toEqual(['notes.txt 664']);
    expect(openIn(backups)).toEqual([]);
  });
});

/** Only a file attribute prevents its own owner from changing a mode, as a share without modes does. */
const attribute = (sign: '+i' | '-i', path: string) => spawnSync('chattr', [sign, path]).status === 0;

describe('a file that cannot be closed to others', () => {
  it('causes a warning, and stops nothing', async ({ skip, onTestFinished }) => {
    const data = join(temporaryFolder(), 'data');
    await capture(data);
    const stuck = join(data, 'journal', readdirSync(join(data, 'journal'))[0] ?? '');
    chmodSync(stuck, 0o644);
    if (!attribute('+i', stuck)) skip('this file system has no attributes');
    onTestFinished(() => void attribute('-i', stuck));
    const desk = await startDeskInThread({ folder: data });
    onTestFinished(() => desk.close());
    const { warnings } = await desk.ask('desk.warnings', {});
    expect(warnings).toContainEqual({ code: 'open-to-others', params: { folder: data } });
  });
});

describe('a file that is written out', () => {
  it('replaces no device, pipe or folder', async () => {
    const pipe = join(temporaryFolder(), 'pipe.csv');
    spawnSync('mkfifo', [pipe]);
    const { code, lines } = await runDesk(['template', 'label-order', '--out', pipe]);
    expect({ code, kind: lines[0]?.problem.kind }).toEqual({ code: 1, kind: 'bad-file' });
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });
});
