import type { CurrencyTotal } from '../text/exact-decimal.ts';
import type { Freshness, AnswerMismatch } from './lookup-answers.ts';

/** A service and its price, from endpoints 14 and 17. Texts and numbers as in lookup-answers.ts. */
export interface PricedService {
  ServiceCode: string;
  ServiceName: string;
  /** null: not stated */
  Success: boolean | null;
  /** why it failed, if it did */
  Message: string;
  /** the service's own summary, an exact total per currency */
  summary: CurrencyTotal[];
  detail: { ChargeName: string; Remark: string; Currency: string; Amount: string | null }[];
  /** exact totals of `detail` */
  detailTotals: CurrencyTotal[];
  /** number of unreadable amounts in `summary` and `detail` */
  unread: number;
  /** endpoint 14 only */
  TotalCharge: CurrencyTotal | null;
  Min: string | null;
  Max: string | null;
}

export interface PriceAnswer extends Freshness {
  services: PricedService[];
  /** the records `services` was read from, verbatim */
  records: Record<string, unknown>[];
  /**
   * Indices into `services`: the successful ones by price or by time, then the others. Prices compare only within a
   * currency; the currency most services have comes first.
   */
  byPrice: number[];
  byTime: number[];
  unexpected: AnswerMismatch[];
}

export interface PriceRequest {
  endpoint: 14 | 17;
  body: Record<string, unknown>;
  /** paths of required fields that the entry does not have */
  missing: string[];
}
