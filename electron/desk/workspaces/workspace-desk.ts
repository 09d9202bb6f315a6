import type { Output } from '../../../shared/contract/desk-contract.ts';
import type { DeskEvent } from '../../../shared/contract/desk-events.ts';
import type { DeskState } from '../../../shared/contract/desk-state.ts';
import type { OperatorTransfer } from '../../../shared/contract/memory-procedures.ts';
import { problem, type Problem } from '../../../shared/contract/problem.ts';
import type { Target } from '../../../shared/contract/sync-procedures.ts';
import { defaultSettings, trackingLanguage } from '../../../shared/settings/settings.ts';
import { checkAddress } from '../../delivery/service/check-address.ts';
import { copyCurrentKey } from '../../platform/encryption/key-file.ts';
import { problemOf } from '../../platform/link/failure.ts';
import type { SecretStore } from '../../platform/secret-store.ts';
import { deskFile } from '../../storage/database/desk-file.ts';
import { diskProblem } from '../../storage/database/disk-problem.ts';
import { type Mode, type WorkspaceState, otherMode } from '../../storage/register/workspace-folders.ts';
import { clearDownloads } from '../calls/downloads.ts';
import { chooseTarget } from '../handlers/choose-target.ts';
import type { Desk, DeskOptions } from '../threads/desk.ts';
import { workerDesks, type OpenDesks } from './open-desks.ts';
import { access } from 'node:fs/promises';
import { join } from 'node:path';

export type Service = NonNullable<WorkspaceState['service']>;

/** Throws ProblemError `bad-address` if an older version stored an address that is no longer accepted. */
export const targetNameOf = ({ address, account }: Service): string => chooseTarget(address, account, null).name;

/** Whether the secret of a service is stored, and where. */
export async function secretStateOf(service: Service | null, secrets: SecretStore): Promise<DeskState['secret']> {
  const isUsable = service !== null && checkAddress(service.address).ok;
  return { set: isUsable && (await secrets.read(targetNameOf(service))) !== null, keptIn: await secrets.storageKind() };
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
export async function boundTargetOf(
  folder: string,
  { openForReading }: OpenDesks = workerDesks,
): Promise<Target | null> {
  if (!(await holdsDesk(folder))) return null;
  const reader = await openForReading({ folder });
  try {
    return (await reader.ask('target.get', {})).bound;
  } finally {
    await reader.close();
  }
}

/** Whether a folder that is not open was restored before its target could be known. */
export async function isTargetUnconfirmed(
  folder: string,
  { openForReading }: OpenDesks = workerDesks,
): Promise<boolean> {
  const reader = await openForReading({ folder });
  try {
    return (await reader.ask('target.get', {})).unknown;
  } finally {
    await reader.close();
  }
}

export interface FoldersHost extends Pick<
  DeskOptions,
  'startIoProcess' | 'startThread' | 'readerStartsAfter' | 'systemProxies' | 'systemPrinters'
> {
  /** how desks are opened; omitted: each in its own workers */
  desks?: OpenDesks;
}

/** Opens a data folder, whose events go to `onEvent`. Rejects as `keepDesk`. */
export async function openFolder(
  folder: string,
  { startIoProcess, startThread, readerStartsAfter, systemProxies, systemPrinters, desks = workerDesks }: FoldersHost,
  onEvent: (event: DeskEvent) => void,
): Promise<Desk> {
  const startOptions = { startIoProcess, startThread, readerStartsAfter, systemProxies, systemPrinters };
  const desk = await desks.openAsOwner({ folder, ...startOptions, awaitsTargetSelection: true, onEvent });
  try {
    await clearDownloads(folder);
  } catch (error) {
    // Remaining downloads are swept later: a disk that refuses deletions must not keep the desk from opening.
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
  const [storedLanguage, storedChoices] = choices.map(({ value }) => value);
  const defaults = {
    ...defaultSettings,
    lang: trackingLanguage(storedLanguage ?? (storedChoices as { language?: unknown } | null)?.language),
  };
  const values = Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => value !== defaults[name as keyof typeof defaults]),
  );
  return { values, choices, operators };
}

/**
 * Carries preferences over to another folder; one that was just created also gets the settings and the passphrase of
 * backups. `direction`: see `operators.take`, which may refuse.
 */
export async function carryPreferences(
  desk: Desk,
  preferences: Awaited<ReturnType<typeof preferencesToCarry>>,
  newFolder: { from: string; to: string } | null,
  direction: Pick<OperatorTransfer, 'goesLive' | 'comesFromLive'> = {},
): Promise<void> {
  const { values, choices, operators } = preferences;
  // First, since it may refuse: then nothing is carried over.
  await desk.ask('operators.take', { ...operators, ...direction });
  if (newFolder) copyCurrentKey(newFolder.from, newFolder.to);
  if (newFolder && Object.keys(values).length > 0) await desk.ask('settings.set', { values, chosenBefore: true });
  for (const { name, value } of choices) if (value !== null) await desk.ask('desk.remember', { name, value });
}

/** Whether settings change how a secret is sent. */
export function changesSecretHeader(input: unknown): boolean {
  const values = (input as { values?: Record<string, unknown> }).values ?? {};
  return Object.hasOwn(values, 'headerName');
}

/** The target of the live folder; if the folder cannot be read now, its last known target. */
export function liveBinding(folder: string, desks: OpenDesks | undefined) {
  let lastTarget: Target | null = null;
  const readTarget = (): Promise<Target | null> => boundTargetOf(folder, desks).catch(() => null);

  return {
    /**
     * Opens the current folder first. The desk of the live folder reports its own target, since a thread that only
     * reads would delay every start. In practice such a thread reads the live folder in parallel.
     */
    async openWith(mode: Mode, open: (mode: Mode) => Promise<Desk>): Promise<Desk> {
      const liveTarget = mode === 'live' ? null : readTarget();
      // oxlint-disable-next-line typescript/no-misused-promises -- what a finally answers is waited for
      const opened = await open(mode).finally(() => liveTarget);
      lastTarget = await (liveTarget ?? (opened.trouble() ? readTarget() : null));
      return opened;
    },
    /** `live`: the desk of the live folder, if that is open. */
    async current(live: Desk | null): Promise<Target | null> {
      const answer = live && (await live.call('target.get', {}));
      if (answer?.ok) lastTarget = (answer.value as Output<'target.get'>).bound;
      return lastTarget;
    },
  };
}

interface StateHost extends Pick<DeskState, 'host' | 'version' | 'printers'> {
  secrets: SecretStore;
  now: () => number;
}

interface StateSources extends Pick<DeskState, 'cannotDeliver'> {
  folderOf: (mode: Mode) => string;
  /** the live folder has delivered, or its target was set */
  isBound: boolean;
  warnings: (folder: string) => DeskState['warnings'] | Promise<DeskState['warnings']>;
}

/** The state of the open workspace for screens. */
export async function workspaceState(
  { host, version, printers, secrets, now }: StateHost,
  { service, mode }: WorkspaceState,
  { folderOf, isBound, warnings, cannotDeliver }: StateSources,
): Promise<DeskState> {
  const [folder, otherFolder] = [folderOf(mode), folderOf(otherMode(mode))];
  return {
    mode,
    live: service && { origin: service.address, account: service.account, bound: isBound },
    folder,
    otherFolder: (await holdsDesk(otherFolder)) ? otherFolder : null,
    host,
    version,
    secret: await secretStateOf(service, secrets),
    now: now(),
    warnings: await warnings(folder),
    cannotDeliver,
    printers,
  };
}

/** Services that a person of this machine has entered or confirmed. */
export interface TrustedTargets {
  knows: (target: string) => boolean;
  learn: (target: string) => void;
}

/**
 * A folder from elsewhere brings its service along: a secret goes there only if a person of this machine has entered
 * that service, or has read and confirmed it (`confirmed`). Throws ProblemError `target-unknown`.
 */
export function requireTrustedTarget(trusted: TrustedTargets, target: string, confirmed: boolean): void {
  if (confirmed) trusted.learn(target);
  else if (!trusted.knows(target))
    throw problem(
      'target-unknown',
      `This folder brought its service ${target} along, and nobody of this machine has named it. The secret was not kept.`,
      { bound: target },
    );
}
