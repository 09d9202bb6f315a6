import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { callWithApproval, guardedFolder } from '../../rpc/rights/guard-call.ts';
import { valueOf } from '../../rpc/transport/calls.ts';
import { problemOf } from '../../rpc/transport/failure.ts';
import { stoppedProblem } from '../../rpc/folder/folder-guard.ts';
import { deskFile } from '../../database/desk-file.ts';
import { migrationNotice, needsLongMigration } from '../../database/is-behind.ts';
import type { Desk, DeskOptions } from '../../threads/desk.ts';
import { dataFolderOf } from '../../workspaces/workspace.ts';
import type { CommandContext, ExitCode, CommandArgs } from './command.ts';
import { requiredOption } from './given.ts';
import { systemUser } from './machine-person.ts';
import { printWarnings } from './print-warnings.ts';

export const dataOption = { data: { type: 'string' } } as const;

type DeskTask = (desk: Desk) => Promise<ExitCode>;

export const dataFolder = (args: CommandArgs): string => resolve(requiredOption(args, 'data'));

/** Opens a data folder as its owner, and always closes it after `act`. */
export const withDesk = (context: CommandContext, options: DeskOptions, act: DeskTask): Promise<ExitCode> =>
  withOpened(context.desks.keep, context, options, async (desk) => {
    const recordingDesk = { ...desk, ...recordingActions(desk) };
    const warnings = printWarnings(desk, (line) => context.warn(line));
    await warnings.print();
    try {
      return await act(recordingDesk);
    } finally {
      await warnings.print();
    }
  });

/** The desk with protected calls recorded under the machine's user. */
function recordingActions({ call, ask }: Desk): Pick<Desk, 'call' | 'ask'> {
  const guarded: Desk['call'] = async (name, input) => {
    // the target is chosen only once: naming it again changes nothing
    if (name === 'sync.start' && (await isBound(ask))) return call(name, input);
    return callWithApproval(guardedFolder(call), name, input, { via: 'command-line', operator: systemUser() });
  };
  return { call: guarded, ask: (name, input) => valueOf(guarded(name, input)) };
}

async function isBound(ask: Desk['ask']): Promise<boolean> {
  // an unknown target counts as not chosen: the call itself reports why
  const target = await ask('target.get', {}).catch(() => null);
  return target !== null && target.bound !== null;
}

/** Opens a data folder for reading, even while its owner has it open. */
export const withReader = (context: CommandContext, options: DeskOptions, act: DeskTask): Promise<ExitCode> =>
  withOpened(context.desks.read, context, options, act);

type Start = (options: DeskOptions) => Promise<Desk>;

/** Problems that may result from a folder that disappeared. */
const diskProblemKinds: readonly string[] = ['internal', 'disk', 'damaged', 'bad-file'];

async function withOpened(
  start: Start,
  { warn, machine }: CommandContext,
  options: DeskOptions,
  act: DeskTask,
): Promise<ExitCode> {
  // a host's folder contains two workspaces: the active one is meant
  const folder = dataFolderOf(options.folder);
  if (needsLongMigration(folder)) warn(`${migrationNotice.title} ${migrationNotice.detail}\n`);
  const exists = (): boolean => existsSync(join(folder, deskFile));
  const didExist = exists();
  try {
    const desk = await start({ ...options, folder, machine });
    try {
      return await act(desk);
    } finally {
      await desk.close();
    }
  } catch (error) {
    // the folder was deleted meanwhile, whatever error that caused
    if (didExist && diskProblemKinds.includes(problemOf(error).kind) && !exists())
      throw stoppedProblem({ code: 'folder-gone', params: { folder } });
    throw error;
  }
}
