import type { DeskState } from '../../shared/contract/desk-state.ts';
import type { SyncStatus } from '../../shared/contract/sync-procedures.ts';
import type { ScreenDesk } from '../desk/calls/screen-desk.ts';
import { onFault } from '../platform/link/failure.ts';
import type { LogEntry } from '../platform/log/log-record.ts';
import type { Log } from '../platform/log/open-log.ts';

type Seen = Pick<DeskState, 'mode' | 'warnings' | 'cannotDeliver'>;

/** Log entries for the differences between two sync statuses. */
export function syncChanges(before: SyncStatus | null, after: SyncStatus): LogEntry[] {
  const entries: LogEntry[] = [];
  const cause = after.cause ?? null;
  if (before?.connection !== after.connection || (before.cause ?? null) !== cause)
    entries.push({ event: 'connection', is: after.connection, cause });
  if ((before?.pause?.why ?? null) !== (after.pause?.why ?? null))
    entries.push(after.pause ? { event: 'paused', why: after.pause.why } : { event: 'resumed' });

  const paused = diffByEndpoint(before?.pausedEndpoints, after.pausedEndpoints);
  for (const { endpoint, status } of paused.came) entries.push({ event: 'endpoint-paused', endpoint, status });
  for (const { endpoint } of paused.went) entries.push({ event: 'endpoint-resumed', endpoint });
  const ill = diffByEndpoint(before?.troubledEndpoints, after.troubledEndpoints);
  for (const { endpoint, why, status, waiting } of ill.came)
    entries.push({ event: 'endpoint-ill', endpoint, why, status, waiting });
  for (const { endpoint } of ill.went) entries.push({ event: 'endpoint-well', endpoint });

  if ((before?.cannotWrite ?? false) !== after.cannotWrite)
    entries.push({ event: after.cannotWrite ? 'cannot-write' : 'writes-again' });
  return entries;
}

/** Log entries for the differences between two desk states. */
export function stateChanges(before: Seen | null, after: Seen): LogEntry[] {
  const entries: LogEntry[] = [];
  if (before?.mode !== after.mode) entries.push({ event: 'mode', mode: after.mode });
  const had = new Set(before?.warnings.map(({ code }) => code));
  const has = new Set(after.warnings.map(({ code }) => code));
  for (const code of has) if (!had.has(code)) entries.push({ event: 'warning', code });
  for (const code of had) if (!has.has(code)) entries.push({ event: 'warning-over', code });
  if (before?.cannotDeliver?.kind !== after.cannotDeliver?.kind) {
    const kind = after.cannotDeliver?.kind;
    if (kind) entries.push({ event: 'cannot-deliver', kind });
    else if (before?.cannotDeliver) entries.push({ event: 'delivers-again' });
  }
  return entries;
}

function diffByEndpoint<T extends { endpoint: number }>(before: readonly T[] = [], after: readonly T[]) {
  const among = (list: readonly T[], { endpoint }: T): boolean => list.some((one) => one.endpoint === endpoint);
  return {
    came: after.filter((one) => !among(before, one)),
    went: before.filter((one) => !among(after, one)),
  };
}

/**
 * Logs a desk with screens, from its events: connection, failing endpoints, warnings, faults of its threads. A crash of
 * the program is written immediately. The returned function ends the log.
 */
export function logDesk({ call, onEvent }: Pick<ScreenDesk, 'call' | 'onEvent'>, log: Log): () => Promise<void> {
  let status: SyncStatus | null = null;
  let state: DeskState | null = null;
  let asking: Promise<void> | null = null;
  let isChanged = false;

  async function poll(): Promise<void> {
    while (isChanged) {
      isChanged = false;
      const result = await call('desk.state', {});
      if (!result.ok) continue;
      const now = result.value as DeskState;
      for (const entry of stateChanges(state, now)) log.write(entry);
      state = now;
    }
  }

  function pollSoon(): void {
    isChanged = true;
    asking ??= poll().finally(() => (asking = null));
  }

  onEvent(({ event }) => {
    if (event.kind === 'sync') {
      for (const entry of syncChanges(status, event.status)) log.write(entry);
      status = event.status;
    } else if (event.kind === 'desk') pollSoon();
  });
  const unsubscribe = onFault((fault) => log.write(fault));
  const crash = (error: unknown): void => log.crash(error);
  process.on('uncaughtExceptionMonitor', crash);
  pollSoon();

  return async () => {
    unsubscribe();
    process.off('uncaughtExceptionMonitor', crash);
    log.write({ event: 'ended' });
    await log.close();
  };
}
