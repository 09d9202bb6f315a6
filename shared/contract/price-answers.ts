import type { CurrencyTotal } from '../text/exact-decimal.ts';
import type { Freshness, UnexpectedPlace } from './lookup-answers.ts';

/** A service and what it takes, as told by endpoints 14 and 17. Texts and numbers as in lookup-answers.ts. */
export interface PricedService {
  ServiceCode: string;
  ServiceName: string;
  /** null: not told */
  Success: boolean | null;
  /** why it fails, where it does */
  Message: string;
  /** as the service sums it up, an exact total for each currency */
  summary: CurrencyTotal[];
  detail: { ChargeName: string; Remark: string; Currency: string; Amount: string | null }[];
  /** exact totals of `detail` */
  detailTotals: CurrencyTotal[];
  /** amounts that could not be read, in both */
  unread: number;
  /** endpoint 14 only */
  TotalCharge: CurrencyTotal | null;
  Min: string | null;
  Max: string | null;
}

export interface PriceAnswer extends Freshness {
  services: PricedService[];
  /** what `services` was read from, as it came */
  records: Record<string, unknown>[];
  /**
   * Places in `services`: those that succeed by price, by time, then the others. Prices compare within one currency; the
   * currency most services have comes first.
   */
  byPrice: number[];
  byTime: number[];
  unexpected: UnexpectedPlace[];
}

export interface PriceRequest {
  endpoint: 14 | 17;
  body: Record<string, unknown>;
  /** required fields that the entry does not have, by path */
  missing: string[];
}
