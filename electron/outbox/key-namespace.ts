import { borrowing, borrowsKey } from '../../shared/creates/create-kinds.ts';

/** Keys of one kind are one namespace, but what is made under a borrowed key has a namespace of its own: the same number for each. */
export const keyNamespace = (endpoint: number): number => (borrowsKey(endpoint) ? endpoint : 0);

/** The same in SQL, of the row's `endpoint`. */
export const keyNamespaceOfRow = `iif(endpoint IN (${borrowing.join(', ')}), endpoint, 0)`;
