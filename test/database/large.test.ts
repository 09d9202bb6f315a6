import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { openDeskReader } from '../../electron/storage/database/open-desk.ts';
import { writeGrownDatabase } from '../support/grown-oldest.ts';
import { startDeskProcess, temporaryFolder } from '../support/run-desk.ts';
import Database from 'better-sqlite3';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const entries = 15_000;
const counted = (path: string): unknown => {
  const db = new Database(path, { readonly: true });
  try {
    return db.prepare('SELECT count(*) FROM entry').pluck().get();
  } finally {
    db.close();
  }
};

it(
  'a large database of the oldest version is migrated with a message to the user, and again after a kill',
  { timeout: 400_000 },
  async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'desk.db');
    writeGrownDatabase(path, entries);
    const killed = startDeskProcess(['settings', '--data', folder]);
    const [said] = (await once(killed.child.stderr!, 'data')) as [Buffer];
    expect(said.toString()).toContain('The outbox is being brought up to date');
    killed.child.kill('SIGKILL');
    await killed.result;
    expect(counted(path)).toBe(entries);
    const again = await startDeskProcess(['settings', '--data', folder]).result;
    expect(again).toMatchObject({ code: 0 });
    expect(again.stderr).toContain('The outbox is being brought up to date');
    const db = openDeskReader(folder);
    expect(verifyDatabase(db)).toMatchObject({ whole: true, entries, uncovered: 0 });
    db.close();
    // No message this time.
    expect((await startDeskProcess(['settings', '--data', folder]).result).stderr).toBe('');
  },
);
