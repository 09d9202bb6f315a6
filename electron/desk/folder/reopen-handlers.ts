import { problem } from '../../../shared/contract/problem.ts';
import { reopen } from '../../copies/restore/reopen-folder.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import type { Generations } from '../../storage/register/generations.ts';
import type { RegisterHost } from '../../storage/register/register-folder.ts';

export interface ReopenHost extends RegisterHost {
  folder: string;
  yieldToEventLoop: () => Promise<void>;
  /** places where the other folder looks for notes */
  places: () => readonly string[];
}

/** Resumes work in a refused folder, after a person's decision. */
export function reopenHandlers(
  db: Sqlite,
  generations: Generations,
  host: ReopenHost,
): Pick<Handlers<'desk'>, 'desk.reopen'> {
  return {
    async 'desk.reopen'() {
      await generations.ready;
      if (!generations.superseded())
        throw problem('wrong-state', `${host.folder} is not refused: work in it as ever. Nothing was changed.`);
      return reopen(db, host.folder, host.places(), host);
    },
  };
}
