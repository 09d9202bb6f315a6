import { problem } from '../../shared/contract/problem.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';
import { actsReader } from '../outbox/read-acts.ts';
import { writeRequest } from '../outbox/stored-request.ts';
import { isBelievable } from '../register/generation.ts';
import { deskNamer } from '../register/identity.ts';
import type { ActLine, JournalLine, OldLine } from './journal-line.ts';

/** What people did after a backup was made, in the order they did it. */
export interface Newer {
  old: OldLine[];
  acts: ActLine[];
  damaged: number;
  /** lines that the backup does not know and that are not believed: open ones beside locked ones */
  open: number;
  /** the highest of the backup and of every line: what begins now must have a number that was never given */
  generation: number;
}

/** The most that one journal may tell beside a backup (characters of its requests), and the lines between two rests. */
const most = 512 * 1024 * 1024;
const atOnce = 500;

/**
 * Reads a journal (null: a damaged line) beside the rows of a backup, and keeps what the backup does not know of lines that `isBelieved`.
 * Throws ProblemError `bad-file` where all lines are of another desk, and where they hold too much.
 */
export async function readNewer(
  db: Sqlite,
  lines: Iterable<JournalLine | null>,
  isBelieved: (line: JournalLine) => boolean,
  yieldToEventLoop: () => Promise<void>,
): Promise<Newer> {
  const began = Number(factStore(db).get('generation') ?? 1);
  let generation = began;
  const isNewer = newerThan(db, generation);
  const old = new Map<string, OldLine>();
  const acts = new Map<string, ActLine>();
  const desk = deskNamer(db)();
  let [damaged, foreign, open, held, count] = [0, 0, 0, 0, 0];
  const isForged = (line: JournalLine): boolean => line.v === 2 && !isBelievable(line.generation, began);
  for (const line of lines) {
    count += 1;
    if (count % atOnce === 0) await yieldToEventLoop();
    if (line === null || isForged(line)) {
      damaged += 1;
      continue;
    }
    if (line.v === 2 && desk !== null && (line.desk ?? desk) !== desk) {
      foreign += 1;
      continue;
    }
    if (!isBelieved(line)) {
      if (isNewer(line)) open += 1;
      continue;
    }
    if (line.v === 2) generation = Math.max(generation, line.generation);
    if (isNewer(line)) {
      held += JSON.stringify(line).length;
      if (held > most)
        throw problem('bad-file', 'The journal holds more than can be restored at once. Take fewer days.');
      // the last one tells what the entry was when the folder was lost
      if (line.v === undefined) old.set(line.id, line);
      else acts.set(`${line.id} ${line.event} ${line.at}`, line);
    }
  }
  if (foreign > 0 && foreign + damaged === count)
    throw problem('bad-file', 'This is the journal of another desk. Take the one that lay beside the lost desk.db.');
  const inOrder = [...acts.values()].sort((a, b) => a.generation - b.generation || a.step - b.step);
  return { old: [...old.values()], acts: inOrder, damaged: damaged + foreign, open, generation };
}

function newerThan(db: Sqlite, generation: number): (line: JournalLine) => boolean {
  const acts = actsReader(db);
  const entry = db.prepare<[string], { request_sha256: Buffer }>('SELECT request_sha256 FROM entry WHERE id = ?');
  const touched = db.prepare<[string], { at: number | null }>(
    'SELECT max(h.at) AS at FROM entry e JOIN history h ON h.entry = e.seq WHERE e.id = ?',
  );
  const lastAt = db.prepare<[], { at: number | null }>('SELECT max(at) AS at FROM history').get()?.at ?? 0;
  return (line) => {
    if (line.v === 2 && acts.has(line)) return false;
    const known = entry.get(line.id);
    if (known === undefined) return true;
    // what an older generation did must not undo what was done since
    if (line.v === 2) return line.generation >= generation || line.at >= (touched.get(line.id)?.at ?? 0);
    // an old form may say the same again: then something was done with the entry as it was
    return line.at > lastAt || !writeRequest(line).sha256.equals(known.request_sha256);
  };
}
