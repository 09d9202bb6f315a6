import { inventoryBodyFormRecord, inventoryRecord } from '../../shared/service/inventory.ts';

/** Endpoint 19 has its SKUs in the URL: few enough for every server and proxy on the way. */
const maxInAddress = 50;
const longestAddress = 1500;
/** SKUs per request of endpoint 20, well within the longest answer that is read. */
const maxInBody = 500;

/** Fields of inventory records that only endpoint 19 has. */
export const onlyByQuery = Object.keys(inventoryRecord.shape).filter(
  (name) => !Object.hasOwn(inventoryBodyFormRecord.shape, name),
);

export interface InventoryForm {
  endpoint: 19 | 20;
  /** the SKUs of each request */
  batches: string[][];
}

/**
 * Chooses 19 for few SKUs; 20 for many, and if a SKU contains a comma, which would split it, or leading or trailing
 * spaces, which would be lost.
 */
export function inventoryForm(skus: readonly string[]): InventoryForm {
  const inAddress = skus.every((sku) => !sku.includes(',') && sku.trim() === sku && sku.isWellFormed());
  const fits = skus.length <= maxInAddress && encodeURIComponent(skus.join()).length <= longestAddress;
  if (inAddress && fits) return { endpoint: 19, batches: [[...skus]] };
  const requests = Math.ceil(skus.length / maxInBody);
  const batches = Array.from({ length: requests }, (_, at) => skus.slice(at * maxInBody, (at + 1) * maxInBody));
  return { endpoint: 20, batches };
}

export function inventoryRequest(endpoint: 19 | 20, Skus: readonly string[], WarehouseId: string): unknown {
  return endpoint === 19
    ? { endpoint, query: { Skus: Skus.join(','), WarehouseId } }
    : { endpoint, body: { Skus, WarehouseId } };
}
