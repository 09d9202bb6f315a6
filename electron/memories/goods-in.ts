import { findCreate } from '../../shared/creates/create-kinds.ts';
import { goodsFactNames } from '../../shared/creates/goods-facts.ts';
import { valueAt, valuesAt } from '../../shared/service/value-at.ts';
import { fingerprintOf } from './fingerprint.ts';

/**
 * Facts of goods under the field names of the drop-ship SKU line; texts and numbers as entered, in the order's own
 * units.
 */
export type GoodsFacts = Record<string, string | number>;

const linesOf = (endpoint: number, body: unknown): unknown[] =>
  (findCreate(endpoint)?.goods ?? []).flatMap((place) => valuesAt(body, place).map(({ value }) => value));

/** The goods of a create, one record per line. Details of an inbound SKU supply what the SKU itself lacks. */
export function goodsIn(endpoint: number, body: unknown): GoodsFacts[] {
  return linesOf(endpoint, body).map((line) => {
    const [details] = valuesAt(line, ['ProductDetails', '*']);
    return { ...factsOf(details?.value), ...factsOf(line) };
  });
}

function factsOf(line: unknown): GoodsFacts {
  const facts: GoodsFacts = {};
  for (const [fact, all] of Object.entries(goodsFactNames)) {
    for (const name of all) {
      const value = valueAt(line, [name]);
      if ((typeof value === 'string' && value.trim() !== '') || typeof value === 'number') facts[fact] ??= value;
    }
  }
  return facts;
}

/** Equal for the same goods in the same quantities, in any order. */
export function goodsFingerprint(endpoint: number, body: unknown): Buffer {
  const counted = new Map<string, number>();
  for (const line of linesOf(endpoint, body)) {
    const { Sku, DeclareNameEn, ProductName } = factsOf(line);
    const name = String(Sku ?? DeclareNameEn ?? ProductName ?? '');
    const quantity = valueAt(line, ['Quantity']);
    counted.set(name, (counted.get(name) ?? 0) + (typeof quantity === 'number' ? quantity : 0));
  }
  return fingerprintOf([...counted].map(([name, quantity]) => `${name} x ${quantity}`).sort());
}
