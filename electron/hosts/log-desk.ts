import type { DeskState } from '../../shared/contract/desk-state.ts';
import type { SyncStatus } from '../../shared/contract/sync-procedures.ts';
import { stateChanges, syncChanges } from '../log/observe-desk.ts';
import type { Log } from '../log/open-log.ts';
import { onFault } from '../rpc/transport/failure.ts';
import type { ScreenDesk } from '../rpc/screens/screen-desk.ts';

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
