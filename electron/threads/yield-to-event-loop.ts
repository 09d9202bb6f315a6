import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Yields two turns of the event loop, so that a pending capture commits before a batch job continues: the capture read
 * in the first turn is written by an immediate queued after the one awaited here, and would wait for another whole
 * batch after a single turn.
 */
export async function yieldToEventLoop(): Promise<void> {
  await nextTurn();
  await nextTurn();
}
