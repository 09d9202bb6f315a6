import type { Settings } from '../../../shared/settings/settings.ts';
import { problem, ProblemError, type Result } from '../../../shared/contract/problem.ts';
import type { Handlers } from '../transport/answer.ts';
import type { ChooseFolder } from './choose-journal-copy.ts';

type Made = { path: string; entries: number };

const firstAdvice =
  'A screen names no folder. Give it when the host is started (--backup-folder DIR), or make the first backup on the command line: backup --data DIR --to FOLDER.';

/**
 * Backup from a screen, which cannot name a folder: it goes to the folder of automatic backups; if none is set, to one
 * chosen in the host's dialog, or without a dialog to the folder of the previous backup, which a person named.
 */
export function backupChoice(
  call: (name: string, input: unknown) => Promise<Result<unknown>>,
  chooseFolder: ChooseFolder | null,
  folderBefore: () => string | null,
): Pick<Handlers<'desk'>, 'backup.choose'> {
  async function runBackup(name: string, input: unknown): Promise<Made> {
    const answer = await call(name, input);
    if (!answer.ok) throw new ProblemError(answer.problem);
    return answer.value as Made;
  }

  return {
    async 'backup.choose'() {
      const settings = (await call('settings.get', {})) as Result<Settings>;
      if (settings.ok && settings.value.backupFolder !== '') return { made: await runBackup('backup.now', {}) };
      const to = chooseFolder ? await chooseFolder() : folderBefore();
      if (to === null) {
        if (chooseFolder) return { made: null };
        throw problem('bad-setting', firstAdvice, { reason: 'backup-first' });
      }
      return { made: await runBackup('backup.make', { to, used: !chooseFolder }) };
    },
  };
}
