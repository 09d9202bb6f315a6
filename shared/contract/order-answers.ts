import type { CurrencyTotal } from '../text/exact-decimal.ts';
import type { Freshness, LookupEntry, TrackedCheckpoint, AnswerMismatch } from './lookup-answers.ts';

/** Status endpoints: inbound (3), outbound (11), drop-ship (16), drop-ship with boxes (18). */
export type StatusEndpoint = 3 | 11 | 16 | 18;

export interface OrderView {
  statuses: { field: string; value: string }[];
  TrackingNumber: string;
  /** false: may still change; null: not stated */
  IsFinalTrackingNumber: boolean | null;
  costs: { Money: string | null; Currency: string; Type: string; Remark: string }[];
  costTotals: CurrencyTotal[];
  /** number of costs without a readable amount, which the totals leave out */
  costsUnread: number;
  /**
   * of the order (`of` is '') or of one of its boxes; weights, and sizes as `L × W × H`, in the units of the service
   */
  weights: {
    of: string;
    declared: string | null;
    measured: string | null;
    charged: string | null;
    sizeDeclared: string;
    sizeMeasured: string;
  }[];
  quantities: {
    Sku: string;
    Quantity: string | null;
    ArrivalQuantity: string | null;
    PutawayQuantity: string | null;
  }[];
  times: { field: string; value: string }[];
  /** Trackings of an inbound order (`Sku` is ''), and of each of its SKUs whose Trackings differ, newest first */
  timelines: { Sku: string; checkpoints: TrackedCheckpoint[] }[];
  failure: { ReasonCode: string; ReasonText: string; ExtendMessage: string } | null;
  /** the whole record, verbatim */
  record: Record<string, unknown>;
}

export interface OrderAnswer extends Freshness {
  id: string;
  /** status endpoint that has the order; null: none of those asked */
  by: StatusEndpoint | null;
  asked: StatusEndpoint[];
  order: OrderView | null;
  /** null if this desk did not create it */
  entry: LookupEntry | null;
  unexpected: AnswerMismatch[];
}
