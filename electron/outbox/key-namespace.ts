import { borrowing, borrowsKey } from '../../shared/creates/create-kinds.ts';

/**
 * Keys of one kind share one namespace, except that each create under a borrowed key has its own; equal numbers share
 * one.
 */
export const keyNamespace = (endpoint: number): number => (borrowsKey(endpoint) ? endpoint : 0);

/** The same in SQL, for the row's `endpoint`. */
export const keyNamespaceOfRow = `iif(endpoint IN (${borrowing.join(', ')}), endpoint, 0)`;
