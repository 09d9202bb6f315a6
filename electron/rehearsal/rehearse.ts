import { randomUUID } from 'node:crypto';
import { rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { restore } from '../backup/restore.ts';
import { hasUsableRows, verifyDatabase } from '../backup/verify.ts';
import { slowReadMs, stepMs, type ExtendDeadline } from '../backup/deadline.ts';
import { deskMigrations } from '../database/migrations/index.ts';
import { openDesk } from '../database/open-desk.ts';
import { openSqliteReader } from '../database/open-sqlite.ts';
import { openOutbox } from '../outbox/open-outbox.ts';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import type { Opener } from '../encryption/opener.ts';
import { openSealed } from '../encryption/sealed-file.ts';
import { isSealed } from '../encryption/sealed-header.ts';
import { createSync } from '../sync/create-sync.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { createSimulatedService } from './pretended-service.ts';
import { createVirtualTime } from './virtual-time.ts';

/** Longest wait of a desk that ends without a user (ms of virtual time). */
const maxVirtualMs = 2 * 86_400_000;

/**
 * Tests a backup: reads it whole, restores it into `scratch`, which is created and removed again, and delivers its
 * waiting entries to a simulated service. Nothing is registered, no secret is known, no network is used. Returns what
 * was wrong, in English, or null.
 */
export async function testBackup(
  backup: string,
  scratch: string,
  at: number,
  opener: Opener,
  extendDeadline: ExtendDeadline,
): Promise<string | null> {
  rmSync(scratch, { recursive: true, force: true });
  try {
    const { size } = statSync(backup);
    makePrivateFolder(scratch);
    const { bavail, bsize } = statfsSync(scratch);
    const locked = isSealed(backup);
    if (bavail * bsize < (locked ? 4 : 3) * size) return 'There is not enough room on this disk to try it.';
    extendDeadline(stepMs + slowReadMs(3 * size));
    const open = locked ? join(scratch, 'backup.db') : backup;
    if (locked) openSealed(backup, open, opener);
    const [damage, entries] = inspectBackup(open);
    if (damage !== null) return damage;
    extendDeadline(stepMs + slowReadMs(4 * size));
    const folder = join(scratch, 'desk');
    const host = { now: () => at, newId: randomUUID, yieldToEventLoop: () => (extendDeadline(stepMs), nextTurn()) };
    const restored = await restore(open, folder, null, host);
    if (restored.entries !== entries) return `Of ${entries} entries ${restored.entries} came back.`;
    return await deliverAll(folder, at, extendDeadline);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function inspectBackup(backup: string): [damage: string | null, entries: number] {
  const db = openSqliteReader(backup, deskMigrations);
  try {
    const found = verifyDatabase(db);
    return [hasUsableRows(found) ? null : (found.damages[0]?.message ?? 'It is damaged.'), found.entries];
  } finally {
    db.close();
  }
}

async function deliverAll(folder: string, at: number, extendDeadline: ExtendDeadline): Promise<string | null> {
  const db = openDesk(folder);
  // the file is deleted shortly
  db.pragma('synchronous = OFF');
  try {
    const time = createVirtualTime(at);
    const faults: unknown[] = [];
    const outbox = openOutbox(db, { now: time.clock.now, newId: randomUUID, holdMs: () => 0 });
    const service = createSimulatedService();
    const sync = createSync({
      outbox: outbox.sync,
      client: {
        async call(sendable) {
          time.reportActivity();
          return service.call(sendable);
        },
      },
      target: outbox.target.bound() ?? 'rehearsal',
      settings: () => defaultSettings,
      clock: time.clock,
      timer: time.timer,
      random: () => 0.5,
      soon(run) {
        time.reportActivity();
        setImmediate(run);
      },
      onStatus: () => undefined,
      onChanged: () => undefined,
      onFault: (fault) => faults.push(fault),
    });
    sync.start();
    const isBusy = (): boolean => outbox.sync.isBusy(time.clock.now(), maxVirtualMs);
    while (isBusy() && time.elapsed() < maxVirtualMs && faults.length === 0) {
      extendDeadline(stepMs);
      if (!(await time.runNextTimer())) break;
    }
    const stuck = isBusy();
    const stopped = sync.stop();
    for (let turn = 0; turn < 20; turn += 1) await time.runNextTimer();
    await stopped;
    if (faults.length > 0) return `The desk met a fault: ${String(faults[0])}`;
    return stuck ? 'What waits in it could not be delivered to its end.' : null;
  } finally {
    db.close();
  }
}
