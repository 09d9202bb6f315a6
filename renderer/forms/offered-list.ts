import type { ListName } from '../../shared/contract/memory-procedures.ts';
import { lastName } from '../../shared/path/path.ts';

const lists: Readonly<Record<string, ListName>> = {
  ServiceCode: 'services',
  WarehouseId: 'warehouses',
  WareHouseCode: 'warehouses',
  WarehouseCode: 'warehouses',
  Country: 'countries',
  Sku: 'skus',
  OriginalSku: 'skus',
  Location: 'locations',
  ShippingType: 'shippingTypes',
};

/** The list whose codes and names are suggested for this field; a SKU being created is in no list yet. */
export function suggestionSourceOf(path: string): ListName | undefined {
  const name = lastName(path);
  return path !== 'Sku' && Object.hasOwn(lists, name) ? lists[name] : undefined;
}
