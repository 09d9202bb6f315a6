import { type CreateKind, kindOfEndpoint } from '../../shared/creates/create-kinds.ts';
import type { KeySpace } from './practice-database.ts';

/** How the practice service handles a create, beyond its record in the contract. */
export interface PracticeCreate {
  /** namespace of its key */
  keySpace: KeySpace;
  /** an order repeats one of any kind in its family; omitted: only one of its own kind */
  family?: string;
  /** path of a second name by which the object is found */
  secondNamePath: readonly string[];
  /** the endpoint that reports its status */
  statusEndpoint: number | null;
  /** form of the answer's body; omitted: none */
  reply?: 'drop-ship-record' | 'label-record' | 'shipment' | 'receipt';
  /**
   * `comes`: its goods enter a warehouse; else they leave the warehouse at this path once the order is accepted
   * (`taken`) or its parcel has a number (`made`); omitted: neither
   */
  stock?: 'comes' | { warehousePath: readonly string[]; leavesWhen: 'taken' | 'made' };
  /** weight of a piece (grams), for orders that state no weights */
  pieceGrams?: number;
}

const importedNumberPath = ['Package', 'ImportTrackingNumber'];

/**
 * PackageId is one key space for all orders; declarations have their own, since they are made under the PackageId of an
 * existing order.
 */
export const practiceCreates: Readonly<Record<CreateKind, PracticeCreate>> = {
  'label-order': {
    keySpace: 'package',
    family: 'drop-ship',
    secondNamePath: importedNumberPath,
    statusEndpoint: 16,
    reply: 'label-record',
  },
  'drop-ship-order': {
    keySpace: 'package',
    family: 'drop-ship',
    secondNamePath: importedNumberPath,
    statusEndpoint: 16,
    reply: 'drop-ship-record',
  },
  'box-order': { keySpace: 'package', secondNamePath: importedNumberPath, statusEndpoint: 18 },
  declaration: { keySpace: 'declaration', secondNamePath: importedNumberPath, statusEndpoint: null },
  'outbound-order': {
    keySpace: 'package',
    secondNamePath: importedNumberPath,
    statusEndpoint: 11,
    stock: { warehousePath: ['WarehouseId'], leavesWhen: 'made' },
    pieceGrams: 250,
  },
  'batch-outbound-order': {
    keySpace: 'batch',
    secondNamePath: importedNumberPath,
    statusEndpoint: null,
    reply: 'receipt',
    stock: { warehousePath: ['WareHouseCode'], leavesWhen: 'taken' },
  },
  'fba-order': {
    keySpace: 'package',
    secondNamePath: importedNumberPath,
    statusEndpoint: 18,
    stock: { warehousePath: ['Location'], leavesWhen: 'made' },
  },
  'inbound-order': {
    keySpace: 'shipment',
    secondNamePath: importedNumberPath,
    statusEndpoint: 3,
    reply: 'shipment',
    stock: 'comes',
  },
  sku: { keySpace: 'sku', secondNamePath: ['CustomStorageNo'], statusEndpoint: null },
};

export function practiceCreateOf(endpoint: number): PracticeCreate {
  const kind = kindOfEndpoint(endpoint);
  const create = kind && practiceCreates[kind];
  if (!create) throw new RangeError(`the practice service makes nothing by endpoint ${endpoint}`);
  return create;
}

/** Whether a create at one endpoint can repeat an order made at the other. */
export function isSameFamily(first: number, second: number): boolean {
  const { family } = practiceCreateOf(first);
  return first === second || (family !== undefined && family === practiceCreateOf(second).family);
}
