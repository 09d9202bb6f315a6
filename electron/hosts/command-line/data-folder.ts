import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { callGuarded, guardFolder } from '../../rpc/rights/guard-call.ts';
import { valueOf } from '../../rpc/transport/calls.ts';
import { problemOf } from '../../rpc/transport/failure.ts';
import { stopped } from '../../rpc/folder/folder-guard.ts';
import { deskFile } from '../../database/desk-file.ts';
import { broughtUpToDate, isFarBehind } from '../../database/is-behind.ts';
import type { Desk, DeskOptions } from '../../threads/desk.ts';
import { dataFolderOf } from '../../workspaces/workspace.ts';
import type { CommandContext, ExitCode, Given } from './command.ts';
import { demanded } from './given.ts';
import { machinePerson } from './machine-person.ts';
import { printWarnings } from './print-warnings.ts';

export const dataOption = { data: { type: 'string' } } as const;

type Act = (desk: Desk) => Promise<ExitCode>;

export const folderOf = (given: Given): string => resolve(demanded(given, 'data'));

/** Opens a data folder as its owner, and always closes it after `act`. */
export const withDesk = (around: CommandContext, options: DeskOptions, act: Act): Promise<ExitCode> =>
  using(around.desks.keep, around, options, async (desk) => {
    const told = { ...desk, ...writingDown(desk) };
    const warnings = printWarnings(desk, (line) => around.warn(line));
    await warnings.print();
    try {
      return await act(told);
    } finally {
      await warnings.print();
    }
  });

/** The desk with protected calls recorded under the machine's user. */
function writingDown({ call, ask }: Desk): Pick<Desk, 'call' | 'ask'> {
  const guarded: Desk['call'] = async (name, input) => {
    // the target is chosen only once: naming it again changes nothing
    if (name === 'sync.start' && (await isBound(ask))) return call(name, input);
    return callGuarded(guardFolder(call), name, input, { via: 'command-line', operator: machinePerson() });
  };
  return { call: guarded, ask: (name, input) => valueOf(guarded(name, input)) };
}

async function isBound(ask: Desk['ask']): Promise<boolean> {
  // an unknown target counts as not chosen: the call itself reports why
  const target = await ask('target.get', {}).catch(() => null);
  return target !== null && target.bound !== null;
}

/** Opens a data folder for reading, even while its owner has it open. */
export const withReader = (around: CommandContext, options: DeskOptions, act: Act): Promise<ExitCode> =>
  using(around.desks.read, around, options, act);

type Start = (options: DeskOptions) => Promise<Desk>;

/** Problems that may result from a folder that disappeared. */
const byItsDisk: readonly string[] = ['internal', 'disk', 'damaged', 'bad-file'];

async function using(
  start: Start,
  { warn, machine }: CommandContext,
  options: DeskOptions,
  act: Act,
): Promise<ExitCode> {
  // a host's folder contains two workspaces: the active one is meant
  const folder = dataFolderOf(options.folder);
  if (isFarBehind(folder)) warn(`${broughtUpToDate.title} ${broughtUpToDate.detail}\n`);
  const isThere = (): boolean => existsSync(join(folder, deskFile));
  const wasThere = isThere();
  try {
    const desk = await start({ ...options, folder, machine });
    try {
      return await act(desk);
    } finally {
      await desk.close();
    }
  } catch (error) {
    // the folder was deleted meanwhile, whatever error that caused
    if (wasThere && byItsDisk.includes(problemOf(error).kind) && !isThere())
      throw stopped({ code: 'folder-gone', params: { folder } });
    throw error;
  }
}
