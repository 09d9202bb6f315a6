import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The operator of the live folder who approved the change of folder in progress. No input of a call contains it, so
 * that no page can forge it.
 */
const approverStore = new AsyncLocalStorage<string>();

export const goLiveApprover = (): string | null => approverStore.getStore() ?? null;
export const withGoLiveApprover = <T>(name: string, act: () => Promise<T>): Promise<T> => approverStore.run(name, act);
