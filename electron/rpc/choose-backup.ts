import { problem, ProblemError, type Result } from '../../shared/problem.ts';
import type { Handlers } from './answer.ts';
import type { ChooseFolder } from './choose-journal-copy.ts';

type Made = { path: string; entries: number };

const firstAdvice =
  'A screen names no folder. Make the first backup on the command line: backup --data DIR --to FOLDER. From then on one is made there from here too.';

/**
 * A backup for who asks from a screen, which names no folder: a person chooses it in the host's own dialog; without one it is the
 * folder of the backup before, which a person named too.
 */
export function backupChoice(
  call: (name: string, input: unknown) => Promise<Result<unknown>>,
  chooseFolder: ChooseFolder | null,
  folderBefore: () => string | null,
): Pick<Handlers<'desk'>, 'backup.choose'> {
  return {
    async 'backup.choose'() {
      const to = chooseFolder ? await chooseFolder() : folderBefore();
      if (to === null) {
        if (chooseFolder) return { made: null };
        throw problem('bad-setting', firstAdvice, { reason: 'backup-first' });
      }
      const answer = await call('backup.make', { to });
      if (!answer.ok) throw new ProblemError(answer.problem);
      return { made: answer.value as Made };
    },
  };
}
