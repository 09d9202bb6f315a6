import { problem } from '../../../shared/contract/problem.ts';
import { reopen } from '../../backup/reopen.ts';
import type { Sqlite } from '../../database/open-sqlite.ts';
import type { Generations } from '../../register/generations.ts';
import type { RegisterHost } from '../../register/register-folder.ts';
import type { Handlers } from '../transport/answer.ts';

export interface ReopenHost extends RegisterHost {
  folder: string;
  yieldToEventLoop: () => Promise<void>;
  /** where the other folder may look */
  places: () => readonly string[];
}

/** Works in a refused folder again, as a person decided. */
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
