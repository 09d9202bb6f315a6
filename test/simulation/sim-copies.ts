import { writeBackupNote } from '../../electron/copies/backup/backup-note.ts';
import { backUp } from '../../electron/copies/backup/make-backup.ts';
import { restore } from '../../electron/copies/restore/restore.ts';
import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openSqliteReader } from '../../electron/storage/database/open-sqlite.ts';
import { registerRestored } from '../../electron/storage/register/register-folder.ts';
import { ProblemError } from '../../shared/contract/problem.ts';
import type { SimPc } from './sim-pc.ts';
import { dirname, join } from 'node:path';

/** Copies the live database of a PC while its desk runs, as a person or a schedule would. */
export async function copyLive(pc: SimPc, to: string): Promise<void> {
  if (!pc.canRead) return;
  const { world, name } = pc.host;
  // The copying process has its own connection and keeps one snapshot of the database while it copies.
  const copying = openSqliteReader(join(pc.folder, deskFile), deskMigrations);
  try {
    pc.backup = (await backUp(copying, to, world.now())).path;
    writeBackupNote(pc.folder, { at: world.now(), to, ok: true });
    world.say(`${name}: backed up`);
  } catch (error) {
    // After the clock was set back, the name of the copy may be taken.
    if (!(error instanceof ProblemError)) throw error;
  } finally {
    copying.close();
  }
}

/** Creates the live folder of a PC from a backup and, if given, a journal. */
export async function makeFrom(pc: SimPc, backup: string, journal: string | null): Promise<void> {
  const { world, machine, root, name } = pc.host;
  const host = { now: world.now, newId: pc.newId, yieldToEventLoop: () => Promise.resolve(), machine };
  const restored = await restore(backup, root, journal, host);
  await registerRestored(root, [dirname(backup), ...(journal === null ? [] : [journal])], host);
  world.say(`${name}: restored ${journal === null ? 'without' : 'with'} its journal: ${JSON.stringify(restored)}`);
}
