import { z } from 'zod';
import type { InventoryAnswer, Lookup, SkuAnswer, TrackedParcel, TrackedRow, WatchRow } from './lookup-answers.ts';
import type { OrderAnswer } from './order-answers.ts';
import type { PriceAnswer, PriceRequest } from './price-answers.ts';
import { asks } from './procedure.ts';
import { commandId, id, operator, request } from './procedure-inputs.ts';

/**
 * `last` answers at once with what is known, `fresh` when the service has answered or could not. A screen calls both. A fresh
 * call that takes several requests tells of each by an event `lookup`, whose subjects can be read by `last` then.
 */
const mode = z.enum(['last', 'fresh']).default('fresh');
const number = z.string().trim().min(1).max(200);
const numbers = z.array(number).min(1).max(1000);
const sku = z.string().min(1).max(200);
const body = z.record(z.string(), z.unknown());

/** Lists of the watch list: `moving` is not delivered, `stood-still` has not moved for as long as the setting says. */
export const watchLists = ['all', 'moving', 'stood-still', 'delivered'] as const;
export type WatchList = (typeof watchLists)[number];

/** Kinds of orders by their status endpoints (16, 18, 11, 3); `any` finds out. */
export const orderKinds = ['any', 'drop-ship', 'boxes', 'outbound', 'inbound'] as const;
export type OrderKind = (typeof orderKinds)[number];

/** What can be looked up. None of it waits behind the outbox, and all of it is there offline, with its age. */
export const lookupProcedures = {
  /** any one of the endpoints that read, asked as given */
  'lookup.ask': asks<Lookup>()('desk', () => z.strictObject({ request })),

  /** a line for each number, in the order asked, each once */
  'lookups.track': asks<{ rows: TrackedRow[] }>()('desk', () => z.strictObject({ numbers, mode })),
  /** everything about one parcel, its checkpoints newest first */
  'lookups.parcel': asks<TrackedParcel>()('desk', () => z.strictObject({ number, mode })),
  /** what the service said last about one parcel, word for word; null: nothing */
  'lookups.record': asks<{ record: unknown }>()('desk', () => z.strictObject({ number })),

  'watch.add': asks<{ added: string[]; already: string[] }>()('desk', () =>
    z.strictObject({ commandId, numbers, operator }),
  ),
  'watch.remove': asks<{ removed: string[] }>()('desk', () => z.strictObject({ commandId, numbers })),
  'watch.counts': asks<Record<WatchList, number>>()('desk', () => z.strictObject({})),
  /** newest first, `stood-still` longest first; the first 100,000, of some 8 bytes each */
  'watch.seqs': asks<{ seqs: number[] }>()('desk', () => z.strictObject({ list: z.enum(watchLists).default('all') })),
  /** those of them that are still watched, in the order asked */
  'watch.rows': asks<{ rows: WatchRow[] }>()('desk', () => z.strictObject({ seqs: z.array(z.int()).min(1).max(500) })),

  'inventory.look': asks<InventoryAnswer>()('desk', () =>
    z.strictObject({ WarehouseId: z.string().trim().min(1).max(30), Skus: z.array(sku).min(1).max(5000), mode }),
  ),
  /** the body of endpoint 13; without any part it asks for whatever the service lists then */
  'skus.find': asks<SkuAnswer>()('desk', () =>
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
  'orders.look': asks<{ orders: OrderAnswer[] }>()('desk', () =>
    z.strictObject({ ids: z.array(number).min(1).max(500), kind: z.enum(orderKinds).default('any'), mode }),
  ),
  /** `body` is that of endpoint 14 or 17, checked against the contract; `invalid` names the fields */
  'prices.inbound': asks<PriceAnswer>()('desk', () => z.strictObject({ body, mode })),
  'prices.outbound': asks<PriceAnswer>()('desk', () => z.strictObject({ body, mode })),
  /** the question an entry of this desk gives rise to */
  'prices.fromEntry': asks<PriceRequest>()('desk', () => z.strictObject({ id })),
  /** the question a body of a create gives rise to, saved or not; `invalid` where there is nothing to price */
  'prices.fromBody': asks<PriceRequest>()('desk', () => z.strictObject({ endpoint: z.int().min(1).max(20), body })),
} as const;

/** What a `lookup` event is about; its subjects are tracking numbers, order ids, SKUs. */
export type LookupAbout = 'tracked' | 'watch' | 'orders' | 'inventory' | 'skus';
