import { problem, type ProblemError } from '../../shared/contract/problem.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { intactRowCondition } from '../storage/database/seal.ts';
import { prepareSealedInsert } from '../storage/database/sealed-write.ts';
import { joinTransaction } from '../storage/database/transactions.ts';
import { parseStoredJson } from './stored-request.ts';

interface Known {
  name: string;
  answer: string;
  whole: 0 | 1;
}

/**
 * Runs a person's command once. A command whose id is known changes nothing and returns the earlier answer, so a double
 * press, a reload or a request repeated by a browser creates no second entry. A command that ends in a problem changes
 * nothing and is not stored.
 */
export function idempotentCommands(db: Sqlite, now: () => number) {
  const known = db.prepare<[string], Known>(
    `SELECT name, answer, ${intactRowCondition(db, 'command', 'c')} AS whole FROM command c WHERE id = ?`,
  );
  const keep = prepareSealedInsert(db, 'command', ['id', 'name', 'at', 'answer']);
  const once = joinTransaction(db, (commandId: string, name: string, act: () => unknown): unknown => {
    const before = known.get(commandId);
    if (before !== undefined) return answerOf(before, name);
    const answer = act();
    keep([commandId, name, now(), JSON.stringify(answer)]);
    return answer;
  });

  return {
    /** Runs `act` and stores its answer in one transaction, or in the caller's. Errors of `act` roll it back. */
    once: <T>(commandId: string, name: string, act: () => T): T => once(commandId, name, act) as T,
    /** The earlier answer of a command; undefined if its id is new. For actions that take many transactions. */
    answered<T>(commandId: string, name: string): T | undefined {
      const before = known.get(commandId);
      return before && answerOf<T>(before, name);
    },
  };
}

function answerOf<T>(before: Known, name: string): T {
  if (before.whole === 0) throw damagedAnswer();
  if (before.name !== name) throw otherCommand();
  return JSON.parse(before.answer) as T;
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
/** Pause between two passes over the old commands: those of open entries stay, and are checked again. */
const pauseMs = 3_600_000;
/** Commands and entries checked in one transaction: about 3 ms of work and one sync. */
const batchSize = 150;

interface Old {
  id: string;
  at: number;
}

/**
 * Deletes commands that are older than a week and whose entries are all settled, oldest first, in batches. A command of
 * an open entry stays: repeated late, it would change the entry again. The work depends on the old commands of open
 * entries, not on the number of entries.
 */
export function commandsForgetter(db: Sqlite, now: () => number) {
  const next = db.prepare<[number, string, number], Old & { answer: string; whole: 0 | 1 }>(
    `SELECT id, at, answer, ${intactRowCondition(db, 'command', 'c')} AS whole FROM command c
     WHERE (at, id) > (?, ?) AND at < ? ORDER BY at, id LIMIT 1`,
  );
  const open = db.prepare<[string], { open: 1 }>('SELECT 1 AS open FROM entry WHERE id = ? AND settled_at IS NULL');
  const remove = db.prepare<[string]>('DELETE FROM command WHERE id = ?');
  const begin: Old = { id: '', at: -Infinity };
  let place = begin;
  /** the command being checked, with the texts in its answer that may be entry ids */
  let looking: (Old & { names: string[] }) | null = null;
  let ended: number | null = null;

  const slice = db.transaction((until: number): boolean => {
    for (let left = batchSize; left > 0; left--) {
      if (looking === null) {
        const old = next.get(place.at, place.id, until);
        if (old === undefined) return false;
        const answer = old.whole === 1 ? parseStoredJson(old.answer) : null;
        // Damaged: its entries are unknown, so it stays.
        if (answer === null) {
          place = old;
          continue;
        }
        looking = { id: old.id, at: old.at, names: textsIn(answer) };
      }
      const name = looking.names.pop();
      const isOpen = name !== undefined && open.get(name) !== undefined;
      if (name !== undefined && !isOpen) continue;
      if (!isOpen) remove.run(looking.id);
      place = looking;
      looking = null;
    }
    return true;
  });

  return {
    /** Processes another batch; returns whether there is more to do now. */
    processBatch(): boolean {
      const at = now();
      // A clock that was set back ends the pause.
      if (ended !== null && at >= ended && at - ended < pauseMs) return false;
      const more = slice(at - commandLifeMs);
      ended = more ? null : at;
      if (!more) place = begin;
      return more;
    },
  };
}

function textsIn(answer: unknown): string[] {
  const found: string[] = [];
  const left: unknown[] = [answer];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === 'string') found.push(one);
    else if (typeof one === 'object' && one !== null) left.push(...(Object.values(one) as unknown[]));
  }
  return found;
}
