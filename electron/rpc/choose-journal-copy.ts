import { problem, ProblemError, type Result } from '../../shared/problem.ts';
import type { placeSettings, Settings } from '../../shared/settings.ts';
import type { Handlers } from './answer.ts';

/** Lets a person choose a folder in the host's own dialog; null where they chose none. */
export type ChooseFolder = () => Promise<string | null>;

export const placeAdvice =
  'A screen names no folder. Choose it in the dialog of the program, or set it on the command line: settings --set journalCopy=DIR or backupFolder=DIR, or --journal-copy DIR and --backup-folder DIR of the browser host.';

/** Folders that the desk writes to by itself, chosen where no page can name one. */
export function placeChoices(
  call: (name: string, input: unknown) => Promise<Result<unknown>>,
  chooseFolder: ChooseFolder | null,
): Pick<Handlers<'desk'>, 'journal.choose' | 'backup.chooseFolder'> {
  async function choose(name: (typeof placeSettings)[number]): Promise<Settings> {
    if (!chooseFolder) throw problem('bad-setting', placeAdvice, { name, reason: 'chosen-in-host' });
    const folder = await chooseFolder();
    const answer =
      folder === null ? await call('settings.get', {}) : await call('settings.set', { values: { [name]: folder } });
    if (!answer.ok) throw new ProblemError(answer.problem);
    return answer.value as Settings;
  }
  return {
    'journal.choose': () => choose('journalCopy'),
    'backup.chooseFolder': () => choose('backupFolder'),
  };
}
