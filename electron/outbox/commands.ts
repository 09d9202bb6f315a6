import { problem, type ProblemError } from '../../shared/problem.ts';
import type { Sqlite } from '../database/open-sqlite.ts';

/**
 * Runs a command of a person once. A command whose id is known changes nothing and answers as before, so a double press,
 * a reload or a request sent again by a browser makes no second entry. What ends in a problem changed nothing and is not kept.
 */
export function commandsOnce(db: Sqlite, now: () => number) {
  const known = db.prepare<[string], { name: string; answer: string }>('SELECT name, answer FROM command WHERE id = ?');
  const keep = db.prepare<[string, string, number, string]>(
    'INSERT INTO command (id, name, at, answer) VALUES (?, ?, ?, ?)',
  );

  return {
    /** One transaction around `act` and the record of its answer. Errors of `act` roll everything back. */
    once<T>(commandId: string, name: string, act: () => T): T {
      return db
        .transaction((): T => {
          const before = known.get(commandId);
          if (before === undefined) {
            const answer = act();
            keep.run(commandId, name, now(), JSON.stringify(answer));
            return answer;
          }
          return answerOf<T>(before, name);
        })
        .immediate();
    },
    /** What a command was answered before; undefined where its id is new. For acts that take many transactions. */
    answered<T>(commandId: string, name: string): T | undefined {
      const before = known.get(commandId);
      return before && answerOf<T>(before, name);
    },
  };
}

function answerOf<T>(before: { name: string; answer: string }, name: string): T {
  if (before.name !== name) throw otherCommand();
  return JSON.parse(before.answer) as T;
}

function otherCommand(): ProblemError {
  return problem('invalid', 'This command id was used for another act. Make a new one for each act of a person.');
}
