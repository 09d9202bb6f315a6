import { folderStopCodes, type DeskState } from '../../shared/contract/desk-state.ts';
import type { Problem } from '../../shared/contract/problem.ts';
import type { SyncStatus } from '../../shared/contract/sync-procedures.ts';
import type { Catalogue } from '../texts/catalogue.ts';

type BannerCode = Exclude<
  keyof Catalogue['banner'],
  'kindPaused' | 'kindTroubled' | 'details' | 'otherComputer' | 'laterState' | 'reopen'
>;

export interface BannerToShow {
  code: BannerCode;
  tone: 'no' | 'ask';
  params: Readonly<Record<string, string | number>>;
  /**
   * What the button does: retry now, open the settings, or reopen a folder the desk refused. `none`: the cause is
   * outside the desk.
   */
  remedy: 'try' | 'settings' | 'reopen' | 'none';
  details: string;
  /** The problem that the banner's sentence describes, if there is one. */
  problem?: Problem;
}

const codesFixedInSettings: ReadonlySet<string> = new Set(['unauthorized', 'redirect', 'tls']);

const warningsFixedInSettings: ReadonlySet<string> = new Set(['setting', 'rescued', 'rehearsal-failed']);

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
export function chooseBanner(
  { isAnswering, isAuthorized }: { isAnswering: boolean; isAuthorized: boolean },
  sync: SyncStatus | null,
  desk: DeskState | null,
): BannerToShow | null {
  if (!isAuthorized) return { code: 'not-let-in', tone: 'no', remedy: 'none', details: '', params: {} };
  if (!isAnswering) return { code: 'gone', tone: 'no', remedy: 'none', details: '', params: {} };
  const stopWarning = desk?.warnings.find(({ code }) => folderStopCodes.some((one) => one === code));
  if (stopWarning)
    return {
      ...stopWarning,
      tone: 'no',
      remedy: stopWarning.code === 'folder-superseded' ? 'reopen' : 'none',
      details: '',
    };
  const warning = desk?.warnings[0];
  if (warning?.code === 'cannot-save') return cannotSave(warning.params);
  if (sync?.pause) {
    const { why, message } = sync.pause;
    return {
      code: why,
      tone: 'no',
      remedy: codesFixedInSettings.has(why) ? 'settings' : 'try',
      details: message,
      params: {},
    };
  }
  if (desk?.cannotDeliver) return cannotDeliver(desk.cannotDeliver);
  if (sync?.connection === 'stopped') return { code: 'stopped', tone: 'ask', remedy: 'none', details: '', params: {} };
  if (!warning) return null;
  if (warning.code === 'journal' && warning.params['reason'] === 'away')
    return { ...warning, code: 'journal-away', tone: 'ask', remedy: 'settings', details: '' };
  if (warning.code === 'disk' && warning.params['reason'] === 'unknown')
    return { ...warning, code: 'disk-unknown', tone: 'ask', remedy: 'none', details: '' };
  return {
    ...warning,
    tone: 'ask',
    remedy: warningsFixedInSettings.has(warning.code) ? 'settings' : 'none',
    details: '',
  };
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
  const isSettingProblem = problem.kind === 'bad-setting' || problem.kind === 'bad-address';
  const code = isSettingProblem ? 'cannot-deliver-as-set' : 'cannot-deliver';
  return { code, tone: 'no', remedy: isSettingProblem ? 'settings' : 'none', details: '', params: {}, problem };
}
