import type { CreateNumber } from '../../shared/service/endpoints.ts';

export type Shelf = 'package' | 'declaration' | 'shipment' | 'batch' | 'sku';

/**
 * Where the things of a create stand: a key is unique within its shelf. PackageId is one namespace for all orders; a
 * declaration has its own, since it is made under the PackageId of an order that is there.
 */
export const shelfOf: Readonly<Record<CreateNumber, Shelf>> = {
  1: 'package',
  2: 'package',
  4: 'shipment',
  6: 'package',
  7: 'declaration',
  8: 'batch',
  9: 'package',
  10: 'package',
  15: 'sku',
};

/** Orders that one status endpoint (16) tells of, so that one may answer a repeat of the other. */
const dropShip: readonly CreateNumber[] = [1, 2];

export const sameKind = (one: CreateNumber, other: CreateNumber): boolean =>
  one === other || (dropShip.includes(one) && dropShip.includes(other));
