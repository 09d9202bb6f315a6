import type { BackupState } from '../../../shared/contract/desk-procedures.ts';
import type { DeskState } from '../../../shared/contract/desk-state.ts';
import type { SupportFacts } from '../../../shared/contract/support-procedures.ts';
import type { SyncStatus } from '../../../shared/contract/sync-procedures.ts';
import { defaultSettings, type SettingName, type Settings } from '../../../shared/settings/settings.ts';
import type { LogRecord } from './log-record.ts';

/** Settings for support. Texts may name a person or a folder, so only whether they are set is included. */
export function summarizeSettings(settings: Settings): SupportFacts['settings'] {
  const names = Object.keys(defaultSettings) as SettingName[];
  return Object.fromEntries(
    names.map((name) => {
      const value = settings[name];
      return [name, typeof value === 'string' ? (value === defaultSettings[name] ? 'default' : 'set') : value];
    }),
  ) as SupportFacts['settings'];
}

/** Sources of a support file; null for those unavailable. */
export interface SupportSources {
  /** ms of the desk's clock */
  madeAt: number;
  program: {
    version: string;
    host: DeskState['host'];
    node: string;
    electron: string | null;
    platform: string;
    arch: string;
  };
  state: Pick<DeskState, 'mode' | 'warnings' | 'cannotDeliver' | 'secret' | 'printers'> | null;
  sync: SyncStatus | null;
  backups: BackupState | null;
  facts: SupportFacts | null;
  /** newest last */
  log: readonly LogRecord[];
}

/** Log records included: some weeks of a healthy desk, the last hours of a failing one. */
export const maxRecords = 2000;

/** Data that the file does not contain, listed in the file for its reader. */
const leftOut = [
  'entries: their keys, numbers, recipients, goods, prices and times; how many are in which state is told',
  'what the service answered and said',
  'texts among the settings: whether each is another than the default is told',
  'the secret, the address and the account of the service',
  'operators, their codes and PINs',
  'drafts, templates, memories, lists of SKUs and searches',
  'names of folders and files, of this machine and of its users',
  'messages of faults, and memory of the program',
];

/** Events that mean that the program or its page crashed. */
const crashes: readonly LogRecord['event'][] = ['crashed', 'page-gone'];

/**
 * The support file as it leaves the desk: readable JSON. Each value is picked by name and is a number, a value of a
 * fixed list or a time, so that it cannot contain entered data.
 */
export function supportFile({ madeAt, program, state, sync, backups, facts, log }: SupportSources): string {
  const time = (timeMs: number): string => new Date(timeMs).toISOString();
  return JSON.stringify(
    {
      made: time(madeAt),
      leftOut,
      program,
      desk: state && {
        mode: state.mode,
        secret: state.secret.set ? state.secret.keptIn : 'none',
        printers: state.printers,
        warnings: state.warnings.map(({ code }) => code),
        cannotDeliver: state.cannotDeliver?.kind ?? null,
      },
      sync: sync && {
        connection: sync.connection,
        since: time(sync.since),
        cause: sync.cause ?? null,
        paused: sync.pause?.why ?? null,
        pausedEndpoints: sync.pausedEndpoints.map(({ endpoint, status }) => ({ endpoint, status })),
        troubledEndpoints: sync.troubledEndpoints.map(({ endpoint, why, status, waiting }) => ({
          endpoint,
          why,
          status,
          waiting,
        })),
        underWay: sync.underWay,
        cannotWrite: sync.cannotWrite,
      },
      backups: backups && {
        chosen: backups.folder !== '',
        last: backups.last && { at: time(backups.last.at), ok: backups.last.ok },
        good: backups.good && { at: time(backups.good.at), entries: backups.good.entries },
        rehearsed: backups.rehearsal && {
          at: time(backups.rehearsal.at),
          ok: backups.rehearsal.failed === null,
        },
        locked: backups.lock !== null,
        fileSetAside: backups.rescued ? time(backups.rescued.at) : null,
      },
      folder: facts,
      lastCrash: log.findLast(({ event }) => crashes.includes(event)) ?? null,
      log,
    },
    null,
    1,
  );
}
