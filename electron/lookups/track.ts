import type { Freshness, TrackedParcel, TrackedRow, TrackedSummary } from '../../shared/contract/lookup-answers.ts';
import type { Problem } from '../../shared/contract/problem.ts';
import type { AskSeries } from './ask-service.ts';
import { askMany, type LookupResult } from './ask-many.ts';
import type { AnswerStore } from './answer-store.ts';
import type { DeskEntries } from './desk-entries.ts';
import type { LookupCaller } from './lookup-throttle.ts';
import { readParcel } from './read-parcel.ts';
import type { WatchUpdate, WatchStore } from './watch-store.ts';

/** Maximum count of numbers in one request of endpoint 5. */
export const maxTogether = 20;

/** The fields of a record that may contain the number asked for. */
const numberFields = ['TrackingNumber', 'ProviderTrackingNumber', 'PackageId'];

export interface TrackParts {
  store: AnswerStore;
  entries: DeskEntries;
  watch: WatchStore;
  target: () => Promise<string>;
  series: (caller: LookupCaller) => AskSeries;
  /** called when fresh answers about these have been stored */
  notify: (about: 'tracked' | 'watch', subjects: string[]) => void;
}

/** Result of a lookup for each number; a missing number was not asked for. */
type ResultsByNumber = ReadonlyMap<string, LookupResult>;

/** Looks up tracking from endpoint 12 for one number, from 5 for several; stores the answers and reads from them. */
export function tracking(parts: TrackParts) {
  const { store, entries, watch, target, series, notify } = parts;

  /** Asks for at most 20 numbers, and stores the answers. */
  async function askAll(numbers: readonly string[], ask: AskSeries): Promise<ResultsByNumber> {
    const outcomes = await askMany(numbers, numberFields, (some) =>
      ask(
        some.length === 1
          ? { endpoint: 12, path: { trackingNumber: some[0] } }
          : { endpoint: 5, body: { TrackingNumbers: some } },
      ),
    );
    keep(await target(), outcomes);
    return outcomes;
  }

  function keep(name: string, outcomes: ResultsByNumber): void {
    const seen: WatchUpdate[] = [];
    const answers: Parameters<AnswerStore['keep']>[1][number][] = [];
    for (const [number, outcome] of outcomes) {
      if (outcome.kind === 'absent') seen.push({ number, newest: '', newestAt: null, delivered: false });
      if (outcome.kind !== 'found') continue;
      const { record, unexpected } = outcome;
      const { parcel } = readParcel(record);
      answers.push({ kind: 'parcel', subject: number, value: record, unexpected });
      answers.push({ kind: 'tracked', subject: number, value: parcel });
      seen.push({ number, ...newestOf(parcel), delivered: parcel.delivered });
    }
    if (answers.length > 0) store.keep(name, answers);
    const moved = watch.note(seen);
    if (answers.length > 0) notify('tracked', [...outcomes.keys()]);
    if (moved.length > 0) notify('watch', moved);
  }

  function row(name: string, number: string, looks: ResultsByNumber): TrackedRow {
    const kept = store.last<TrackedSummary>(name, 'tracked', number);
    return {
      number,
      ...freshness(kept?.at ?? null, looks.get(number)),
      parcel: kept?.value ?? null,
      entry: entries.withTracking(number),
      watched: watch.has(number),
    };
  }

  return {
    ask: askAll,
    row,
    async track(numbers: readonly string[], mode: 'last' | 'fresh'): Promise<{ rows: TrackedRow[] }> {
      const each = [...new Set(numbers)];
      const looks = new Map<string, LookupResult>();
      if (mode === 'fresh') {
        const ask = series('person');
        for (let from = 0; from < each.length; from += maxTogether) {
          const some = await askAll(each.slice(from, from + maxTogether), ask);
          for (const [number, outcome] of some) looks.set(number, outcome);
        }
      }
      const name = await target();
      return { rows: each.map((number) => row(name, number, looks)) };
    },
    async parcel(number: string, mode: 'last' | 'fresh'): Promise<TrackedParcel> {
      const looks = mode === 'fresh' ? await askAll([number], series('person')) : new Map<string, LookupResult>();
      const name = await target();
      const kept = store.last<unknown>(name, 'parcel', number);
      const read = readParcel(kept?.value ?? null);
      return {
        ...row(name, number, looks),
        ...read,
        parcel: kept && read.parcel,
        unexpected: kept?.unexpected ?? [],
      };
    },
    /** The service's last record, unchanged; null: none. */
    record: async (number: string): Promise<unknown> => store.last(await target(), 'parcel', number)?.value ?? null,
  };
}
export type Tracking = ReturnType<typeof tracking>;

/** How fresh a stored answer is after a lookup, or without one. */
export function freshness(at: number | null, look: LookupResult | undefined): Freshness {
  if (look?.kind === 'found') return { at, fresh: true, why: null };
  const why: Problem | null = look === undefined ? null : look.kind === 'absent' ? notKnown : look.problem;
  return { at, fresh: false, why };
}

function newestOf({ latest, checkpoints }: TrackedSummary): Pick<WatchUpdate, 'newest' | 'newestAt'> {
  if (!latest) return { newest: '', newestAt: null };
  const { DateTime, TimeZone, TrackingStatus, SubTrackingStatus, Message } = latest;
  const newest = JSON.stringify([checkpoints, DateTime, TimeZone, TrackingStatus, SubTrackingStatus, Message]);
  return { newest: newest.slice(0, 1000), newestAt: latest.instant };
}

/** The service answered, but does not know the number. */
const notKnown: Problem = {
  kind: 'service',
  message: 'The service does not know this (404).',
  params: { status: 404 },
};
