import type { CurrencyTotal } from '../text/exact-decimal.ts';
import type { Freshness, LookupEntry, TrackedCheckpoint, UnexpectedPlace } from './lookup-answers.ts';

/** Status endpoints that know orders: inbound (3), outbound (11), drop-ship (16), with boxes (18). */
export type OrderStatus = 3 | 11 | 16 | 18;

export interface OrderView {
  statuses: { field: string; value: string }[];
  TrackingNumber: string;
  /** false: may still change; null: not told */
  IsFinalTrackingNumber: boolean | null;
  costs: { Money: string | null; Currency: string; Type: string; Remark: string }[];
  costTotals: CurrencyTotal[];
  /** costs without a readable amount, so that the totals are not the whole */
  costsUnread: number;
  /** of the order (`of` is '') or of one of its boxes; weights and `L × W × H`, in the units of the service */
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
  /** Trackings of an inbound order (`Sku` is ''), and of each SKU of it that was elsewhere, newest first */
  timelines: { Sku: string; checkpoints: TrackedCheckpoint[] }[];
  failure: { ReasonCode: string; ReasonText: string; ExtendMessage: string } | null;
  /** the whole record, as it came */
  record: Record<string, unknown>;
}

export interface OrderAnswer extends Freshness {
  id: string;
  /** status endpoint that knows it; null: none of those asked */
  by: OrderStatus | null;
  asked: OrderStatus[];
  order: OrderView | null;
  /** null where this desk did not make it */
  entry: LookupEntry | null;
  unexpected: UnexpectedPlace[];
}
