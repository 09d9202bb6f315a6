import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDeskReader } from '../../../electron/database/open-desk.ts';
import { startDeskHere } from '../../support/desk-here.ts';
import { runDesk } from '../../support/run-desk.ts';

export const order = (PackageId: string, more: object = {}): string =>
  `${JSON.stringify({ endpoint: 2, body: { Package: { PackageId, ...more } } })}\n`;

export const list = async (folder: string) => (await runDesk(['list', '--data', folder])).lines;

/** A folder in which one order waits. */
export async function captured(folder: string, PackageId: string): Promise<void> {
  const desk = await startDeskHere({ folder });
  const request = { endpoint: 2, body: { Package: { PackageId } } };
  await desk.ask('entry.enqueue', { commandId: randomUUID(), request });
  await desk.close();
}

/** Keys of what a folder holds, in the order in which they came, from its file. */
export function keysIn(folder: string): string[] {
  const db = openDeskReader(folder);
  const rows = db.prepare<[], { key: string }>('SELECT key FROM entry ORDER BY seq').all();
  db.close();
  return rows.map(({ key }) => key);
}

/** Waits until a desk that another process writes holds so many entries. */
export async function reaches(folder: string, entries: number): Promise<void> {
  while (!existsSync(join(folder, 'desk.db'))) await yieldToEventLoop();
  for (;;) {
    try {
      const db = openDeskReader(folder);
      const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM entry');
      try {
        while ((count.get()?.n ?? 0) < entries) await yieldToEventLoop();
        return;
      } finally {
        db.close();
      }
    } catch {
      // not made yet
      await yieldToEventLoop();
    }
  }
}

const yieldToEventLoop = () => new Promise((resolve) => setTimeout(resolve, 5));
