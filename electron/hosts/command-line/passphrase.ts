import type { Output } from '../../../shared/contract/desk-contract.ts';
import type { Desk } from '../../desk/threads/desk.ts';
import { writePrivateFile } from '../../platform/private-files.ts';
import type { Command, CommandArgs, CommandContext } from './command.ts';
import { dataOption, dataFolder, withDesk } from './data-folder.ts';
import { programName, usageError, optionText, readSecrets } from './options.ts';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';

/** Sets the passphrase that locks backups and the second journal, writes its recovery sheet, or removes the lock. */
export const passphrase: Command = {
  summary: 'locks backups with a passphrase, writes its recovery sheet, or ends it',
  usage: '--data DIR [--passphrase-file FILE|-] [--sheet FILE.txt] [--on-paper END] [--off]',
  options: {
    ...dataOption,
    'passphrase-file': { type: 'string' },
    sheet: { type: 'string' },
    'on-paper': { type: 'string' },
    off: { type: 'boolean' },
  },
  argumentCount: [0, 0],
  async run(args, context) {
    if (args.values['off'] && optionText(args, 'passphrase-file') !== undefined)
      throw usageError('Give --passphrase-file or --off.');
    const newPassphrase = await passphraseOf(args, context);
    return withDesk(context, { folder: dataFolder(args) }, async (desk) => {
      if (newPassphrase !== null) await desk.ask('backup.lock', { commandId: randomUUID(), passphrase: newPassphrase });
      if (args.values['off']) await desk.ask('backup.unlock', {});
      const sheet = optionText(args, 'sheet');
      if (sheet !== undefined) writePrivateFile(resolve(sheet), await sheetOf(desk));
      const part = optionText(args, 'on-paper');
      if (part !== undefined) await desk.ask('backup.sheetKept', { part });
      const { lock } = await desk.ask('backup.state', {});
      await context.print({ locked: lock !== null, since: lock?.at ?? null, onPaper: lock?.onPaper ?? null });
      return 0;
    });
  },
};

async function passphraseOf(args: CommandArgs, context: CommandContext): Promise<string | null> {
  const path = optionText(args, 'passphrase-file');
  if (path === undefined) return null;
  const [first] = await readSecrets(path, context.input);
  return first ?? '';
}

async function sheetOf(desk: Desk): Promise<string> {
  const sheet: Output<'backup.sheet'> = await desk.ask('backup.sheet', {});
  return [
    'PARCEL DESK: RECOVERY SHEET',
    '',
    `Desk:    ${sheet.desk}`,
    `Folder:  ${sheet.folder}`,
    `Set:     ${new Date(sheet.at).toISOString()}`,
    '',
    'RECOVERY KEY',
    '',
    `    ${sheet.recoveryKey}`,
    '',
    'It opens every locked backup of this desk made since then, without the passphrase. Keep this sheet away from the PC and',
    'from the backups. The last character of each group is a check character. Letters I, L, O, U and Z are never used.',
    '',
    'When the PC is gone:',
    '1. Install Parcel Desk on another PC.',
    '2. Find the newest backup in the folder for backups: parcel-desk-….db.locked',
    '3. Write the recovery key, or the passphrase, into a text file, say key.txt',
    `4. ${programName} restore --from BACKUP --data DIR --journal JOURNAL --key-file key.txt`,
    '5. Delete key.txt.',
    '',
  ].join('\n');
}
