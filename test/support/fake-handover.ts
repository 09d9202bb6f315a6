import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { EntryDetail } from '../../shared/contract/entry-answers.ts';
import { fail, ok, type Result } from '../../shared/contract/problem.ts';
import type { Handover, HandoverParcel } from '../../shared/handover/handover.ts';

type Handlers = { [N in ProcedureName]?: (input: Input<N>) => Result<Output<N>> };

/** An open handover, a closed one, and the parcels due for handover. */
export function fakeHandover(now: number, entries: () => EntryDetail[]): Handlers {
  const openHandover: Handover = {
    id: 'h2',
    code: 'H700101K7MPQ2RX',
    day: '1970-01-01',
    carrier: '',
    operator: 'AN',
    begunAt: now - 600_000,
    state: 'open',
    endedAt: null,
    endedBy: null,
    counts: { missing: 0, taken: 0, surplus: 0 },
  };
  const closedHandover: Handover = {
    ...openHandover,
    id: 'h1',
    code: 'H700101B4NTW8HD',
    state: 'closed',
    endedAt: now - 3_600_000,
    endedBy: 'AN',
    counts: { missing: 0, taken: 24, surplus: 0 },
  };
  const takenSeqs = new Set<number>();
  const dueEntries = () => entries().filter(({ trackingNumber }) => trackingNumber !== null);
  const withCounts = (handover: Handover): Handover =>
    handover === openHandover
      ? {
          ...openHandover,
          counts: { missing: dueEntries().length - takenSeqs.size, taken: takenSeqs.size, surplus: 0 },
        }
      : handover;
  const parcel = ({ seq, id, key, recipient, trackingNumber }: EntryDetail): HandoverParcel => ({
    row: seq,
    id,
    key,
    number: trackingNumber ?? '',
    recipient,
    carrier: 'POST',
    why: null,
    at: now - 600_000,
    who: 'AN',
  });
  return {
    'handover.list': () => ok({ handovers: [openHandover, closedHandover].map(withCounts), more: false }),
    'handover.carriers': () => ok({ carriers: [{ carrier: 'POST', due: dueEntries().length }] }),
    'handover.get': ({ handover }) => {
      const handoverFound = [openHandover, closedHandover].find(({ id }) => id === handover);
      return handoverFound
        ? ok(withCounts(handoverFound))
        : fail('unknown-entry', 'There is no such handover in this data folder.');
    },
    'handover.parcels': ({ list }) => {
      const parcelsByList = {
        taken: dueEntries().filter(({ seq }) => takenSeqs.has(seq)),
        missing: dueEntries().filter(({ seq }) => !takenSeqs.has(seq)),
      };
      return ok({ parcels: list === 'surplus' ? [] : parcelsByList[list].map(parcel) });
    },
    'handover.begin': () => fail('wrong-state', 'One is open.', { reason: 'is-open' }),
    'handover.scan': ({ code }) => {
      const parcel = dueEntries().find(({ key, trackingNumber }) => key === code || trackingNumber === code);
      const end = parcel === undefined ? 'unknown' : takenSeqs.has(parcel.seq) ? 'twice' : 'taken';
      if (parcel) takenSeqs.add(parcel.seq);
      return ok({ end, key: parcel?.key ?? null, which: null, handover: withCounts(openHandover) });
    },
    'handover.take': ({ ids }) => {
      const missing = dueEntries().filter(({ seq, id }) => !takenSeqs.has(seq) && (ids?.includes(id) ?? true));
      for (const { seq } of missing) takenSeqs.add(seq);
      return ok({ taken: missing.length, handover: withCounts(openHandover) });
    },
  };
}
