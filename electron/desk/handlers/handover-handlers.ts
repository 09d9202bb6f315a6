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
  const read = handoverReader(db, now);

  function shown(id: string): Handover {
    emit({ kind: 'handover' });
    return read.get(id);
  }
  return {
    'handover.begin': ({ commandId, carrier, operator }) => shown(handovers.begin(commandId, carrier, operator).id),
    'handover.scan': ({ commandId, handover, code, confirmed, operator }) => ({
      ...handovers.scan(commandId, handover, code, operator, confirmed),
      handover: shown(handover),
    }),
    'handover.take': ({ commandId, handover, ids = null, operator }) => ({
      taken: handovers.take(commandId, handover, ids, operator),
      handover: shown(handover),
    }),
    'handover.leave'({ commandId, handover, ids }) {
      handovers.leave(commandId, handover, ids);
      return shown(handover);
    },
    'handover.drop'({ commandId, handover, ids, operator }) {
      handovers.drop(commandId, handover, ids, operator);
      return shown(handover);
    },
    'handover.along': ({ commandId, handover, ids, operator }) => ({
      taken: handovers.along(commandId, handover, ids, operator),
      handover: shown(handover),
    }),
    'handover.close'({ commandId, handover, operator }) {
      const { sortedOut } = handovers.close(commandId, handover, operator);
      journal.note();
      emit({ kind: 'entries', ids: 'many' });
      return { sortedOut, handover: shown(handover) };
    },
    'handover.discard'({ commandId, handover, operator }) {
      handovers.discard(commandId, handover, operator);
      return shown(handover);
    },
  };
}

/** Read procedures of handovers, for the reader thread. */
export function handoverReadHandlers(db: Sqlite, now: () => number): Pick<Handlers<'reader'>, ReadNames> {
  const read = handoverReader(db, now);
  return {
    'handover.list': ({ before = null, limit }) => read.list(before, limit),
    'handover.get': ({ handover }) => read.get(handover),
    'handover.parcels': ({ handover, list }) => ({ parcels: read.parcels(handover, list) }),
    'handover.carriers': () => ({ carriers: read.carriers() }),
  };
}
