import { importOperators } from '../../memories/exchange-operators.ts';
import { screenStateReader, type ScreenStateStore } from '../../outbox/screen-state.ts';
import type { Sqlite } from '../../database/open-sqlite.ts';
import type { Handlers } from '../transport/answer.ts';

/** Values that screens store at this desk by name, and the operators shared by both its folders. */
export function screenStateHandlers(
  db: Sqlite,
  memory: ScreenStateStore,
  newBadge: () => string,
): Pick<Handlers<'desk'>, 'desk.remember' | 'desk.recall' | 'operators.take'> {
  const take = importOperators(db, memory, newBadge);
  return {
    'desk.remember': ({ name, value }) => ({ at: memory.remember(name, value) }),
    'desk.recall': ({ name }) => memory.recall(name),
    'operators.take': take,
  };
}

/** Read access while the writing thread is not available. */
export function screenStateReadHandlers(db: Sqlite): Pick<Handlers<'desk'>, 'desk.recall'> {
  const memory = screenStateReader(db);
  return { 'desk.recall': ({ name }) => memory.recall(name) };
}
