import { problem } from '../../shared/contract/problem.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';
import { actionReader } from '../outbox/read-acts.ts';
import { writeRequest } from '../outbox/stored-request.ts';
import { isBelievable } from '../register/generation.ts';
import { deskFileNamer } from '../register/identity.ts';
import type { ActionLine, JournalLine, UnversionedLine } from './journal-line.ts';

/** Actions of users after a backup was made, in their order. */
export interface NewerLines {
  old: UnversionedLine[];
  acts: ActionLine[];
  damaged: number;
  /** lines unknown to the backup that are not trusted: open ones beside locked ones */
  untrustedCount: number;
  /** highest generation of the backup and of every line: the next one must be a number that was never used */
  generation: number;
}

/** Limit for the new lines of one journal (characters), and number of lines between two yields. */
const maxCharacters = 512 * 1024 * 1024;
const linesPerSlice = 500;

/**
 * Reads a journal (null: a damaged line) with the rows of a backup, and returns the lines the backup does not know, of
 * those that `isBelieved`. Throws ProblemError `bad-file` if all lines are of another desk, or they hold too much.
 */
export async function readNewerLines(
  db: Sqlite,
  lines: Iterable<JournalLine | null>,
  isTrusted: (line: JournalLine) => boolean,
  yieldToEventLoop: () => Promise<void>,
): Promise<NewerLines> {
  const began = Number(factStore(db).get('generation') ?? 1);
  let generation = began;
  const isNewer = createNewerCheck(db, generation);
  const old = new Map<string, UnversionedLine>();
  const acts = new Map<string, ActionLine>();
  const desk = deskFileNamer(db)();
  let [damaged, foreign, open, held, count] = [0, 0, 0, 0, 0];
  const isForged = (line: JournalLine): boolean => line.v === 2 && !isBelievable(line.generation, began);
  for (const line of lines) {
    count += 1;
    if (count % linesPerSlice === 0) await yieldToEventLoop();
    if (line === null || isForged(line)) {
      damaged += 1;
      continue;
    }
    if (line.v === 2 && desk !== null && (line.desk ?? desk) !== desk) {
      foreign += 1;
      continue;
    }
    if (!isTrusted(line)) {
      if (isNewer(line)) open += 1;
      continue;
    }
    if (line.v === 2) generation = Math.max(generation, line.generation);
    if (isNewer(line)) {
      held += JSON.stringify(line).length;
      if (held > maxCharacters)
        throw problem('bad-file', 'The journal holds more than can be restored at once. Take fewer days.');
      // the last line has the content of the entry when the folder was lost
      if (line.v === undefined) old.set(line.id, line);
      else acts.set(`${line.id} ${line.event} ${line.at}`, line);
    }
  }
  if (foreign > 0 && foreign + damaged === count)
    throw problem('bad-file', 'This is the journal of another desk. Take the one that lay beside the lost desk.db.');
  const inOrder = [...acts.values()].sort((a, b) => a.generation - b.generation || a.step - b.step);
  return { old: [...old.values()], acts: inOrder, damaged: damaged + foreign, untrustedCount: open, generation };
}

function createNewerCheck(db: Sqlite, generation: number): (line: JournalLine) => boolean {
  const acts = actionReader(db);
  const entry = db.prepare<[string], { request_sha256: Buffer }>('SELECT request_sha256 FROM entry WHERE id = ?');
  const selectLastChange = db.prepare<[string], { at: number | null }>(
    'SELECT max(h.at) AS at FROM entry e JOIN history h ON h.entry = e.seq WHERE e.id = ?',
  );
  const lastAt = db.prepare<[], { at: number | null }>('SELECT max(at) AS at FROM history').get()?.at ?? 0;
  return (line) => {
    if (line.v === 2 && acts.has(line)) return false;
    const known = entry.get(line.id);
    if (known === undefined) return true;
    // actions of an older generation must not undo later ones
    if (line.v === 2) return line.generation >= generation || line.at >= (selectLastChange.get(line.id)?.at ?? 0);
    // a later line of the old format counts even with the same content: something was done with the entry as it was
    return line.at > lastAt || !writeRequest(line).sha256.equals(known.request_sha256);
  };
}
