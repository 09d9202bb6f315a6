import { problem, ProblemError, type Result } from '../../../shared/contract/problem.ts';
import type { folderSettings, Settings } from '../../../shared/settings/settings.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import type { ShowDialog } from '../calls/dialog-gate.ts';

/** Lets a person choose a folder in the host's dialog; null if they choose none. */
export type ChooseFolder = () => Promise<string | null>;

/**
 * Shows the folder dialog unless another dialog of the host prevents it. Rejects with ProblemError `bad-setting`,
 * reason `dialog-open` or `dialog-again`.
 */
export function withDialogTurn(chooseFolder: ChooseFolder, showDialog: ShowDialog): ChooseFolder {
  const messages = {
    'dialog-open': 'A dialog is open already. Answer it first.',
    'dialog-again': 'A dialog was closed just now. Press again.',
  };
  return () => showDialog(chooseFolder, (reason) => problem('bad-setting', messages[reason], { reason: reason }));
}

export const folderAdvice =
  'A screen names no folder. Choose it in the dialog of the program, or set it on the command line: settings --set journalCopy=DIR or backupFolder=DIR, or --journal-copy DIR and --backup-folder DIR of the browser host.';

/** Folders the desk writes to automatically; they are chosen in the host's dialog, since no page may name one. */
export function folderChoices(
  call: (name: string, input: unknown) => Promise<Result<unknown>>,
  chooseFolder: ChooseFolder | null,
): Pick<Handlers<'desk'>, 'journal.choose' | 'backup.chooseFolder'> {
  async function chooseAndStore(name: (typeof folderSettings)[number]): Promise<Settings> {
    if (!chooseFolder) throw problem('bad-setting', folderAdvice, { name, reason: 'chosen-in-host' });
    const folder = await chooseFolder();
    const answer =
      folder === null ? await call('settings.get', {}) : await call('settings.set', { values: { [name]: folder } });
    if (!answer.ok) throw new ProblemError(answer.problem);
    return answer.value as Settings;
  }
  return {
    'journal.choose': () => chooseAndStore('journalCopy'),
    'backup.chooseFolder': () => chooseAndStore('backupFolder'),
  };
}

/**
 * Stores folders given at the host's start. Unchanged ones are skipped, so that a start script does not choose them
 * again each time.
 */
export async function storeFolders(
  call: (name: string, input: unknown) => Promise<Result<unknown>>,
  folders: Partial<Pick<Settings, (typeof folderSettings)[number]>>,
): Promise<Result<unknown>> {
  const stored = (await call('settings.get', {})) as Result<Settings>;
  if (!stored.ok) return stored;
  const values = Object.fromEntries(
    Object.entries(folders).filter(([name, folder]) => stored.value[name as keyof Settings] !== folder),
  );
  return call('settings.set', { values });
}

type MadeBackup = { path: string; entries: number };

const firstBackupAdvice =
  'A screen names no folder. Give it when the host is started (--backup-folder DIR), or make the first backup on the command line: backup --data DIR --to FOLDER.';

/**
 * Backup from a screen, which cannot name a folder: it goes to the folder of automatic backups; if none is set, to one
 * chosen in the host's dialog, or without a dialog to the folder of the previous backup, which a person named.
 */
export function backupChoice(
  call: (name: string, input: unknown) => Promise<Result<unknown>>,
  chooseFolder: ChooseFolder | null,
  previousBackupFolder: () => string | null,
): Pick<Handlers<'desk'>, 'backup.choose'> {
  async function runBackup(name: string, input: unknown): Promise<MadeBackup> {
    const answer = await call(name, input);
    if (!answer.ok) throw new ProblemError(answer.problem);
    return answer.value as MadeBackup;
  }

  return {
    async 'backup.choose'() {
      const settings = (await call('settings.get', {})) as Result<Settings>;
      if (settings.ok && settings.value.backupFolder !== '') return { made: await runBackup('backup.now', {}) };
      const destination = chooseFolder ? await chooseFolder() : previousBackupFolder();
      if (destination === null) {
        if (chooseFolder) return { made: null };
        throw problem('bad-setting', firstBackupAdvice, { reason: 'backup-first' });
      }
      return { made: await runBackup('backup.make', { to: destination, used: !chooseFolder }) };
    },
  };
}
