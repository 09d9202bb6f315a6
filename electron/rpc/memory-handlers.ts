import { memoryReader, type MemoryStore } from '../outbox/memory.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import type { Handlers } from './answer.ts';

/** What screens keep at this desk under a name. */
export function memoryHandlers(memory: MemoryStore): Pick<Handlers<'desk'>, 'desk.remember'> {
  return { 'desk.remember': ({ name, value }) => ({ at: memory.remember(name, value) }) };
}

export function recallHandlers(db: Sqlite): Pick<Handlers<'reader'>, 'desk.recall'> {
  const memory = memoryReader(db);
  return { 'desk.recall': ({ name }) => memory.recall(name) };
}
