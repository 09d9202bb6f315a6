import {
  handoverLists,
  type Handover,
  type HandoverScanAnswer,
  type HandoverParcel,
  type ParcelLabelQuestion,
} from '../handover/handover.ts';
import { defineProcedure, commandId, id, ids, operator } from './procedure.ts';
import { z } from 'zod';

/** A carrier with parcels to hand over. */
export interface CarrierDue {
  /** carrier name from the service, otherwise the service code */
  carrier: string;
  /** number of parcels to be handed over */
  due: number;
}

const handoverInput = z.strictObject({ commandId, handover: id, operator });

/**
 * Handover of parcels to a carrier. Its list has the orders whose valid labels were printed since the day of the last
 * closed handover, and the parcels that one left behind. Rows of the desk contract. A command answers `wrong-state` if
 * it is not possible now, with `reason`: `not-open`, `is-open`, `empty`, `not-due`, `reprint-open`, `not-taken`,
 * `no-surplus`.
 */
export const handoverProcedures = {
  /** begins a handover for today, for one carrier or (empty) for all; `is-open` if one is open for that carrier */
  'handover.begin': defineProcedure<Handover>()('desk', () =>
    z.strictObject({ commandId, carrier: z.string().max(200).default(''), operator }),
  ),
  /**
   * takes a scanned parcel, by tracking number or PackageId; `scan-number` if an earlier label with another number has
   * the same PackageId; `which-print`, with the question in `which`, if an earlier label has the same code.
   * `confirmed`: a person says that it is the label that question is about
   */
  'handover.scan': defineProcedure<{
    end: HandoverScanAnswer;
    key: string | null;
    which: ParcelLabelQuestion | null;
    handover: Handover;
  }>()('desk', () =>
    handoverInput.extend({ code: z.string().trim().min(1).max(200), confirmed: z.boolean().default(false) }),
  ),
  /** takes missing parcels by hand; without `ids` all of them but those whose new label is not printed yet */
  'handover.take': defineProcedure<{ taken: number; handover: Handover }>()('desk', () =>
    handoverInput.extend({ ids: ids.optional() }),
  ),
  /** puts taken parcels back */
  'handover.leave': defineProcedure<Handover>()('desk', () => handoverInput.extend({ ids })),
  /** drops missing parcels for good: no later handover lists them */
  'handover.drop': defineProcedure<Handover>()('desk', () => handoverInput.extend({ ids })),
  /** takes surplus parcels along, if allowed (`canBeIncluded`) */
  'handover.along': defineProcedure<{ taken: number; handover: Handover }>()('desk', () =>
    handoverInput.extend({ ids }),
  ),
  /**
   * closes the handover: taken parcels are handed over, missing ones move to the next list. If the order of a taken
   * parcel was withdrawn or replaced since, or its label printed again, the parcel becomes surplus and the handover
   * stays open for a person to check; `sortedOut` counts these
   */
  'handover.close': defineProcedure<{ sortedOut: number; handover: Handover }>()('desk', () => handoverInput),
  /** discards a handover begun by mistake; nothing is handed over */
  'handover.discard': defineProcedure<Handover>()('desk', () => handoverInput),
  /** open handovers, then closed ones, newest first; `before`: id of the last one of the previous page */
  'handover.list': defineProcedure<{ handovers: Handover[]; more: boolean }>()('reader', () =>
    z.strictObject({ before: id.optional(), limit: z.int().min(1).max(200).default(30) }),
  ),
  'handover.get': defineProcedure<Handover>()('reader', () => z.strictObject({ handover: id })),
  /** parcels of one of its lists, at most 10,000 */
  'handover.parcels': defineProcedure<{ parcels: HandoverParcel[] }>()('reader', () =>
    z.strictObject({ handover: id, list: z.enum(handoverLists) }),
  ),
  /** parcels that can be handed over now, by carrier, largest number first */
  'handover.carriers': defineProcedure<{ carriers: CarrierDue[] }>()('reader', () => z.strictObject({})),
} as const;
