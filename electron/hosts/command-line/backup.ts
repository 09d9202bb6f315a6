import { withIoProcess } from '../../desk/threads/with-io-process.ts';
import { systemUser } from '../../platform/system-user.ts';
import { lockFolder } from '../../storage/lock/lock-folder.ts';
import { registerRestored, type RegisterResult } from '../../storage/register/register-folder.ts';
import type { Command, CommandArgs } from './command.ts';
import { dataOption, dataFolder, withReader } from './data-folder.ts';
import { requiredOption, usageError, optionText, readSecrets } from './options.ts';
import { randomUUID } from 'node:crypto';
import { dirname, resolve } from 'node:path';

/** File with one passphrase or recovery key per line. */
const keyOption = { 'key-file': { type: 'string' } } as const;

/** Copies a data folder's database, even while another process uses it. */
export const backup: Command = {
  summary: 'writes a checked copy of a data folder into another folder',
  usage: '--data DIR --to FOLDER',
  options: { ...dataOption, to: { type: 'string' } },
  argumentCount: [0, 0],
  run(args, context) {
    const to = resolve(requiredOption(args, 'to'));
    return withReader(context, { folder: dataFolder(args) }, async (desk) => {
      await context.print(await desk.ask('backup.make', { to }));
      return 0;
    });
  },
};

/** Restores a data folder into an empty one, from a backup and the rescue journal. */
export const restoreCommand: Command = {
  summary: 'makes a data folder from a copy, and from the rescue journal of the lost folder',
  usage: '--from FILE --data DIR [--journal FOLDER] [--key-file FILE|-] [--take-open]',
  options: {
    ...dataOption,
    ...keyOption,
    from: { type: 'string' },
    journal: { type: 'string' },
    'take-open': { type: 'boolean' },
  },
  argumentCount: [0, 0],
  async run(args, { print, writeToTerminal: sayOnTerminal, stop, input, machine }) {
    const folder = dataFolder(args);
    const from = resolve(requiredOption(args, 'from'));
    const journal = optionText(args, 'journal');
    const folders = { from, folder, journal: journal === undefined ? null : resolve(journal) };
    const usedFolders = [from, folder, ...(folders.journal === null ? [] : [folders.journal])];
    const request = {
      ask: 'restore',
      ...folders,
      keys: await keysOf(args, input),
      takeOpen: args.values['take-open'] === true,
      machineFolder: machine,
      userName: systemUser(),
    } as const;
    const showPercent = (percent: number): void => sayOnTerminal(`\rrestored ${percent} %`);
    const restored = await withIoProcess(request, usedFolders, stop, showPercent).finally(() => sayOnTerminal('\n'));
    const registered = await registerFolder(folder, [dirname(from), ...usedFolders.slice(2)], machine);
    await print({ ...restored, ...registered });
    const unrestoredCount =
      restored.damagedJournalLines +
      restored.lockedJournalLines +
      restored.locklessJournalLines +
      restored.openJournalLines +
      restored.missingJournalParts +
      restored.unknownLocks;
    return restored.notRestored.length > 0 || unrestoredCount > 0 || restored.lockIsOlder ? 2 : 0;
  },
};

/** Registers a restored folder as the active one. The folders it was restored from may be on drives that hang. */
async function registerFolder(
  folder: string,
  usedFolders: readonly string[],
  machine: string,
): Promise<RegisterResult> {
  const neverAborted = new AbortController().signal;
  const remoteFolders = {
    read: (path: string) => withIoProcess({ ask: 'read', path }, [path], neverAborted),
    write: (path: string, text: string) => withIoProcess({ ask: 'write', path, text }, [path], neverAborted),
    isSecond: () => Promise.resolve(false),
  };
  const lock = lockFolder(folder, Date.now());
  try {
    return await registerRestored(folder, usedFolders, { now: Date.now, newId: randomUUID, machine, remoteFolders });
  } finally {
    lock.release();
  }
}

/** Reads a whole data folder or backup, however damaged, and reports what is damaged or missing. */
export const verify: Command = {
  summary: 'reads a data folder, or a backup, whole and says whether it is undamaged',
  usage: '--data DIR | --from FILE [--key-file FILE|-]',
  options: { ...dataOption, ...keyOption, from: { type: 'string' } },
  argumentCount: [0, 0],
  async run(args, { print, writeToTerminal: sayOnTerminal, stop, input }) {
    const from = optionText(args, 'from');
    if ((from === undefined) === (optionText(args, 'data') === undefined)) throw usageError('Give --data or --from.');
    const path = from === undefined ? dataFolder(args) : resolve(from);
    const showPercent = (percent: number): void => sayOnTerminal(`\rread ${percent} %`);
    const request =
      from === undefined
        ? ({ ask: 'verify', path } as const)
        : ({ ask: 'verify-backup', path, keys: await keysOf(args, input) } as const);
    const report = await withIoProcess(request, [path], stop, showPercent).finally(() => sayOnTerminal('\n'));
    await print(report);
    return report.whole ? 0 : 2;
  },
};

const keysOf = async (args: CommandArgs, input: AsyncIterable<Buffer>): Promise<string[]> => {
  const path = optionText(args, 'key-file');
  return path === undefined ? [] : readSecrets(path, input);
};
