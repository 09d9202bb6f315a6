import { z } from 'zod';
import { deskContract, type Input, type Output, type ProcedureName } from '../../../shared/contract/desk-contract.ts';
import type { NumberedEvent } from '../../../shared/contract/desk-events.ts';
import { no, type Result } from '../../../shared/contract/problem.ts';
import { placeSettings } from '../../../shared/settings/settings.ts';
import { callGuarded, type GuardingDesk } from '../rights/guard-call.ts';
import { placeAdvice } from '../backup/choose-journal-copy.ts';
import { deepestLevel, isTooDeep, levelsOf } from '../../../shared/text/nesting-depth.ts';

/** A file the desk made for a person. Its body is read once, to its end or cancelled: until then the disk holds it. */
export interface MadeFile {
  name: string;
  mediaType: string;
  bytes: number;
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** What a host needs of the desk to put screens before it. */
export interface ScreenDesk {
  /** never rejects: a fault is a problem too */
  call(name: string, input: unknown): Promise<Result<unknown>>;
  /** makes a call that not everybody may make, if its right can be checked in the same turn. Never rejects either */
  act: GuardingDesk['act'];
  onEvent(listener: (event: NumberedEvent) => void): void;
  /** the bytes of a `DeskFile`, once; null where there is none of this id, or no longer */
  takeFile(id: string): Promise<MadeFile | null>;
  close(): Promise<void>;
}

/** These name paths on the disk, make what only the host uses, read all of the disk, hold hashes of PINs, write down who did what, or say where the desk delivers to: the command line and the host may ask for them, a screen may not. */
const closed: readonly ProcedureName[] = [
  'backup.make',
  'backup.want',
  'import.file',
  'labels.pdf',
  'labels.paper',
  'operators.hand',
  'operators.named',
  'operators.take',
  'rights.act',
  'rights.begin',
  'rights.end',
  'rights.still',
  'service.try',
  'service.use',
  'support.facts',
  'sync.rest',
  'sync.resume',
  'sync.start',
  'sync.stop',
];

export const isOpenToScreens = (name: string): boolean =>
  Object.hasOwn(deskContract, name) && !closed.some((one) => one === name);

const settingValues = z.object({ values: z.record(z.string(), z.unknown()) });

/** A screen may take a place away that the desk writes to, but name none: it could be any on the disk. */
function namesPlace(name: string, input: unknown): Result<never> | null {
  const values = name === 'settings.set' ? settingValues.safeParse(input).data?.values : undefined;
  const named = values && placeSettings.find((one) => ![undefined, ''].includes(values[one] as string | undefined));
  return named ? no('bad-setting', placeAdvice, { name: named, reason: 'chosen-in-host' }) : null;
}

/** A call of a screen, whichever host brought it; a name that is not open to screens reaches no worker. */
export function callOfScreen(desk: GuardingDesk, name: string, input: unknown): Promise<Result<unknown>> {
  if (!isOpenToScreens(name))
    return Promise.resolve(no('unknown-command', 'The desk has no such procedure for screens.'));
  const refused = checkScreenInput(input) ?? namesPlace(name, input);
  if (refused) return Promise.resolve(refused);
  return callGuarded(desk, name, input, { via: 'screen' });
}

/** What the desk answers its host itself; null where it cannot now. */
export async function askDesk<N extends ProcedureName>(
  desk: Pick<ScreenDesk, 'call'>,
  name: N,
  input: Input<N>,
): Promise<Output<N> | null> {
  const result = await desk.call(name, input);
  return result.ok ? (result.value as Output<N>) : null;
}

/**
 * Why a call cannot be taken at all, whatever procedure it names; null where it can. Half a character (a lone surrogate) is
 * written by no keyboard, and neither an address nor a disk keeps it.
 */
function checkScreenInput(input: unknown): Result<never> | null {
  if (isTooDeep(input)) return no('invalid', `A call is nested at most ${String(deepestLevel)} levels deep.`);
  for (const level of levelsOf(input))
    if (level.some((value) => typeof value === 'string' && !value.isWellFormed()))
      return no('invalid', 'A text of the call holds half a character. Enter it again.');
  return null;
}
