import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Runs a callback once after a delay (ms); the returned function cancels it. Pending input is processed first: after a
 * hung disk or a sleep of the machine, a timeout would otherwise fire before the answer already received is read, and
 * report silence.
 */
export function after(ms: number, run: () => void): () => void {
  let immediate: NodeJS.Immediate | undefined;
  const timeout = setTimeout(() => (immediate = setImmediate(run)), ms);
  return () => {
    clearTimeout(timeout);
    clearImmediate(immediate);
  };
}

/**
 * Yields two turns of the event loop, so that a pending capture commits before a batch job continues: the capture read
 * in the first turn is written by an immediate queued after the one awaited here, and would wait for another whole
 * batch after a single turn.
 */
export async function yieldToEventLoop(): Promise<void> {
  await nextTurn();
  await nextTurn();
}
