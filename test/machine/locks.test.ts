import { keepDesk } from '../../electron/desk/threads/desk.ts';
import { orderLine } from '../support/order-line.ts';
import { runDeskProcess, startDeskProcess, temporaryFolder } from '../support/run-desk.ts';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

type Locks = 'kept' | 'ignored' | 'refused';

const server = join(import.meta.dirname, 'serve-locks.py');
const mounted = (place: string): boolean => readFileSync('/proc/self/mountinfo', 'utf8').includes(` ${place} `);

/** A mount point for a real file system whose locks behave as the test needs; its files survive remounting. */
function otherDisk() {
  const home = temporaryFolder();
  const [files, place] = [join(home, 'files'), join(home, 'disk')];
  mkdirSync(files);
  mkdirSync(place);
  let ended: Promise<unknown> | null = null;
  async function unmount(): Promise<void> {
    if (ended === null) return;
    execFileSync('umount', ['--lazy', place]);
    await ended;
    ended = null;
  }
  onTestFinished(unmount);
  async function mount(locks: Locks, type = 'unnamed'): Promise<void> {
    await unmount();
    const child = spawn('/usr/bin/python3', [server, files, place, locks, type], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
    ended = once(child, 'exit');
    await expect.poll(() => said || mounted(place), { timeout: 30_000 }).toBe(true);
  }
  return { files, desk: join(place, 'desk'), mount };
}

const refusedAs = (reason: string, folder: string) => [{ problem: { kind: 'disk', params: { reason, folder } } }];
const enqueue = (folder: string, key: string) => runDeskProcess(['enqueue', '--data', folder], orderLine(key));
const keysIn = async (folder: string): Promise<string[]> =>
  (await runDeskProcess(['list', '--data', folder])).lines.map((line) => line['key'] as string);

const reasons = [
  ['ignored', 'locks-ignored'],
  ['refused', 'no-locks'],
] as const;

describe('a data folder on a file system', () => {
  it.each(reasons)('whose locks are %s is not created: the reason is %s', async (locks, reason) => {
    const { files, desk, mount } = otherDisk();
    await mount(locks);
    const { code, lines } = await enqueue(desk, 'PD-1');
    expect(lines).toMatchObject(refusedAs(reason, desk));
    expect(code).toBe(1);
    expect(readdirSync(files)).toEqual([]);
  });

  it.each(reasons)(
    'whose locks are now %s is not written by any command (%s), and works again once they are kept',
    async (locks, reason) => {
      const { files, desk, mount } = otherDisk();
      await mount('kept');
      expect(await enqueue(desk, 'PD-1')).toMatchObject({ code: 0 });
      await mount(locks);
      const before = readdirSync(join(files, 'desk'));
      for (const args of [
        ['enqueue'],
        ['deliver', '--until-idle'],
        ['settings', '--set', 'holdSeconds=5'],
        ['reopen'],
      ]) {
        const { code, lines } = await runDeskProcess([...args, '--data', desk], orderLine('PD-2'));
        expect(lines).toMatchObject(refusedAs(reason, desk));
        expect(code).toBe(1);
      }
      expect(readdirSync(join(files, 'desk'))).toEqual(before);
      await mount('kept');
      expect(await enqueue(desk, 'PD-3')).toMatchObject({ code: 0 });
      expect((await keysIn(desk)).toSorted()).toEqual(['PD-1', 'PD-3']);
    },
  );

  it('whose locks are ignored lets neither of two concurrent desks save', async () => {
    const { desk, mount } = otherDisk();
    await mount('ignored');
    const both = ['PD-1', 'PD-2'].map((key) => {
      const running = startDeskProcess(['enqueue', '--data', desk]);
      running.child.stdin?.write(orderLine(key));
      return running;
    });
    // Each process stays in the folder until the other has been answered, unless it is refused.
    const answered = both.map(({ child }) => once(child.stdout!, 'data'));
    await Promise.all(answered);
    both.forEach(({ child }) => child.stdin?.end());
    const lines = (await Promise.all(both.map(({ result: ended }) => ended))).flatMap((ran) => ran.lines);
    expect(lines.filter((line) => 'id' in line)).toEqual([]);
  });

  it('whose locks are ignored is shown by a host with screens, which refuses captures with the reason', async () => {
    const { desk: folder, mount } = otherDisk();
    await mount('kept');
    await enqueue(folder, 'PD-1');
    await mount('ignored');
    const desk = await keepDesk({ folder });
    onTestFinished(() => desk.close());
    expect(desk.trouble()).toMatchObject({ kind: 'disk', params: { reason: 'locks-ignored', folder } });
    const request = { endpoint: 2, ...(JSON.parse(orderLine('PD-2')) as object) };
    const enter = { commandId: 'a', operator: 'Mia', draft: false, request };
    expect(await desk.call('entry.enqueue', enter)).toMatchObject({ ok: false, problem: desk.trouble() });
    const { rows } = await desk.ask('entries.page', { limit: 5 });
    expect(rows.map(({ key }) => key)).toEqual(['PD-1']);
  });

  it('of another machine causes a warning', async () => {
    const { desk, mount } = otherDisk();
    await mount('kept', 'sshfs');
    const { code, stderr } = await enqueue(desk, 'PD-1');
    expect(stderr).toContain(`{"warning":{"code":"network-folder","params":{"folder":"${desk}"}`);
    expect(code).toBe(0);
    await mount('kept', 'unnamed');
    expect((await enqueue(desk, 'PD-2')).stderr).not.toContain('network-folder');
  });
});
