import { endpointOfKind, type CreateKind } from '../../shared/create-kinds.ts';
import type { CreateNumber } from '../../shared/service/endpoints.ts';

export { createKinds as importKindNames, isCreateKind as isImportKind } from '../../shared/create-kinds.ts';
export type ImportKind = CreateKind;

const plurals: Record<ImportKind, string> = {
  'label-order': 'Label orders',
  'drop-ship-order': 'Drop-ship orders',
  'box-order': 'Box orders',
  declaration: 'Declarations',
  'outbound-order': 'Outbound orders',
  'batch-outbound-order': 'Batch outbound orders',
  'fba-order': 'FBA orders',
  'inbound-order': 'Inbound orders',
  sku: 'SKUs',
};

/** What the rows of a spreadsheet become, and how they are called in sentences. */
export const importKind = (kind: ImportKind): { endpoint: CreateNumber; plural: string } => ({
  endpoint: endpointOfKind[kind],
  plural: plurals[kind],
});
