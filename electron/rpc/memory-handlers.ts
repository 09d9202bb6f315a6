import { takeOperators } from '../memories/hand-operators.ts';
import { memoryReader, type MemoryStore } from '../outbox/memory.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import type { Handlers } from './answer.ts';

/** What screens keep at this desk under a name, and who works at it in both its folders. */
export function memoryHandlers(
  db: Sqlite,
  memory: MemoryStore,
): Pick<Handlers<'desk'>, 'desk.remember' | 'operators.take'> {
  const take = takeOperators(db, memory);
  return {
    'desk.remember': ({ name, value }) => ({ at: memory.remember(name, value) }),
    'operators.take': (handed) => ({ taken: take(handed) }),
  };
}

export function recallHandlers(db: Sqlite): Pick<Handlers<'reader'>, 'desk.recall'> {
  const memory = memoryReader(db);
  return { 'desk.recall': ({ name }) => memory.recall(name) };
}
