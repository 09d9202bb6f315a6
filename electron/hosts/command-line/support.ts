import type { SupportFacts } from '../../../shared/contract/support-procedures.ts';
import { problemOf } from '../../platform/link/failure.ts';
import { readLog, logFolderOf } from '../../platform/log/log-record.ts';
import { maxRecords, supportFile } from '../../platform/log/support-file.ts';
import { hostFolderOf } from '../../storage/register/workspace-folders.ts';
import { programInfo } from '../program-info.ts';
import type { Command } from './command.ts';
import { dataOption, dataFolder, withReader } from './data-folder.ts';

/**
 * Prints the facts needed for support, even while a host is running. If the folder cannot be opened, only those that do
 * not come from it are printed.
 */
export const support: Command = {
  summary: 'prints what those who help need to know; nothing that was entered is in it',
  usage: '--data DIR',
  options: { ...dataOption },
  argumentCount: [0, 0],
  async run(args, context) {
    const path = dataFolder(args);
    let facts: SupportFacts | null = null;
    let openProblem: string | null = null;
    try {
      await withReader(context, { folder: path }, async (desk) => {
        facts = await desk.ask('support.facts', {});
        return 0;
      });
    } catch (error) {
      openProblem = problemOf(error).kind;
    }
    const log = await readLog(logFolderOf(hostFolderOf(path)), maxRecords);
    const text = supportFile({
      madeAt: Date.now(),
      program: programInfo('command-line'),
      state: null,
      sync: null,
      backups: null,
      facts,
      log,
    });
    await context.print({ ...(JSON.parse(text) as object), notOpened: openProblem });
    return openProblem === null ? 0 : 2;
  },
};
