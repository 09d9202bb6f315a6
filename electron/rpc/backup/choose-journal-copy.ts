import { problem, ProblemError, type Result } from '../../../shared/contract/problem.ts';
import type { folderSettings, Settings } from '../../../shared/settings/settings.ts';
import type { Handlers } from '../transport/answer.ts';
import type { ShowDialog } from '../screens/dialog-turns.ts';

/** Lets a person choose a folder in the host's dialog; null if they choose none. */
export type ChooseFolder = () => Promise<string | null>;

/**
 * Runs the dialog in its turn among the host's dialogs. Rejects with ProblemError `bad-setting`, reason `dialog-open`
 * or `dialog-again`.
 */
export function withDialogTurn(chooseFolder: ChooseFolder, turns: ShowDialog): ChooseFolder {
  const messages = {
    'dialog-open': 'A dialog is open already. Answer it first.',
    'dialog-again': 'A dialog was closed just now. Press again.',
  };
  return () => turns(chooseFolder, (why) => problem('bad-setting', messages[why], { reason: why }));
}

export const folderAdvice =
  'A screen names no folder. Choose it in the dialog of the program, or set it on the command line: settings --set journalCopy=DIR or backupFolder=DIR, or --journal-copy DIR and --backup-folder DIR of the browser host.';

/** Folders the desk writes to automatically; they are chosen in the host's dialog, since no page may name one. */
export function folderChoices(
  call: (name: string, input: unknown) => Promise<Result<unknown>>,
  chooseFolder: ChooseFolder | null,
): Pick<Handlers<'desk'>, 'journal.choose' | 'backup.chooseFolder'> {
  async function choose(name: (typeof folderSettings)[number]): Promise<Settings> {
    if (!chooseFolder) throw problem('bad-setting', folderAdvice, { name, reason: 'chosen-in-host' });
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

/**
 * Stores folders given at the host's start. Unchanged ones are skipped, so that a start script does not choose them
 * again each time.
 */
export async function storeFolders(
  call: (name: string, input: unknown) => Promise<Result<unknown>>,
  given: Partial<Pick<Settings, (typeof folderSettings)[number]>>,
): Promise<Result<unknown>> {
  const before = (await call('settings.get', {})) as Result<Settings>;
  if (!before.ok) return before;
  const values = Object.fromEntries(
    Object.entries(given).filter(([name, place]) => before.value[name as keyof Settings] !== place),
  );
  return call('settings.set', { values });
}
