import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import type { OperatorTransfer } from '../../shared/contract/memory-procedures.ts';
import type { Target } from '../../shared/contract/sync-procedures.ts';
import { problem, type Problem } from '../../shared/contract/problem.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { trackingLanguage } from '../../shared/settings/tracking-language.ts';
import { deskFile } from '../database/desk-file.ts';
import type { Desk, DeskOptions } from '../threads/desk.ts';
import { diskProblem } from '../database/disk-problem.ts';
import { problemOf } from '../rpc/transport/failure.ts';
import type { DeskState } from '../../shared/contract/desk-state.ts';
import { chooseTarget } from '../rpc/delivery/choose-target.ts';
import { clearDownloads } from '../rpc/screens/made-files.ts';
import { copyCurrentKey } from '../encryption/key-file.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { checkAddress } from '../service/check-address.ts';
import { workerDesks, type OpenDesks } from './open-desks.ts';
import type { Mode, WorkspaceState } from './workspace.ts';

export type Service = NonNullable<WorkspaceState['service']>;

/** Throws ProblemError `bad-address` if an older version stored an address that is no longer accepted. */
export const targetNameOf = ({ address, account }: Service): string => chooseTarget(address, account, null).name;

/** Whether the secret of a service is stored, and where. */
export async function secretStateOf(service: Service | null, secrets: SecretStore): Promise<DeskState['secret']> {
  const isKnown = service !== null && checkAddress(service.address).ok;
  return { set: isKnown && (await secrets.read(targetNameOf(service))) !== null, keptIn: await secrets.keptIn() };
}

/**
 * Whether a folder holds a desk. Asynchronous since screens wait meanwhile: a slow disk holds up this caller and
 * nothing else.
 */
export const holdsDesk = (folder: string): Promise<boolean> =>
  access(join(folder, deskFile)).then(
    () => true,
    () => false,
  );

/** The target of a folder that is not open; null if it has none, or holds no desk. */
export async function boundTargetOf(folder: string, { read }: OpenDesks = workerDesks): Promise<Target | null> {
  if (!(await holdsDesk(folder))) return null;
  const reader = await read({ folder });
  try {
    return (await reader.ask('target.get', {})).bound;
  } finally {
    await reader.close();
  }
}

/** Whether a folder that is not open was restored before its target could be known. */
export async function isTargetUnconfirmed(folder: string, { read }: OpenDesks = workerDesks): Promise<boolean> {
  const reader = await read({ folder });
  try {
    return (await reader.ask('target.get', {})).unknown;
  } finally {
    await reader.close();
  }
}

export interface FoldersHost extends Pick<
  DeskOptions,
  'startPlaces' | 'startThread' | 'readsFrom' | 'systemProxies' | 'systemPrinters'
> {
  /** omitted: each in workers of its own */
  desks?: OpenDesks;
}

/** Opens a data folder. Rejects as `keepDesk`. */
export async function openFolder(
  folder: string,
  { startPlaces, startThread, readsFrom, systemProxies, systemPrinters, desks = workerDesks }: FoldersHost,
  receive: (event: DeskEvent) => void,
): Promise<Desk> {
  const startOptions = { startPlaces, startThread, readsFrom, systemProxies, systemPrinters };
  const desk = await desks.keep({ folder, ...startOptions, awaitsTargetSelection: true, whileOpening: receive });
  desk.onEvent(({ event }) => receive(event));
  try {
    await clearDownloads(folder);
  } catch (error) {
    // what is left there is swept later; a disk that lets nothing be deleted must not keep the desk from opening
    if (diskProblem(error, folder)) return desk;
    await desk.close();
    throw error;
  }
  return desk;
}

/** Warnings of a folder. If its desk does not answer: that nothing can be saved, and why. */
export async function warningsOf(desk: Desk, folder: string): Promise<DeskState['warnings']> {
  try {
    return (await desk.ask('desk.warnings', {})).warnings;
  } catch (error) {
    return [cannotSaveWarning(desk.trouble() ?? problemOf(error), folder)];
  }
}

/** The warning about a folder in which nothing can be saved. */
export function cannotSaveWarning({ kind, params }: Problem, folder: string): DeskState['warnings'][number] {
  if (kind === 'folder-in-use') return { code: kind, params: { folder } };
  return { code: 'cannot-save', params: { folder, reason: kind === 'damaged' ? kind : 'stopped', ...params } };
}

/**
 * Starts delivery: to practice, or to the service with its secret. Throws ProblemError `other-target` if the folder is
 * bound elsewhere; a practice folder that is bound to a service delivers nothing.
 */
export async function startDelivery(
  desk: Desk,
  mode: Mode,
  service: Service | null,
  secrets: SecretStore,
): Promise<void> {
  if (mode === 'practice') {
    const { bound } = await desk.ask('target.get', {});
    if (bound?.kind === 'live')
      throw problem('other-target', `This folder is for practice, but delivers to ${bound.name}. Nothing was sent.`, {
        bound: bound.name,
        asked: 'practice',
      });
    await desk.ask('sync.start', {});
    return;
  }
  if (!service) throw problem('bad-address', 'Set the address of the service first.');
  const [{ headerName }, { warnings }, value] = await Promise.all([
    desk.ask('settings.get', {}),
    desk.ask('desk.warnings', {}),
    secrets.read(targetNameOf(service)),
  ]);
  const unusable = warnings.find(({ code, params }) => code === 'setting' && params['name'] === 'headerName');
  // without its header the service would only answer that it does not know the account
  if (value !== null && unusable)
    throw problem('bad-setting', 'The name of the secret header that is set cannot be used.', unusable.params);
  await desk.ask('sync.start', {
    service: service.address,
    account: service.account,
    ...(value !== null && headerName !== '' && { secret: { name: headerName, value } }),
  });
}

/** Display and scanner settings, by the names under which screens store them. */
const screenPreferenceNames = ['language', 'choices', 'scanner'];

/**
 * Settings of a desk and its operators, which the other folder takes over. A desk whose worker has ended still reports
 * its operators; rejects if it cannot, since in a folder without any rights everyone may do everything.
 */
export async function preferencesToCarry(desk: Desk) {
  if (desk.trouble()) return { values: {}, choices: [], operators: await desk.ask('operators.hand', {}) };
  const settings = await desk.ask('settings.get', {});
  const choices = await Promise.all(
    screenPreferenceNames.map(async (name) => ({ name, value: (await desk.ask('desk.recall', { name })).value })),
  );
  const operators = await desk.ask('operators.hand', {});
  const [shown, chosen] = choices.map(({ value }) => value);
  const defaults = {
    ...defaultSettings,
    lang: trackingLanguage(shown ?? (chosen as { language?: unknown } | null)?.language),
  };
  const values = Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => value !== defaults[name as keyof typeof defaults]),
  );
  return { values, choices, operators };
}

/**
 * Carries preferences over to another folder; one that was just created also gets the settings and the passphrase of
 * backups. `goesLive`: see `operators.take`, which may refuse.
 */
export async function carryPreferences(
  desk: Desk,
  preferences: Awaited<ReturnType<typeof preferencesToCarry>>,
  newFolder: { from: string; to: string } | null,
  goesLive?: OperatorTransfer['goesLive'],
): Promise<void> {
  const { values, choices, operators } = preferences;
  // it may refuse, before anything is carried over
  await desk.ask('operators.take', { ...operators, ...(goesLive && { goesLive }) });
  if (newFolder) copyCurrentKey(newFolder.from, newFolder.to);
  if (newFolder && Object.keys(values).length > 0) await desk.ask('settings.set', { values, chosenBefore: true });
  for (const { name, value } of choices) if (value !== null) await desk.ask('desk.remember', { name, value });
}

/** Whether settings change how a secret is sent. */
export function changesSecretHeader(input: unknown): boolean {
  const values = (input as { values?: Record<string, unknown> }).values ?? {};
  return Object.hasOwn(values, 'headerName');
}
