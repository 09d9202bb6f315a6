import type { Input } from '../../../shared/contract/desk-contract.ts';
import type { DeskState } from '../../../shared/contract/desk-state.ts';
import { answerCalls, fixedFolder } from '../../desk/calls/answer-calls.ts';
import { stoppedProblem } from '../../desk/folder/folder-guard.ts';
import type { Desk, DeskOptions } from '../../desk/threads/desk.ts';
import { problemOf } from '../../platform/link/failure.ts';
import { valueOf } from '../../platform/link/link.ts';
import { systemUser } from '../../platform/system-user.ts';
import { deskFile } from '../../storage/database/desk-file.ts';
import { migrationNotice, needsLongMigration } from '../../storage/database/needs-migration.ts';
import { dataFolderOf } from '../../storage/register/workspace-folders.ts';
import type { CommandContext, ExitCode, CommandArgs } from './command.ts';
import { jsonLine, requiredOption, secretOption, optionText } from './options.ts';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

type Warning = DeskState['warnings'][number];

/** Texts of warnings that data may be lost or sent twice, for the person who reads a script's errors. */
const warningTexts: Partial<Record<Warning['code'], (params: Warning['params']) => string>> = {
  journal: ({ folder, reason }) =>
    reason === 'away'
      ? `${folder} is not the folder that was chosen for the second rescue journal: its disk or share is not connected. What is captured is saved, and follows when it is back. Where the folder is to be used as it is now, choose it again: settings --set journalCopy=FOLDER.`
      : `The rescue journal cannot be written in ${folder}. What is captured is saved, but the journal will lack it until there is room.`,
  'journal-cut': ({ folder, at }) =>
    `The end of the second rescue journal in ${folder} was missing on ${new Date(Number(at)).toISOString()}: lines that the desk had written there were removed or replaced by older ones. The desk copies them there again. Find out who or what changed that folder; if you do not trust it, choose another: settings --set journalCopy=FOLDER.`,
  'journal-ahead': ({ folder, count }) =>
    `The rescue journal in ${folder} knows something of ${count} entries that the database has lost. Make a backup and restore it with this journal into an empty folder.`,
  damage: ({ folder, count }) =>
    `${count} entries in ${folder} are damaged on this disk, so that they cannot be sent. Run verify for each damage and what to do about it.`,
  'synced-folder': ({ folder, by }) =>
    `${by} copies ${folder} to other machines while the desk writes in it: the data can be damaged by that, and a desk that is started on such a copy sends everything again. Move the folder to a disk of this computer that is not synced, and put backups there.`,
  'network-folder': ({ folder }) =>
    `${folder} lies on a network drive. When the connection breaks, nothing can be saved, and locks of such drives may fail. Move the folder to a disk of this computer, and put backups on the network drive.`,
  rescued: ({ folder, at, count }) =>
    `The data file was damaged and lies in ${folder} now. The backup of ${new Date(Number(at)).toISOString()} was opened in its place, and the rescue journal filled the gap. ${count} entries may have been sent since, and are checked or ask a person before they are sent again.`,
};

/** Writes each of these warnings once, as `{"warning": …}`, to standard error: standard output has only answers. */
export function warningWriter(desk: Desk, write: (line: string) => void) {
  const printed = new Set<Warning['code']>();

  async function print(): Promise<void> {
    const answer = await desk.call('desk.warnings', {});
    if (!answer.ok) return;
    for (const { code, params } of (answer.value as { warnings: Warning[] }).warnings) {
      const message = warningTexts[code]?.(params);
      if (message === undefined || printed.has(code)) continue;
      printed.add(code);
      write(jsonLine({ warning: { code, params, message } }));
    }
  }

  desk.onEvent(({ event }) => {
    if (event.kind === 'desk') void print();
  });
  return { print };
}

export const dataOption = { data: { type: 'string' } } as const;

type DeskTask = (desk: Desk) => Promise<ExitCode>;

export const dataFolder = (args: CommandArgs): string => resolve(requiredOption(args, 'data'));

/** Opens a data folder as its owner, and always closes it after `task`. */
export const withDesk = (context: CommandContext, options: DeskOptions, task: DeskTask): Promise<ExitCode> =>
  runOnDesk(context.desks.openAsOwner, context, options, async (desk) => {
    const recordingDesk = { ...desk, ...recordingActions(desk) };
    const warnings = warningWriter(desk, (line) => context.warn(line));
    await warnings.print();
    try {
      return await task(recordingDesk);
    } finally {
      await warnings.print();
    }
  });

/** The same desk, with protected calls recorded under the system's user name. */
function recordingActions({ call, ask }: Desk): Pick<Desk, 'call' | 'ask'> {
  const { callFromCommandLine } = answerCalls(fixedFolder(call));
  const recordedCall: Desk['call'] = async (name, input) => {
    // only the first call chooses the target: recording later ones would be noise
    if (name === 'sync.start' && (await hasTarget(ask))) return call(name, input);
    return callFromCommandLine(name, input, systemUser());
  };
  return { call: recordedCall, ask: (name, input) => valueOf(recordedCall(name, input)) };
}

async function hasTarget(ask: Desk['ask']): Promise<boolean> {
  // if the target cannot be read, the call itself reports why
  const target = await ask('target.get', {}).catch(() => null);
  return target !== null && target.bound !== null;
}

/** Opens a data folder for reading, even while its owner has it open. */
export const withReader = (context: CommandContext, options: DeskOptions, task: DeskTask): Promise<ExitCode> =>
  runOnDesk(context.desks.openForReading, context, options, task);

type StartDesk = (options: DeskOptions) => Promise<Desk>;

/** Kinds of problems that a deleted folder may cause. */
const diskProblemKinds: readonly string[] = ['internal', 'disk', 'damaged', 'bad-file'];

async function runOnDesk(
  startDesk: StartDesk,
  { warn, machine }: CommandContext,
  options: DeskOptions,
  task: DeskTask,
): Promise<ExitCode> {
  // the folder of a host contains two workspaces: the command works on the active one
  const folder = dataFolderOf(options.folder);
  if (needsLongMigration(folder)) warn(`${migrationNotice.title} ${migrationNotice.detail}\n`);
  const exists = (): boolean => existsSync(join(folder, deskFile));
  const existedBefore = exists();
  try {
    const desk = await startDesk({ ...options, folder, machine });
    try {
      return await task(desk);
    } finally {
      await desk.close();
    }
  } catch (error) {
    // reports the cause, a deleted folder, instead of the error it led to
    if (existedBefore && diskProblemKinds.includes(problemOf(error).kind) && !exists())
      throw stoppedProblem({ code: 'folder-gone', params: { folder } });
    throw error;
  }
}

/** Options of every command that connects to the service. */
export const serviceOptions = {
  ...dataOption,
  service: { type: 'string' },
  account: { type: 'string' },
  'header-file': { type: 'string' },
  set: { type: 'string', multiple: true },
} as const;

export const serviceUsage = '--data DIR [--service URL] [--account NAME] [--header-file FILE] [--set name=value]…';

/** The service a command connects to, as input of the desk. Settings are passed when the folder is opened. */
export function serviceOf(args: CommandArgs, env: NodeJS.ProcessEnv): Input<'service.use'> {
  const service = optionText(args, 'service');
  const secret = secretOption(args, env);
  return {
    ...(service !== undefined && { service }),
    account: optionText(args, 'account') ?? '',
    ...(secret && { secret }),
  };
}
