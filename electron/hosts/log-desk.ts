import type { DeskState } from '../../shared/contract/desk-state.ts';
import type { SyncStatus } from '../../shared/contract/sync-procedures.ts';
import type { ScreenDesk } from '../desk/calls/screen-desk.ts';
import { onFault } from '../platform/link/failure.ts';
import type { LogEntry } from '../platform/log/log-record.ts';
import type { Log } from '../platform/log/open-log.ts';

type LoggedState = Pick<DeskState, 'mode' | 'warnings' | 'cannotDeliver'>;

/** Log entries for the differences between two sync statuses. */
export function syncChanges(before: SyncStatus | null, after: SyncStatus): LogEntry[] {
  const entries: LogEntry[] = [];
  const cause = after.cause ?? null;
  if (before?.connection !== after.connection || (before.cause ?? null) !== cause)
    entries.push({ event: 'connection', is: after.connection, cause });
  if ((before?.pause?.why ?? null) !== (after.pause?.why ?? null))
    entries.push(after.pause ? { event: 'paused', why: after.pause.why } : { event: 'resumed' });

  const pausedDiff = diffByEndpoint(before?.pausedEndpoints, after.pausedEndpoints);
  for (const { endpoint, status } of pausedDiff.appeared) entries.push({ event: 'endpoint-paused', endpoint, status });
  for (const { endpoint } of pausedDiff.disappeared) entries.push({ event: 'endpoint-resumed', endpoint });
  const failingDiff = diffByEndpoint(before?.troubledEndpoints, after.troubledEndpoints);
  for (const { endpoint, why, status, waiting } of failingDiff.appeared)
    entries.push({ event: 'endpoint-ill', endpoint, why, status, waiting });
  for (const { endpoint } of failingDiff.disappeared) entries.push({ event: 'endpoint-well', endpoint });

  if ((before?.cannotWrite ?? false) !== after.cannotWrite)
    entries.push({ event: after.cannotWrite ? 'cannot-write' : 'writes-again' });
  return entries;
}

/** Log entries for the differences between two desk states. */
export function stateChanges(before: LoggedState | null, after: LoggedState): LogEntry[] {
  const entries: LogEntry[] = [];
  if (before?.mode !== after.mode) entries.push({ event: 'mode', mode: after.mode });
  const previousCodes = new Set(before?.warnings.map(({ code }) => code));
  const currentCodes = new Set(after.warnings.map(({ code }) => code));
  for (const code of currentCodes) if (!previousCodes.has(code)) entries.push({ event: 'warning', code });
  for (const code of previousCodes) if (!currentCodes.has(code)) entries.push({ event: 'warning-over', code });
  if (before?.cannotDeliver?.kind !== after.cannotDeliver?.kind) {
    const kind = after.cannotDeliver?.kind;
    if (kind) entries.push({ event: 'cannot-deliver', kind });
    else if (before?.cannotDeliver) entries.push({ event: 'delivers-again' });
  }
  return entries;
}

function diffByEndpoint<T extends { endpoint: number }>(before: readonly T[] = [], after: readonly T[]) {
  const isListed = (list: readonly T[], { endpoint }: T): boolean => list.some((one) => one.endpoint === endpoint);
  return {
    appeared: after.filter((one) => !isListed(before, one)),
    disappeared: before.filter((one) => !isListed(after, one)),
  };
}

/**
 * Logs changes of a desk with screens: connection, failing endpoints, warnings, faults of its threads. A crash of the
 * program is written immediately. The returned function ends the log.
 */
export function logDesk({ call, onEvent }: Pick<ScreenDesk, 'call' | 'onEvent'>, log: Log): () => Promise<void> {
  let status: SyncStatus | null = null;
  let state: DeskState | null = null;
  let polling: Promise<void> | null = null;
  let isChanged = false;

  async function poll(): Promise<void> {
    while (isChanged) {
      isChanged = false;
      const result = await call('desk.state', {});
      if (!result.ok) continue;
      const newState = result.value as DeskState;
      for (const entry of stateChanges(state, newState)) log.write(entry);
      state = newState;
    }
  }

  function pollSoon(): void {
    isChanged = true;
    polling ??= poll().finally(() => (polling = null));
  }

  onEvent(({ event }) => {
    if (event.kind === 'sync') {
      for (const entry of syncChanges(status, event.status)) log.write(entry);
      status = event.status;
    } else if (event.kind === 'desk') pollSoon();
  });
  const unsubscribe = onFault((fault) => log.write(fault));
  const logCrash = (error: unknown): void => log.crash(error);
  process.on('uncaughtExceptionMonitor', logCrash);
  pollSoon();

  return async () => {
    unsubscribe();
    process.off('uncaughtExceptionMonitor', logCrash);
    log.write({ event: 'ended' });
    await log.close();
  };
}
