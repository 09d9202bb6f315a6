import { openDeskReader } from '../../../electron/storage/database/open-desk.ts';
import type { Sqlite } from '../../../electron/storage/database/open-sqlite.ts';
import { startDeskInThread } from '../../support/desk-here.ts';
import { runDesk, type RunningDesk } from '../../support/run-desk.ts';
import { randomUUID } from 'node:crypto';

export const order = (PackageId: string, more: object = {}): string =>
  `${JSON.stringify({ endpoint: 2, body: { Package: { PackageId, ...more } } })}\n`;

export const list = async (folder: string) => (await runDesk(['list', '--data', folder])).lines;

/** A folder with one waiting order. */
export async function captured(folder: string, PackageId: string): Promise<void> {
  const desk = await startDeskInThread({ folder });
  const request = { endpoint: 2, body: { Package: { PackageId } } };
  await desk.ask('entry.enqueue', { commandId: randomUUID(), request });
  await desk.close();
}

/** Keys of the entries in a folder, in the order of their capture, from its database. */
export function keysIn(folder: string): string[] {
  const db = openDeskReader(folder);
  const rows = db.prepare<[], { key: string }>('SELECT key FROM entry ORDER BY seq').all();
  db.close();
  return rows.map(({ key }) => key);
}

/** Waits until the desk of another process has this many entries; throws if that process ends first. */
export async function reaches(folder: string, entries: number, { child, result: ended }: RunningDesk): Promise<void> {
  let db: Sqlite | undefined;
  const count = (): number => {
    try {
      db ??= openDeskReader(folder);
      return db.prepare<[], { n: number }>('SELECT count(*) AS n FROM entry').get()?.n ?? 0;
    } catch {
      // Not created yet.
      return 0;
    }
  };
  try {
    while (count() < entries) {
      if (child.exitCode !== null) throw new Error(`the desk ended first: ${JSON.stringify(await ended)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  } finally {
    db?.close();
  }
}
