import type { handoverProcedures } from '../../../shared/contract/handover-procedures.ts';
import type { Handover } from '../../../shared/handover/handover.ts';
import { openHandovers } from '../../day/handover/open-handovers.ts';
import { handoverReader } from '../../day/handover/read-handovers.ts';
import type { Handlers } from '../../platform/link/answer.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import type { DeskContext } from '../desk-context.ts';

type Names = keyof typeof handoverProcedures;
type ReadNames = Extract<Names, 'handover.list' | 'handover.get' | 'handover.parcels' | 'handover.carriers'>;

/** Write procedures of handovers. Parcels handed over are in the journal before the call is answered. */
export function handoverHandlers(
  { db, now, journal, emit }: Pick<DeskContext, 'db' | 'now' | 'journal' | 'emit'>,
  newId: () => string,
): Pick<Handlers<'desk'>, Exclude<Names, ReadNames>> {
  const handovers = openHandovers(db, { now, newId });
  const reader = handoverReader(db, now);

  function publishAndGet(id: string): Handover {
    emit({ kind: 'handover' });
    return reader.get(id);
  }
  return {
    'handover.begin': ({ commandId, carrier, operator }) =>
      publishAndGet(handovers.begin(commandId, carrier, operator).id),
    'handover.scan': ({ commandId, handover, code, confirmed, operator }) => ({
      ...handovers.scan(commandId, handover, code, operator, confirmed),
      handover: publishAndGet(handover),
    }),
    'handover.take': ({ commandId, handover, ids = null, operator }) => ({
      taken: handovers.takeParcels(commandId, handover, ids, operator),
      handover: publishAndGet(handover),
    }),
    'handover.leave'({ commandId, handover, ids }) {
      handovers.removeParcels(commandId, handover, ids);
      return publishAndGet(handover);
    },
    'handover.drop'({ commandId, handover, ids, operator }) {
      handovers.dropParcels(commandId, handover, ids, operator);
      return publishAndGet(handover);
    },
    'handover.along': ({ commandId, handover, ids, operator }) => ({
      taken: handovers.includeParcels(commandId, handover, ids, operator),
      handover: publishAndGet(handover),
    }),
    'handover.close'({ commandId, handover, operator }) {
      const { sortedOut } = handovers.close(commandId, handover, operator);
      journal.note();
      emit({ kind: 'entries', ids: 'many' });
      return { sortedOut, handover: publishAndGet(handover) };
    },
    'handover.discard'({ commandId, handover, operator }) {
      handovers.discard(commandId, handover, operator);
      return publishAndGet(handover);
    },
  };
}

/** Read procedures of handovers, for the reader thread. */
export function handoverReadHandlers(db: Sqlite, now: () => number): Pick<Handlers<'reader'>, ReadNames> {
  const reader = handoverReader(db, now);
  return {
    'handover.list': ({ before = null, limit }) => reader.list(before, limit),
    'handover.get': ({ handover }) => reader.get(handover),
    'handover.parcels': ({ handover, list }) => ({ parcels: reader.parcels(handover, list) }),
    'handover.carriers': () => ({ carriers: reader.carriers() }),
  };
}
