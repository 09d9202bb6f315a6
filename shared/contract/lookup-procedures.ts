import type {
  InventoryAnswer,
  Lookup,
  SkuAnswer,
  TrackedParcel,
  TrackedRow,
  WatchRow,
  OrderAnswer,
  PriceAnswer,
  PriceRequest,
} from './lookup-answers.ts';
import { defineProcedure, commandId, id, operator, request } from './procedure.ts';
import { z } from 'zod';

/**
 * `last` answers at once with what is stored, `fresh` when the service has answered or failed. A screen calls both. A
 * fresh call that needs several requests emits a `lookup` event after each; its subjects can then be read by `last`.
 */
const mode = z.enum(['last', 'fresh']).default('fresh');
const number = z.string().trim().min(1).max(200);
const numbers = z.array(number).min(1).max(1000);
const sku = z.string().min(1).max(200);
const body = z.record(z.string(), z.unknown());

/** Filters of the watch list: `moving`: not delivered; `stood-still`: no movement for the time in the setting. */
export const watchLists = ['all', 'moving', 'stood-still', 'delivered'] as const;
export type WatchList = (typeof watchLists)[number];

/** Kinds of orders by their status endpoints (16, 18, 11, 3); `any` tries all. */
export const orderKinds = ['any', 'drop-ship', 'boxes', 'outbound', 'inbound'] as const;
export type OrderKind = (typeof orderKinds)[number];

/** Lookups. They never wait behind the outbox, and stored answers are available offline, with their age. */
export const lookupProcedures = {
  /** any read endpoint, with the request sent unchanged */
  'lookup.ask': defineProcedure<Lookup>()('desk', () => z.strictObject({ request })),

  /** one row per number, in the order given, without duplicates */
  'lookups.track': defineProcedure<{ rows: TrackedRow[] }>()('desk', () => z.strictObject({ numbers, mode })),
  /** everything about one parcel, checkpoints newest first */
  'lookups.parcel': defineProcedure<TrackedParcel>()('desk', () => z.strictObject({ number, mode })),
  /** the service's last record of one parcel, verbatim; null: none */
  'lookups.record': defineProcedure<{ record: unknown }>()('desk', () => z.strictObject({ number })),

  'watch.add': defineProcedure<{ added: string[]; already: string[] }>()('desk', () =>
    z.strictObject({ commandId, numbers, operator }),
  ),
  'watch.remove': defineProcedure<{ removed: string[] }>()('desk', () => z.strictObject({ commandId, numbers })),
  'watch.counts': defineProcedure<Record<WatchList, number>>()('desk', () => z.strictObject({})),
  /** newest first, `stood-still` longest first; at most 100,000, about 8 bytes each */
  'watch.seqs': defineProcedure<{ seqs: number[] }>()('desk', () =>
    z.strictObject({ list: z.enum(watchLists).default('all') }),
  ),
  /** those still watched, in the order asked */
  'watch.rows': defineProcedure<{ rows: WatchRow[] }>()('desk', () =>
    z.strictObject({ seqs: z.array(z.int()).min(1).max(500) }),
  ),

  'inventory.look': defineProcedure<InventoryAnswer>()('desk', () =>
    z.strictObject({ WarehouseId: z.string().trim().min(1).max(30), Skus: z.array(sku).min(1).max(5000), mode }),
  ),
  /** the body of endpoint 13; if empty, the service decides what it lists */
  'skus.find': defineProcedure<SkuAnswer>()('desk', () =>
    z.strictObject({
      SkuList: z.array(sku).max(5000).optional(),
      CustomStorageNoList: z.array(sku).max(5000).optional(),
      ProductStorageQuery: z
        .strictObject({ StorageNo: z.string().max(100), ClinetId: z.int(), WarehouseId: z.int() })
        .partial()
        .optional(),
      mode,
    }),
  ),
  'orders.look': defineProcedure<{ orders: OrderAnswer[] }>()('desk', () =>
    z.strictObject({ ids: z.array(number).min(1).max(500), kind: z.enum(orderKinds).default('any'), mode }),
  ),
  /** `body`: of endpoint 14 or 17, checked against the contract; `invalid` lists the fields */
  'prices.inbound': defineProcedure<PriceAnswer>()('desk', () => z.strictObject({ body, mode })),
  'prices.outbound': defineProcedure<PriceAnswer>()('desk', () => z.strictObject({ body, mode })),
  /** the pricing request derived from an entry of this desk */
  'prices.fromEntry': defineProcedure<PriceRequest>()('desk', () => z.strictObject({ id })),
  /**
   * the pricing request derived from the body of a create, saved or not; `invalid` if there is nothing to price, or no
   * such endpoint
   */
  'prices.fromBody': defineProcedure<PriceRequest>()('desk', () => z.strictObject({ endpoint: z.int(), body })),
} as const;

/** Subject kinds of a `lookup` event; its subjects are tracking numbers, order ids or SKUs. */
export type LookupAbout = 'tracked' | 'watch' | 'orders' | 'inventory' | 'skus';
