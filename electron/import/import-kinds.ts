import type { CreateNumber } from '../../shared/service/endpoints.ts';

/** What a spreadsheet can be imported as: name on the command line → the create its rows become, and how it is called. */
export const importKinds = {
  'label-order': { endpoint: 2, plural: 'Label orders' },
} as const satisfies Record<string, { endpoint: CreateNumber; plural: string }>;

export type ImportKind = keyof typeof importKinds;

export const isImportKind = (name: string): name is ImportKind => Object.hasOwn(importKinds, name);
