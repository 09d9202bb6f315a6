import { problem } from '../../../shared/contract/problem.ts';
import { reopen } from '../../backup/reopen.ts';
import type { Sqlite } from '../../database/open-sqlite.ts';
import type { Generations } from '../../register/generations.ts';
import type { RegisterHost } from '../../register/register-folder.ts';
import type { Handlers } from '../transport/answer.ts';

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
