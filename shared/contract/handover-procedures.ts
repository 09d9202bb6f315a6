import { z } from 'zod';
import { handoverLists, type Handover, type HandoverEnd, type HandoverParcel } from '../handover/handover.ts';
import { asks } from './procedure.ts';
import { commandId, id, ids, operator } from './procedure-inputs.ts';

/** What parcels of a day may go with. */
export interface CarrierDue {
  /** as the service names it, else the service's code */
  carrier: string;
  /** its parcels that are to be handed over */
  due: number;
}

const act = z.strictObject({ commandId, handover: id, operator });

/**
 * Handover of parcels to a carrier. On its list are orders whose labels came out since the day of the last handover that was closed
 * and which hold, and what that one left behind. Rows of the desk contract. Each command answers `wrong-state` where it is not possible
 * now, its `reason` says why: `not-open`, `is-open`, `empty`, `not-due`, `not-taken`, `no-surplus`.
 */
export const handoverProcedures = {
  /** begins one of this day, for one carrier or (empty) for all of them; `is-open` where there is one for that carrier */
  'handover.begin': asks<Handover>()('desk', () =>
    z.strictObject({ commandId, carrier: z.string().max(200).default(''), operator }),
  ),
  /** a parcel was scanned: its tracking number or its PackageId */
  'handover.scan': asks<{ end: HandoverEnd; key: string | null; handover: Handover }>()('desk', () =>
    act.extend({ code: z.string().trim().min(1).max(200) }),
  ),
  /** parcels that are missing are taken from the list; without `ids` all */
  'handover.take': asks<{ taken: number; handover: Handover }>()('desk', () => act.extend({ ids: ids.optional() })),
  /** parcels that were taken stay here after all */
  'handover.leave': asks<Handover>()('desk', () => act.extend({ ids })),
  /** parcels that are missing never come: they stand on no list of a handover any more */
  'handover.drop': asks<Handover>()('desk', () => act.extend({ ids })),
  /** surplus parcels go along all the same, where they may (`mayGoAlong`) */
  'handover.along': asks<{ taken: number; handover: Handover }>()('desk', () => act.extend({ ids })),
  /**
   * closes it: what was taken is handed over, what is missing stands on the next list. Where an order that was taken was withdrawn or replaced
   * since, it is a surplus now, and the handover stays open for a person to look: `sortedOut` says how many
   */
  'handover.close': asks<{ sortedOut: number; handover: Handover }>()('desk', () => act),
  /** it was begun by mistake: nothing is handed over */
  'handover.discard': asks<Handover>()('desk', () => act),
  /** those that are open, then those that are over, the newest first; `before`: the last one told */
  'handover.list': asks<{ handovers: Handover[]; more: boolean }>()('reader', () =>
    z.strictObject({ before: id.optional(), limit: z.int().min(1).max(200).default(30) }),
  ),
  'handover.get': asks<Handover>()('reader', () => z.strictObject({ handover: id })),
  /** parcels of a list of it, up to 10,000 */
  'handover.parcels': asks<{ parcels: HandoverParcel[] }>()('reader', () =>
    z.strictObject({ handover: id, list: z.enum(handoverLists) }),
  ),
  /** what may be handed over now, by carrier, the most first */
  'handover.carriers': asks<{ carriers: CarrierDue[] }>()('reader', () => z.strictObject({})),
} as const;
