import { importOperators } from '../../operators/operators.ts';
import { screenStateReader, type ScreenStateStore } from '../../outbox/screen-state.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';

/** Values that screens store at this desk by name, and the operators shared by both its folders. */
export function screenStateHandlers(
  db: Sqlite,
  screenState: ScreenStateStore,
  newBadge: () => string,
): Pick<Handlers<'desk'>, 'desk.remember' | 'desk.recall' | 'operators.take'> {
  const importTransferred = importOperators(db, screenState, newBadge);
  return {
    'desk.remember': ({ name, value }) => ({ at: screenState.remember(name, value) }),
    'desk.recall': ({ name }) => screenState.recall(name),
    'operators.take': importTransferred,
  };
}

/** Read access while the writing thread is not available. */
export function screenStateReadHandlers(db: Sqlite): Pick<Handlers<'desk'>, 'desk.recall'> {
  const reader = screenStateReader(db);
  return { 'desk.recall': ({ name }) => reader.recall(name) };
}
