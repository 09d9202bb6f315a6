import {
  deskContract,
  rulesOf,
  type Input,
  type Output,
  type ProcedureName,
} from '../../../shared/contract/desk-contract.ts';
import type { NumberedEvent } from '../../../shared/contract/desk-events.ts';
import { fail, type Result } from '../../../shared/contract/problem.ts';
import { folderSettings } from '../../../shared/settings/settings.ts';
import { maxDepth, isTooDeep, levelsOf } from '../../../shared/text/nesting-depth.ts';
import { folderAdvice } from '../handlers/choose-folders.ts';
import { asCaller } from './caller.ts';
import { callWithApproval, type GuardedDesk } from './guard-call.ts';
import { z } from 'zod';

/** A file the desk made for a person. Its body must be read to the end or cancelled, which frees the disk space. */
export interface Download {
  name: string;
  mediaType: string;
  bytes: number;
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** The desk's interface for a host with screens. */
export interface ScreenDesk {
  /** never rejects: a fault is a problem too */
  call(name: string, input: unknown): Promise<Result<unknown>>;
  /** makes a protected call, checking its right in the same turn; never rejects */
  act: GuardedDesk['act'];
  onEvent(listener: (event: NumberedEvent) => void): void;
  /** the content of a `DeskFile`, once; null if the id is unknown or expired */
  takeFile(id: string): Promise<Download | null>;
  close(): Promise<void>;
}

/** Whether a page may make this call, by whatever name it sent. */
export const isOpenToScreens = (name: string): boolean =>
  Object.hasOwn(deskContract, name) && rulesOf(name).from !== 'host';

const settingValues = z.object({ values: z.record(z.string(), z.unknown()) });

/** A screen may clear a folder setting but not name a folder: it could be any on the disk. */
function rejectFolderPath(name: string, input: unknown): Result<never> | null {
  const values = name === 'settings.set' ? settingValues.safeParse(input).data?.values : undefined;
  const named = values && folderSettings.find((one) => ![undefined, ''].includes(values[one] as string | undefined));
  return named ? fail('bad-setting', folderAdvice, { name: named, reason: 'chosen-in-host' }) : null;
}

/**
 * Makes a call for a screen, on any host; procedures that are not open to screens reach no worker. `caller`: the window
 * or page, see `asCaller`.
 */
export function callFromScreen(desk: GuardedDesk, name: string, input: unknown, caller = ''): Promise<Result<unknown>> {
  if (!isOpenToScreens(name))
    return Promise.resolve(fail('unknown-command', 'The desk has no such procedure for screens.'));
  const refused = checkScreenInput(input) ?? rejectFolderPath(name, input);
  if (refused) return Promise.resolve(refused);
  return asCaller(caller, () => callWithApproval(desk, name, input, { via: 'screen' }));
}

/** The answer to a call of the host itself; null on a problem. */
export async function callDesk<N extends ProcedureName>(
  desk: Pick<ScreenDesk, 'call'>,
  name: N,
  input: Input<N>,
): Promise<Output<N> | null> {
  const result = await desk.call(name, input);
  return result.ok ? (result.value as Output<N>) : null;
}

/**
 * Why a call's input is invalid for any procedure; null if valid. No keyboard writes a lone surrogate, and neither an
 * address nor a disk stores one.
 */
function checkScreenInput(input: unknown): Result<never> | null {
  if (isTooDeep(input)) return fail('invalid', `A call is nested at most ${String(maxDepth)} levels deep.`);
  for (const level of levelsOf(input))
    if (level.some((value) => typeof value === 'string' && !value.isWellFormed()))
      return fail('invalid', 'A text of the call holds half a character. Enter it again.');
  return null;
}
