import type { BodyOf } from '../../shared/service/endpoints.ts';
import type { PracticeObject } from './book.ts';
import { isSelected } from './hash.ts';
import { practiceWords } from './practice-words.ts';

/** Times of the steps of an inbound order, in moments after it was made. */
export const inboundSteps = { submitted: 1, shippedOut: 2, arrived: 4, half: 7, finished: 10 } as const;

/** Quantities of one SKU of an inbound order: sent, and found on arrival. */
export interface InboundLine {
  sku: string;
  quantity: number;
  arriving: number;
  weight: number;
}

const most = 1_000_000_000;
export const pieces = (quantity: number | undefined): number => Math.min(most, Math.max(0, quantity ?? 0));

/**
 * Sums the lines of each SKU over all containers; a line without Sku counts under its StorageNo. A few orders arrive
 * one piece short.
 */
export function inboundLines({ key, body }: Pick<PracticeObject, 'key' | 'body'>): InboundLine[] {
  const lines = new Map<string, InboundLine>();
  for (const line of (body as BodyOf<4>).Containers.flatMap(({ Skus }) => Skus ?? [])) {
    const sku = line.Sku ?? line.StorageNo ?? '';
    if (sku === '') continue;
    const known = lines.get(sku) ?? { sku, quantity: 0, arriving: 0, weight: 0 };
    known.quantity = pieces(known.quantity + pieces(line.Quantity));
    known.weight += (line.ProductDetails ?? []).reduce((sum, { Weight = 0 }) => sum + Weight, 0);
    known.arriving = known.quantity;
    lines.set(sku, known);
  }
  const all = [...lines.values()];
  const short = practiceWords(body).has('SHORT') || isSelected('short', key, 40);
  const first = all.find(({ quantity }) => quantity > 0);
  if (short && first) first.arriving -= 1;
  return all;
}

/** Half of the arrived pieces are put away first, the rest later. */
export const firstHalf = (arriving: number): number => Math.floor(arriving / 2);
