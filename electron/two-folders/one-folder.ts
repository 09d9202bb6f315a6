import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DeskEvent } from '../../shared/desk-events.ts';
import type { Target } from '../../shared/sync-procedures.ts';
import { problem } from '../../shared/problem.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { trackingLanguage } from '../../shared/tracking-language.ts';
import { deskFile } from '../database/open-desk.ts';
import type { Desk, DeskOptions } from '../desk.ts';
import { diskProblem } from '../database/disk-problem.ts';
import { problemOf } from '../rpc/failure.ts';
import type { DeskState } from '../../shared/desk-state.ts';
import { chooseTarget } from '../rpc/choose-target.ts';
import { clearMadeFiles } from '../rpc/made-files.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { checkAddress } from '../service/check-address.ts';
import { inWorkers, type OpenDesks } from './open-desks.ts';
import type { Mode, Place } from './place.ts';

export type Service = NonNullable<Place['service']>;

/** Throws ProblemError `bad-address` where an older version kept an address this one does not take. */
export const targetNameOf = ({ address, account }: Service): string => chooseTarget(address, account, null).name;

export async function hasSecret(service: Service, secrets: SecretStore): Promise<boolean> {
  return checkAddress(service.address).ok && (await secrets.read(targetNameOf(service))) !== null;
}

export const isDesk = (folder: string): boolean => existsSync(join(folder, deskFile));

/** Where a folder that nobody works on is bound; null for none, and where it holds no desk. */
export async function boundTargetOf(folder: string, { read }: OpenDesks = inWorkers): Promise<Target | null> {
  if (!isDesk(folder)) return null;
  const reader = await read({ folder });
  try {
    return (await reader.ask('target.get', {})).bound;
  } finally {
    await reader.close();
  }
}

/** Whether a folder that nobody works on was restored before anybody could know where it delivers. */
export async function deliversNobodyKnowsWhere(folder: string, { read }: OpenDesks = inWorkers): Promise<boolean> {
  const reader = await read({ folder });
  try {
    return (await reader.ask('target.get', {})).unknown;
  } finally {
    await reader.close();
  }
}

/** Opens one of the folders. Rejects as `keepDesk`. */
export async function openFolder(
  options: DeskOptions,
  heard: (event: DeskEvent) => void,
  { keep }: OpenDesks = inWorkers,
): Promise<Desk> {
  const { folder } = options;
  const desk = await keep(options);
  desk.onEvent(({ event }) => heard(event));
  try {
    await clearMadeFiles(folder);
  } catch (error) {
    // what lies there still is swept later; a disk that lets nothing be taken away must not keep the desk from opening
    if (diskProblem(error, folder)) return desk;
    await desk.close();
    throw error;
  }
  return desk;
}

/** What troubles a folder. Where its desk does not answer, nothing can be saved, and why. */
export async function warningsOf(desk: Desk, folder: string): Promise<DeskState['warnings']> {
  try {
    return (await desk.ask('desk.warnings', {})).warnings;
  } catch (error) {
    const { kind, params } = desk.trouble() ?? problemOf(error);
    return [{ code: 'cannot-save', params: { folder, reason: kind === 'damaged' ? kind : 'stopped', ...params } }];
  }
}

/**
 * Lets the desk deliver: to practice, or to the service with its secret. Throws ProblemError `other-target` where the folder is
 * bound elsewhere; a practice folder that is, delivers nothing.
 */
export async function deliver(desk: Desk, mode: Mode, service: Service | null, secrets: SecretStore): Promise<void> {
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
  // without its header the service would only answer that it knows nobody of this name
  if (value !== null && unusable)
    throw problem('bad-setting', 'The name of the secret header that is set cannot be used.', unusable.params);
  await desk.ask('sync.start', {
    service: service.address,
    account: service.account,
    ...(value !== null && headerName !== '' && { secret: { name: headerName, value } }),
  });
}

/** How screens look and how its scanner is heard, by the names screens keep them under. */
const choiceNames = ['choices', 'scanner'];

/** What a person has set at a desk, and who works at it: what the other folder takes over. */
export async function habitsOf(desk: Desk) {
  const settings = await desk.ask('settings.get', {});
  const choices = await Promise.all(
    choiceNames.map(async (name) => ({ name, value: (await desk.ask('desk.recall', { name })).value })),
  );
  const operators = await desk.ask('operators.hand', {});
  const [ofScreens] = choices.map(({ value }) => (value as { language?: unknown } | null)?.language);
  const usual = { ...defaultSettings, lang: trackingLanguage(ofScreens) };
  const values = Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => value !== usual[name as keyof typeof usual]),
  );
  return { values, choices, operators };
}

/** `fresh`: the folder has just been made, and begins with the settings too. */
export async function takeOver(
  desk: Desk,
  { values, choices, operators }: Awaited<ReturnType<typeof habitsOf>>,
  fresh: boolean,
): Promise<void> {
  if (fresh && Object.keys(values).length > 0) await desk.ask('settings.set', { values });
  for (const { name, value } of choices) if (value !== null) await desk.ask('desk.remember', { name, value });
  await desk.ask('operators.take', operators);
}

/** Settings that decide how a secret is sent. */
export function setsHeader(input: unknown): boolean {
  const values = (input as { values?: Record<string, unknown> }).values ?? {};
  return Object.hasOwn(values, 'headerName');
}
