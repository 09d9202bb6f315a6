import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The operator of the live folder who approved the change of folder in progress. No input of a call contains it, so
 * that no page can forge it.
 */
const allowed = new AsyncLocalStorage<string>();

export const goingLiveAllowedBy = (): string | null => allowed.getStore() ?? null;
export const asAllowedBy = <T>(name: string, act: () => Promise<T>): Promise<T> => allowed.run(name, act);
