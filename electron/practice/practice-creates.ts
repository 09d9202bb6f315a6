import { type CreateKind, kindOfEndpoint } from '../../shared/creates/create-kinds.ts';
import type { KeySpace } from './practice-database.ts';

/** What the practice service knows of a create beyond its record. */
export interface PracticeCreate {
  /** namespace of its key */
  keySpace: KeySpace;
  /** orders of one family answer a repeat of each other; default: only its own kind */
  family?: string;
  /** path of a second name to find it by */
  also: readonly string[];
  /** the endpoint that reports its status */
  statusEndpoint: number | null;
  /** form of its reply; default: status only */
  reply?: 'drop-ship-record' | 'label-record' | 'shipment' | 'receipt';
  /**
   * whether its goods enter a warehouse, or leave the one at this path as soon as the order is `taken` or the parcel is
   * made
   */
  stock?: 'comes' | { leaves: readonly string[]; once: 'taken' | 'made' };
  /** weight of a piece if the order states none (grams) */
  pieceWeighs?: number;
}

const importedNumber = ['Package', 'ImportTrackingNumber'];

/**
 * PackageId is one namespace for all orders; a declaration has its own, since it is made under the PackageId of an
 * existing order.
 */
export const practiceCreates: Readonly<Record<CreateKind, PracticeCreate>> = {
  'label-order': {
    keySpace: 'package',
    family: 'drop-ship',
    also: importedNumber,
    statusEndpoint: 16,
    reply: 'label-record',
  },
  'drop-ship-order': {
    keySpace: 'package',
    family: 'drop-ship',
    also: importedNumber,
    statusEndpoint: 16,
    reply: 'drop-ship-record',
  },
  'box-order': { keySpace: 'package', also: importedNumber, statusEndpoint: 18 },
  declaration: { keySpace: 'declaration', also: importedNumber, statusEndpoint: null },
  'outbound-order': {
    keySpace: 'package',
    also: importedNumber,
    statusEndpoint: 11,
    stock: { leaves: ['WarehouseId'], once: 'made' },
    pieceWeighs: 250,
  },
  'batch-outbound-order': {
    keySpace: 'batch',
    also: importedNumber,
    statusEndpoint: null,
    reply: 'receipt',
    stock: { leaves: ['WareHouseCode'], once: 'taken' },
  },
  'fba-order': {
    keySpace: 'package',
    also: importedNumber,
    statusEndpoint: 18,
    stock: { leaves: ['Location'], once: 'made' },
  },
  'inbound-order': { keySpace: 'shipment', also: importedNumber, statusEndpoint: 3, reply: 'shipment', stock: 'comes' },
  sku: { keySpace: 'sku', also: ['CustomStorageNo'], statusEndpoint: null },
};

export function practiceCreateOf(endpoint: number): PracticeCreate {
  const kind = kindOfEndpoint(endpoint);
  const create = kind && practiceCreates[kind];
  if (!create) throw new RangeError(`the practice service makes nothing by endpoint ${endpoint}`);
  return create;
}

/** Whether an order of one endpoint can answer a repeat by the other. */
export function sameFamily(one: number, other: number): boolean {
  const { family } = practiceCreateOf(one);
  return one === other || (family !== undefined && family === practiceCreateOf(other).family);
}
