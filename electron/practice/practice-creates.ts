import type { CreateKind } from '../../shared/creates/create-kinds.ts';
import type { Shelf } from './shelf.ts';

/** What the practice service knows of a create beyond its record. */
export interface PracticeCreate {
  /** where its things stand: a key is unique within a shelf */
  shelf: Shelf;
  /** orders of one family answer for a repeat of each other; its own kind where none is said */
  family?: string;
  /** a second name it is found by */
  also: readonly string[];
  /** the status that tells of it */
  toldBy: number | null;
}

const importedNumber = ['Package', 'ImportTrackingNumber'];

/**
 * PackageId is one namespace for all orders; a declaration has its own, since it is made under the PackageId of an order that is there.
 */
export const practiceCreates: Readonly<Record<CreateKind, PracticeCreate>> = {
  'label-order': { shelf: 'package', family: 'drop-ship', also: importedNumber, toldBy: 16 },
  'drop-ship-order': { shelf: 'package', family: 'drop-ship', also: importedNumber, toldBy: 16 },
  'box-order': { shelf: 'package', also: importedNumber, toldBy: 18 },
  declaration: { shelf: 'declaration', also: importedNumber, toldBy: null },
  'outbound-order': { shelf: 'package', also: importedNumber, toldBy: 11 },
  'batch-outbound-order': { shelf: 'batch', also: importedNumber, toldBy: null },
  'fba-order': { shelf: 'package', also: importedNumber, toldBy: 18 },
  'inbound-order': { shelf: 'shipment', also: importedNumber, toldBy: 3 },
  sku: { shelf: 'sku', also: ['CustomStorageNo'], toldBy: null },
};
