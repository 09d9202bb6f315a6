import type { State } from '../outbox/states.ts';
import type { CurrencyTotal } from '../text/exact-decimal.ts';
import type { Problem } from './problem.ts';

/**
 * Answers of lookups. Capitalised field names are the service's own. Texts are one line without HTML, '' if the service
 * sent none; numbers are exact decimal text, null if absent.
 */
export interface Freshness {
  /** when the service sent what is shown (ms); null: nothing is stored */
  at: number | null;
  /** the service answered for this call */
  fresh: boolean;
  /** why nothing fresher is shown; null if it is fresh, or if only the last answer was requested */
  why: Problem | null;
}

/** A place in the service's answer that differs from the document. */
export interface AnswerMismatch {
  path: string;
  /** in English */
  message: string;
  /** expected and found type, in the words of type-word.ts; absent in answers stored before these were recorded */
  expected?: string;
  found?: string;
}

/** The service's answer to a request sent unchanged. */
export interface Lookup {
  /** parsed tolerantly */
  answer: unknown;
  unexpected: AnswerMismatch[];
  /** when it was answered (ms) */
  at: number;
}

/** The newest entry of this desk with the number or key. */
export interface LookupEntry {
  id: string;
  endpoint: number;
  key: string;
  state: State;
  recipient: string;
}

export interface TrackedCheckpoint {
  /** verbatim */
  DateTime: string;
  TimeZone: string;
  /** DateTime as ms; null: it cannot be parsed */
  instant: number | null;
  /** source of the zone: `own`: DateTime; `given`: TimeZone; `assumed`: neither, UTC is assumed */
  zone: 'own' | 'given' | 'assumed';
  /** minutes ahead of UTC at that place and time; 0 if the zone is assumed */
  offset: number;
  TrackingStatus: string;
  SubTrackingStatus: string;
  Message: string;
  place: string;
  Carrier: string;
  Latitude: string | null;
  Longitude: string | null;
}

/** One tracking number as shown in a list. */
export interface TrackedSummary {
  TrackingNumber: string;
  PackageId: string;
  ProviderTrackingNumber: string;
  ShippingProvider: string;
  TrackingStatus: string;
  SubTrackingStatus: string;
  Country: string;
  EstimatedDelivery: string;
  delivered: boolean;
  latest: TrackedCheckpoint | null;
  checkpoints: number;
}

export interface TrackedRow extends Freshness {
  /** the number requested */
  number: string;
  parcel: TrackedSummary | null;
  entry: LookupEntry | null;
  watched: boolean;
}

export interface TrackedParcel extends TrackedRow {
  /** newest first; at most 10,000 */
  checkpoints: TrackedCheckpoint[];
  carrier: { Company: string; Url: string; Phone: string } | null;
  ports: { Code: string; ETA: string; ETD: string; STA: string; STD: string }[];
  weights: {
    SumType: string;
    CalWeightKg: string | null;
    WeightKg: string | null;
    DimWeightKg: string | null;
    PackageCount: string | null;
  }[];
  /** Origin and Destination, whose fields the document does not show: name and text of each field */
  Origin: [string, string][];
  Destination: [string, string][];
  PlateType: string;
  unexpected: AnswerMismatch[];
}

export interface WatchRow extends TrackedRow {
  seq: number;
  addedAt: number;
  /** time of the last movement (ms) */
  movedAt: number;
  deliveredAt: number | null;
  /** next query (ms); null: never, it is delivered */
  nextAt: number | null;
}

export interface StockRecord {
  WarehouseId: string;
  SvcSku: string;
  StorageNo: string;
  VerifyState: string;
  DeclareName: string;
  DeclareNameCn: string;
  ProductFlag: string;
  ProductAttribute: string;
  CreateTime: string;
  TotalStockQty: string | null;
  AvailStockQty: string | null;
  InTransitStockQty: string | null;
  BlockQty: string | null;
}

export interface StockRow extends Freshness {
  Sku: string;
  /** one per storage number; empty: the service knows none */
  stock: StockRecord[];
  /** exact sums over `stock`; null if no record has the quantity */
  TotalStockQty: string | null;
  AvailStockQty: string | null;
  InTransitStockQty: string | null;
  BlockQty: string | null;
  /**
   * Pieces in this desk's outbound and batch outbound orders for this warehouse (or for none named) that the service
   * does not have yet; `refused`: in such orders that it refused and a person may correct. Neither is part of the
   * service's quantities.
   */
  undelivered: { quantity: number; orders: number; refused: number };
  /** AvailStockQty less `undelivered.quantity` */
  availAfter: string | null;
  /** ProductAmountWarn from the create of the SKU at this desk */
  ProductAmountWarn: number | null;
  /** `low`: AvailStockQty is at most ProductAmountWarn; `lowAfter`: `availAfter` is */
  low: boolean;
  lowAfter: boolean;
}

export interface InventoryAnswer {
  /** endpoint that is used: 19 for few SKUs, 20 for many and for SKUs with a comma */
  endpoint: 19 | 20;
  /** fields that only endpoint 19 has, absent if 20 answered */
  onlyByQuery: string[];
  /** low stock first, then as asked */
  rows: StockRow[];
  /** records of SKUs that were not requested */
  others: (StockRecord & { Sku: string })[];
  unexpected: AnswerMismatch[];
}

/** A SKU of this desk that the service does not have yet. */
export interface WaitingSku {
  id: string;
  Sku: string;
  state: State;
  CustomStorageNo: string;
  ProductName: string;
  reason: string;
}

export interface SkuAnswer extends Freshness {
  /** records as the service sends them */
  records: Record<string, unknown>[];
  /** newest first, at most 200 */
  waiting: WaitingSku[];
  unexpected: AnswerMismatch[];
}

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
