import { createOf, endpointOfKind, type CreateKind, type CreateNumber } from '../../shared/creates/create-kinds.ts';

export { createKinds as importKindNames, isCreateKind as isImportKind } from '../../shared/creates/create-kinds.ts';
export type ImportKind = CreateKind;

/** The create that rows of a spreadsheet become, and its plural in sentences. */
export function importKind(kind: ImportKind): { endpoint: CreateNumber; plural: string } {
  const endpoint = endpointOfKind[kind];
  return { endpoint, plural: createOf(endpoint).plural };
}
