import { problem, type ProblemError } from '../../shared/contract/problem.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { intactRowCondition } from '../storage/database/seal.ts';
import { prepareSealedInsert } from '../storage/database/sealed-write.ts';
import { joinTransaction } from '../storage/database/transactions.ts';
import { parseStoredJson } from './stored-request.ts';

interface StoredCommand {
  name: string;
  answer: string;
  whole: 0 | 1;
}

/**
 * Runs a person's command once. A repeated command id changes nothing and returns the earlier answer, so that a double
 * press, a reload or a request repeated by a browser creates no second entry. A command that ends in a problem changes
 * nothing and is not stored.
 */
export function idempotentCommands(db: Sqlite, now: () => number) {
  const storedCommand = db.prepare<[string], StoredCommand>(
    `SELECT name, answer, ${intactRowCondition(db, 'command', 'c')} AS whole FROM command c WHERE id = ?`,
  );
  const insertCommand = prepareSealedInsert(db, 'command', ['id', 'name', 'at', 'answer']);
  const runOnce = joinTransaction(db, (commandId: string, name: string, action: () => unknown): unknown => {
    const stored = storedCommand.get(commandId);
    if (stored !== undefined) return answerOf(stored, name);
    const answer = action();
    insertCommand([commandId, name, now(), JSON.stringify(answer)]);
    return answer;
  });

  return {
    /** Runs `action` and stores its answer, in one transaction or in the caller's. Errors of `action` roll it back. */
    once: <T>(commandId: string, name: string, action: () => T): T => runOnce(commandId, name, action) as T,
    /** Returns the stored answer of a command; undefined if its id is new. For actions that take many transactions. */
    answered<T>(commandId: string, name: string): T | undefined {
      const stored = storedCommand.get(commandId);
      return stored && answerOf<T>(stored, name);
    },
  };
}

function answerOf<T>(stored: StoredCommand, name: string): T {
  if (stored.whole === 0) throw damagedAnswer();
  if (stored.name !== name) throw otherCommand();
  return JSON.parse(stored.answer) as T;
}

function damagedAnswer(): ProblemError {
  return problem(
    'damaged',
    'This was done before, but what the desk answered then is damaged on this disk. Nothing was done twice. Look at the lists for what was done.',
  );
}

function otherCommand(): ProblemError {
  return problem('invalid', 'This command id was used for another act. Make a new one for each act of a person.');
}

const dayMs = 24 * 3_600_000;
/** A screen, a queue or a script may repeat a command for this long. */
const commandLifeMs = 7 * dayMs;
/** Pause between two passes over the old commands (ms): commands of open entries stay, and are checked again. */
const pauseMs = 3_600_000;
/** Commands and entries checked in one transaction: about 3 ms of work and one sync. */
const batchSize = 150;

interface OldCommand {
  id: string;
  at: number;
}

/**
 * Deletes commands that are older than a week and whose entries are all settled, oldest first, in batches. A command of
 * an open entry stays: repeated late, it would change the entry again. The work depends on the old commands of open
 * entries, not on the number of entries.
 */
export function commandsForgetter(db: Sqlite, now: () => number) {
  const nextOldCommand = db.prepare<[number, string, number], OldCommand & { answer: string; whole: 0 | 1 }>(
    `SELECT id, at, answer, ${intactRowCondition(db, 'command', 'c')} AS whole FROM command c
     WHERE (at, id) > (?, ?) AND at < ? ORDER BY at, id LIMIT 1`,
  );
  const openEntry = db.prepare<[string], { open: 1 }>(
    'SELECT 1 AS open FROM entry WHERE id = ? AND settled_at IS NULL',
  );
  const remove = db.prepare<[string]>('DELETE FROM command WHERE id = ?');
  const firstCursor: OldCommand = { id: '', at: -Infinity };
  let cursor = firstCursor;
  /** the command being checked, with the texts in its answer that may be entry ids */
  let current: (OldCommand & { possibleIds: string[] }) | null = null;
  let passEndedAt: number | null = null;

  const checkBatch = db.transaction((olderThan: number): boolean => {
    for (let remaining = batchSize; remaining > 0; remaining--) {
      if (current === null) {
        const old = nextOldCommand.get(cursor.at, cursor.id, olderThan);
        if (old === undefined) return false;
        const answer = old.whole === 1 ? parseStoredJson(old.answer) : null;
        // The entries of a damaged command are unknown, so it stays.
        if (answer === null) {
          cursor = old;
          continue;
        }
        current = { id: old.id, at: old.at, possibleIds: textsIn(answer) };
      }
      const possibleId = current.possibleIds.pop();
      const isOpen = possibleId !== undefined && openEntry.get(possibleId) !== undefined;
      if (possibleId !== undefined && !isOpen) continue;
      if (!isOpen) remove.run(current.id);
      cursor = current;
      current = null;
    }
    return true;
  });

  return {
    /** Processes another batch; returns whether there is more to do now. */
    processBatch(): boolean {
      const nowMs = now();
      // A clock that was set back ends the pause.
      if (passEndedAt !== null && nowMs >= passEndedAt && nowMs - passEndedAt < pauseMs) return false;
      const hasMore = checkBatch(nowMs - commandLifeMs);
      passEndedAt = hasMore ? null : nowMs;
      if (!hasMore) cursor = firstCursor;
      return hasMore;
    },
  };
}

function textsIn(answer: unknown): string[] {
  const texts: string[] = [];
  const unread: unknown[] = [answer];
  while (unread.length > 0) {
    const value = unread.pop();
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) unread.push(...(Object.values(value) as unknown[]));
  }
  return texts;
}
