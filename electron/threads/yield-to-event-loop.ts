import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Lets what has arrived meanwhile be done before who works slice by slice goes on. A capture that is read in one turn is written by an immediate of its
 * own, which comes after the one that is waited for here: with a single turn it would wait for a whole further slice.
 */
export async function yieldToEventLoop(): Promise<void> {
  await nextTurn();
  await nextTurn();
}
