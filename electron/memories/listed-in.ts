import type { ListName } from '../../shared/contract/memory-procedures.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { goodsIn } from './goods-in.ts';

const places: readonly (readonly [ListName, readonly string[]])[] = [
  ['services', ['ServiceCode']],
  ['services', ['Package', 'ServiceCode']],
  ['warehouses', ['WarehouseId']],
  ['warehouses', ['WareHouseCode']],
  ['warehouses', ['WarehouseCode']],
  ['locations', ['Location']],
  ['shippingTypes', ['ShippingType']],
  ['countries', ['ShipToAddress', 'Country']],
  ['countries', ['Package', 'ShipToAddress', 'Country']],
];

/** Codes a create uses, each with its list and the name the create gives it, if any. */
export function listedIn(endpoint: number, body: unknown): { list: ListName; code: string; name: string }[] {
  const named = places.flatMap(([list, place]) => {
    const code = valueAt(body, place);
    return typeof code === 'string' && code.trim() !== '' ? [{ list, code, name: '' }] : [];
  });
  const skus = goodsIn(endpoint, body).flatMap(({ Sku, ProductName, DeclareNameEn }) =>
    typeof Sku === 'string'
      ? [{ list: 'skus' as const, code: Sku, name: String(ProductName ?? DeclareNameEn ?? '') }]
      : [],
  );
  return [...named, ...skus];
}
