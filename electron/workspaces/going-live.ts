import { AsyncLocalStorage } from 'node:async_hooks';

/** Of the operators of the live folder who allowed the change of folder that is under way: no input of a call says it, so that no page can. */
const allowed = new AsyncLocalStorage<string>();

export const goingLiveAllowedBy = (): string | null => allowed.getStore() ?? null;
export const asAllowedBy = <T>(name: string, act: () => Promise<T>): Promise<T> => allowed.run(name, act);
