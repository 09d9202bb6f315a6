import { problem, type ProblemError } from '../../shared/contract/problem.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { joinTransaction } from '../database/join-transaction.ts';
import { intactRowCondition } from '../database/seal.ts';
import { prepareSealedInsert } from '../database/sealed-write.ts';

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
