import type { State } from '../outbox/states.ts';
import type { Problem } from './problem.ts';

/**
 * What lookups answer. Field names with a capital are the service's own. Texts come as one line without HTML, '' where the service
 * said nothing; numbers as exact decimal text, null where there is none.
 */
export interface Freshness {
  /** when the service said what is shown (ms); null: nothing is known */
  at: number | null;
  /** the service said it just now, for this call */
  fresh: boolean;
  /** why nothing fresher is shown; null where it is fresh, or where only the last answer was asked for */
  why: Problem | null;
}

/** A place in the service's answer that is not as documented. */
export interface UnexpectedPlace {
  path: string;
  /** in English */
  message: string;
  /** what was due and what came, in the words of type-word.ts; answers kept long ago have neither */
  expected?: string;
  found?: string;
}

/** What the service answered to a request as it was given. */
export interface Lookup {
  /** what the service answered, tolerant of its shape */
  answer: unknown;
  unexpected: UnexpectedPlace[];
  /** when it was answered (ms) */
  at: number;
}

/** The newest entry of this desk that has the number or key. */
export interface LookupEntry {
  id: string;
  endpoint: number;
  key: string;
  state: State;
  recipient: string;
}

export interface TrackedCheckpoint {
  /** as they came */
  DateTime: string;
  TimeZone: string;
  /** when that is (ms); null: cannot be read */
  instant: number | null;
  /** `own`: DateTime says its zone; `given`: TimeZone does; `assumed`: nobody does, read as UTC */
  zone: 'own' | 'given' | 'assumed';
  /** minutes the clock at the place was ahead of UTC then; 0 where the zone is assumed */
  offset: number;
  TrackingStatus: string;
  SubTrackingStatus: string;
  Message: string;
  place: string;
  Carrier: string;
  Latitude: string | null;
  Longitude: string | null;
}

/** What a list says of one tracking number. */
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
  /** the number that was asked for */
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
  /** Origin and Destination, whose fields are not shown in the document: name and text of each */
  Origin: [string, string][];
  Destination: [string, string][];
  PlateType: string;
  unexpected: UnexpectedPlace[];
}

export interface WatchRow extends TrackedRow {
  seq: number;
  addedAt: number;
  /** since when nothing has moved (ms) */
  movedAt: number;
  deliveredAt: number | null;
  /** when it is asked again (ms); null: never, it is delivered */
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
  /** one for each storage number; empty: the service knows none */
  stock: StockRecord[];
  /** exact sums over `stock`; null where no record has the quantity */
  TotalStockQty: string | null;
  AvailStockQty: string | null;
  InTransitStockQty: string | null;
  BlockQty: string | null;
  /**
   * Pieces in outbound and batch outbound orders of this desk for this warehouse (or for none named) which the service does not
   * have yet; `refused` in such orders which it refused and a person may mend. Neither is part of the service's quantities.
   */
  undelivered: { quantity: number; orders: number; refused: number };
  /** AvailStockQty less `undelivered.quantity` */
  availAfter: string | null;
  /** ProductAmountWarn of the SKU as created at this desk */
  ProductAmountWarn: number | null;
  /** AvailStockQty, or what is left after the undelivered, has come down to ProductAmountWarn */
  low: boolean;
  lowAfter: boolean;
}

export interface InventoryAnswer {
  /** endpoint that was asked, or would be: 19 for few SKUs, 20 for many and for SKUs with a comma */
  endpoint: 19 | 20;
  /** fields that only endpoint 19 has: not told where 20 answered */
  onlyByQuery: string[];
  /** low stock first, then as asked */
  rows: StockRow[];
  /** records of SKUs that nobody asked for */
  others: (StockRecord & { Sku: string })[];
  unexpected: UnexpectedPlace[];
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
  /** records as the service tells them */
  records: Record<string, unknown>[];
  /** newest first, at most 200 */
  waiting: WaitingSku[];
  unexpected: UnexpectedPlace[];
}
