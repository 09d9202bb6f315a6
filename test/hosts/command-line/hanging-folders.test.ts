import { openDesk } from '../../../electron/storage/database/open-desk.ts';
import { noteFile } from '../../../electron/storage/register/generations.ts';
import { readDeskId } from '../../../electron/storage/register/identity.ts';
import { label, openLostDesk } from '../../backup/lost-desk.ts';
import { runDeskProcess, temporaryFolder } from '../../support/run-desk.ts';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

// A hanging mount requires root: see test/machine/hanging-mount.
describe.runIf(process.platform !== 'win32')('a pipe without a writer', () => {
  it("in place of a host's own state ends verify with a problem that names the folder", async () => {
    const root = temporaryFolder();
    execFileSync('mkdir', ['-p', join(root, 'host')]);
    execFileSync('mkfifo', [join(root, 'host', 'host.json')]);
    const { code, lines } = await runDeskProcess(['verify', '--data', root]);
    expect(lines).toMatchObject([{ problem: { kind: 'bad-file', params: { reason: 'silent' } } }]);
    expect(JSON.stringify(lines)).toContain(root);
    expect(code).toBe(1);
  });

  it('in place of a note beside a backup does not delay a restore', async () => {
    const one = await openLostDesk();
    await one.add(label('ONE'));
    const copy = await one.backup();
    await one.close();
    const db = openDesk(one.folder);
    const note = noteFile(join(one.folder, 'copies'), { desk: readDeskId(db) ?? '' });
    db.close();
    execFileSync('rm', ['-f', note]);
    execFileSync('mkfifo', [note]);
    const { code, lines } = await runDeskProcess(['restore', '--from', copy, '--data', temporaryFolder()]);
    expect(lines).toMatchObject([{ entries: 1 }]);
    expect(code).toBe(0);
  });
});
