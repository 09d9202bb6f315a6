import { statSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { deskFile, openDeskReader } from '../database/open-desk.ts';
import type { Working } from './backup.ts';
import { unreadable, verifyDatabase } from './verify.ts';

const stepMs = 60_000;
/** A slow disk still reads so much (bytes in a ms). */
const slowRead = 500;

/** Reads a whole database in its own time, beside its owner: what SQLite says of the file, and how many entries are damaged. */
export function checkFolder(data: string, working: Working): { structure: string[]; damaged: number } {
  const { size } = statSync(join(data, deskFile));
  working(stepMs + size / slowRead);
  try {
    // a counter's work goes first
    setPriority(10);
  } catch {
    // as fast as all others then
  }
  try {
    const db = openDeskReader(data);
    try {
      const { structure, damaged } = verifyDatabase(db);
      return { structure, damaged: damaged.length };
    } finally {
      db.close();
    }
  } catch (error) {
    return { structure: unreadable(String(error)).structure, damaged: 0 };
  }
}
