import type { CreateKind } from '../../shared/creates/create-kinds.ts';
import type { KeySpace } from './key-space.ts';

/** What the practice service knows of a create beyond its record. */
export interface PracticeCreate {
  /** where its things stand: a key is unique within a shelf */
  keySpace: KeySpace;
  /** orders of one family answer for a repeat of each other; its own kind where none is said */
  family?: string;
  /** a second name it is found by */
  also: readonly string[];
  /** the status that tells of it */
  statusEndpoint: number | null;
  /** what answers it; left out: nothing but a status */
  reply?: 'drop-ship-record' | 'label-record' | 'shipment' | 'receipt';
  /** whether its goods come into a warehouse, or leave the one that stands there, as soon as they are `taken` or as the parcel is made */
  stock?: 'comes' | { leaves: readonly string[]; once: 'taken' | 'made' };
  /** what a piece weighs whose order says nothing of weight (grams) */
  pieceWeighs?: number;
}

const importedNumber = ['Package', 'ImportTrackingNumber'];

/**
 * PackageId is one namespace for all orders; a declaration has its own, since it is made under the PackageId of an order that is there.
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
