import { label, openLostDesk } from '../backup/lost-desk.ts';
import { runDeskProcess, temporaryFolder } from '../support/run-desk.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, copyFileSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** Mounts a file system that never answers: any access to it hangs, as with a network share that is gone. */
function hangingMount(): string {
  const place = temporaryFolder();
  mkdirSync(place, { recursive: true });
  const device = openSync('/dev/fuse', 'r+');
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0';
  const { status, stderr } = spawnSync('mount', ['-i', '-t', 'fuse', '-o', options, 'silent', place], {
    stdio: ['ignore', 'ignore', 'pipe', device],
    encoding: 'utf8',
  });
  onTestFinished(() => {
    if (status === 0) execFileSync('umount', ['--lazy', place]);
    closeSync(device);
  });
  expect(stderr).toBe('');
  return place;
}
const silent = { problem: { kind: 'bad-file', params: { reason: 'silent' } } };

it('verify of a data folder or a backup on a hanging mount ends with a problem', { timeout: 120_000 }, async () => {
  const place = hangingMount();
  for (const given of [
    ['--data', place],
    ['--from', join(place, 'backup.db')],
  ]) {
    const { code, lines } = await runDeskProcess(['verify', ...given]);
    expect(lines).toMatchObject([silent]);
    expect(JSON.stringify(lines)).toContain(place);
    expect(code).toBe(1);
  }
});

it(
  'restore from, into or with the journal on a hanging mount ends with a problem and restores nothing',
  {
    timeout: 240_000,
  },
  async () => {
    const one = await openLostDesk();
    await one.add(label('ONE'));
    const copy = await one.backup();
    await one.close();
    const place = hangingMount();
    const into = (): string => temporaryFolder();
    for (const [from, data, ...journal] of [
      [join(place, basename(copy)), into()],
      [copy, join(place, 'desk')],
      [copy, into(), '--journal', place],
    ] as const) {
      const { code, lines } = await runDeskProcess(['restore', '--from', from, '--data', data, ...journal]);
      expect(lines).toMatchObject([silent]);
      expect(code).toBe(1);
      if (!data.startsWith(place)) expect(readdirSync(data)).not.toContain('desk.db');
    }
    // A copy on a disk that answers is restored as usual.
    const local = join(temporaryFolder(), 'copy.db');
    mkdirSync(join(local, '..'), { recursive: true });
    copyFileSync(copy, local);
    expect((await runDeskProcess(['restore', '--from', local, '--data', into()])).code).toBe(0);
  },
);
