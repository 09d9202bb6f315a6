import { createOf, endpointOfKind, type CreateKind, type CreateNumber } from '../../shared/creates/create-kinds.ts';

export { createKinds as importKindNames, isCreateKind as isImportKind } from '../../shared/creates/create-kinds.ts';
export type ImportKind = CreateKind;

/** What the rows of a spreadsheet become, and how they are called in sentences. */
export function importKind(kind: ImportKind): { endpoint: CreateNumber; plural: string } {
  const endpoint = endpointOfKind[kind];
  return { endpoint, plural: createOf(endpoint).plural };
}
