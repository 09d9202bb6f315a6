import { AsyncLocalStorage } from 'node:async_hooks';

const callers = new AsyncLocalStorage<string>();

/**
 * Runs the answer to a call of this caller: a window, or a page of a browser. A caller decides nothing; it only has a
 * turn of its own where callers wait for each other.
 */
export const asCaller = <T>(caller: string, answer: () => T): T => callers.run(caller, answer);

/** Who made the call being answered; empty: the host itself. */
export const callerNow = (): string => callers.getStore() ?? '';
