import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { EntryDetail } from '../../shared/contract/entry-answers.ts';
import { fail, ok, type Result } from '../../shared/contract/problem.ts';
import type { Handover, HandoverParcel } from '../../shared/handover/handover.ts';

type Handlers = { [N in ProcedureName]?: (input: Input<N>) => Result<Output<N>> };

/** An open handover, a closed one, and the parcels due for handover. */
export function fakeHandover(now: number, entries: () => EntryDetail[]): Handlers {
  const open: Handover = {
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
  const over: Handover = {
    ...open,
    id: 'h1',
    code: 'H700101B4NTW8HD',
    state: 'closed',
    endedAt: now - 3_600_000,
    endedBy: 'AN',
    counts: { missing: 0, taken: 24, surplus: 0 },
  };
  const taken = new Set<number>();
  const due = () => entries().filter(({ trackingNumber }) => trackingNumber !== null);
  const told = (handover: Handover): Handover =>
    handover === open
      ? { ...open, counts: { missing: due().length - taken.size, taken: taken.size, surplus: 0 } }
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
    'handover.list': () => ok({ handovers: [open, over].map(told), more: false }),
    'handover.carriers': () => ok({ carriers: [{ carrier: 'POST', due: due().length }] }),
    'handover.get': ({ handover }) => {
      const found = [open, over].find(({ id }) => id === handover);
      return found ? ok(told(found)) : fail('unknown-entry', 'There is no such handover in this data folder.');
    },
    'handover.parcels': ({ list }) => {
      const shown = {
        taken: due().filter(({ seq }) => taken.has(seq)),
        missing: due().filter(({ seq }) => !taken.has(seq)),
      };
      return ok({ parcels: list === 'surplus' ? [] : shown[list].map(parcel) });
    },
    'handover.begin': () => fail('wrong-state', 'One is open.', { reason: 'is-open' }),
    'handover.scan': ({ code }) => {
      const found = due().find(({ key, trackingNumber }) => key === code || trackingNumber === code);
      const end = found === undefined ? 'unknown' : taken.has(found.seq) ? 'twice' : 'taken';
      if (found) taken.add(found.seq);
      return ok({ end, key: found?.key ?? null, which: null, handover: told(open) });
    },
    'handover.take': ({ ids }) => {
      const missing = due().filter(({ seq, id }) => !taken.has(seq) && (ids?.includes(id) ?? true));
      for (const { seq } of missing) taken.add(seq);
      return ok({ taken: missing.length, handover: told(open) });
    },
  };
}
