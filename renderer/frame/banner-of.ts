import { folderStopCodes, type DeskState } from '../../shared/contract/desk-state.ts';
import type { Problem } from '../../shared/contract/problem.ts';
import type { SyncStatus } from '../../shared/contract/sync-procedures.ts';
import type { Catalogue } from '../texts/catalogue.ts';

type Code = Exclude<
  keyof Catalogue['banner'],
  'kindPaused' | 'kindTroubled' | 'details' | 'otherComputer' | 'laterState' | 'reopen'
>;

export interface BannerToShow {
  code: Code;
  tone: 'no' | 'ask';
  params: Readonly<Record<string, string | number>>;
  /**
   * What the button does: retry now, open the settings, or resume in a refused folder; `none` if the cause is outside
   * the desk.
   */
  remedy: 'try' | 'settings' | 'reopen' | 'none';
  details: string;
  /** The problem its sentence describes, if there is one. */
  problem?: Problem;
}

const settingsHelp: ReadonlySet<string> = new Set(['unauthorized', 'redirect', 'tls']);

const inSettings: ReadonlySet<string> = new Set(['setting', 'rescued', 'rehearsal-failed']);

/**
 * Paused and failing endpoints to show. While the service is unreachable, that is shown once with its cause instead of
 * per endpoint.
 */
export function endpointsToShow(sync: SyncStatus | null): Pick<SyncStatus, 'pausedEndpoints' | 'troubledEndpoints'> {
  if (!sync) return { pausedEndpoints: [], troubledEndpoints: [] };
  const { pausedEndpoints, troubledEndpoints, connection } = sync;
  return { pausedEndpoints, troubledEndpoints: connection === 'offline' ? [] : troubledEndpoints };
}

/** The most severe condition that stops all work, or null if there is none. */
export function bannerOf(
  { answers, isAuthorized }: { answers: boolean; isAuthorized: boolean },
  sync: SyncStatus | null,
  desk: DeskState | null,
): BannerToShow | null {
  if (!isAuthorized) return { code: 'not-let-in', tone: 'no', remedy: 'none', details: '', params: {} };
  if (!answers) return { code: 'gone', tone: 'no', remedy: 'none', details: '', params: {} };
  const stop = desk?.warnings.find(({ code }) => folderStopCodes.some((one) => one === code));
  if (stop) return { ...stop, tone: 'no', remedy: stop.code === 'folder-superseded' ? 'reopen' : 'none', details: '' };
  const warning = desk?.warnings[0];
  if (warning?.code === 'cannot-save') return cannotSave(warning.params);
  if (sync?.pause) {
    const { why, message } = sync.pause;
    return { code: why, tone: 'no', remedy: settingsHelp.has(why) ? 'settings' : 'try', details: message, params: {} };
  }
  if (desk?.cannotDeliver) return cannotDeliver(desk.cannotDeliver);
  if (sync?.connection === 'stopped') return { code: 'stopped', tone: 'ask', remedy: 'none', details: '', params: {} };
  if (!warning) return null;
  if (warning.code === 'journal' && warning.params['reason'] === 'away')
    return { ...warning, code: 'journal-away', tone: 'ask', remedy: 'settings', details: '' };
  if (warning.code === 'disk' && warning.params['reason'] === 'unknown')
    return { ...warning, code: 'disk-unknown', tone: 'ask', remedy: 'none', details: '' };
  return { ...warning, tone: 'ask', remedy: inSettings.has(warning.code) ? 'settings' : 'none', details: '' };
}

function cannotSave(params: BannerToShow['params']): BannerToShow {
  const problem: Problem = {
    kind: params['reason'] === 'damaged' ? 'damaged' : 'disk',
    message: '',
    params: { ...params },
  };
  return { code: 'cannot-save', tone: 'no', remedy: 'none', details: '', params, problem };
}

function cannotDeliver(problem: Problem): BannerToShow {
  const bySettings = problem.kind === 'bad-setting' || problem.kind === 'bad-address';
  const code = bySettings ? 'cannot-deliver-as-set' : 'cannot-deliver';
  return { code, tone: 'no', remedy: bySettings ? 'settings' : 'none', details: '', params: {}, problem };
}
