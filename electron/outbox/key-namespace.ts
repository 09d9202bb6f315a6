import { borrowingCreates, borrowsKey } from '../../shared/creates/create-kinds.ts';

/** The namespace of an endpoint's keys: one (0) for all, except that each create under a borrowed key has its own. */
export const keyNamespace = (endpoint: number): number => (borrowsKey(endpoint) ? endpoint : 0);

/** The same in SQL, for the row's `endpoint`. */
export const keyNamespaceOfRow = `iif(endpoint IN (${borrowingCreates.join(', ')}), endpoint, 0)`;
