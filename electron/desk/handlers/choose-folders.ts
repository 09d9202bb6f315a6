import { problem, ProblemError, type Result } from '../../../shared/contract/problem.ts';
import type { folderSettings, Settings } from '../../../shared/settings/settings.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import type { ShowDialog } from '../calls/dialog-gate.ts';

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
