import type {
  TrackedCheckpoint,
  TrackedParcel,
  TrackedSummary,
  Freshness,
  TrackedRow,
} from '../../shared/contract/lookup-answers.ts';
import type { Problem } from '../../shared/contract/problem.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { isObject } from '../delivery/service/read-json.ts';
import { askMany, type LookupResult, type AnswerStore } from './answer-store.ts';
import type { DeskEntries } from './desk-entries.ts';
import { decimalAt, recordsAt, wordsAt, wordsOf } from './field-text.ts';
import type { AskSeries, LookupCaller } from './lookup-client.ts';
import type { WatchUpdate, WatchStore } from './watch-store.ts';

export interface CheckpointTime {
  /** ms since 1970; null if the text cannot be read as a time without guessing */
  instant: number | null;
  zone: 'own' | 'given' | 'assumed';
  /** minutes east of UTC at that place and time; 0 if the zone is assumed */
  offset: number;
}

const written =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;
const epoch = /^(\d{10}|\d{13})$/;
const offset = /^(?:UTC|GMT)?\s*([+-]?)(\d{1,2})(?::?([0-5]\d))?$/i;

/**
 * The time of a checkpoint: by the zone in its DateTime, else by TimeZone (`+08:00`, `UTC+8`, `8`, `Europe/Madrid`),
 * else as UTC. Day and month are never guessed: unless the year comes first, it is not read.
 */
export function readCheckpointTime(DateTime: string, TimeZone: string): CheckpointTime {
  const text = DateTime.trim();
  if (epoch.test(text)) return { instant: Number(text) * (text.length === 10 ? 1000 : 1), zone: 'own', offset: 0 };
  const match = written.exec(text);
  const local = match && localOf(match);
  if (local === null) return { instant: null, zone: 'assumed', offset: 0 };
  const own = match?.[8];
  const ownMs = own === undefined ? null : offsetMs(own);
  const ms = ownMs ?? offsetMs(TimeZone) ?? offsetOfPlace(TimeZone.trim(), local);
  if (ms === null) return { instant: local, zone: 'assumed', offset: 0 };
  return { instant: local - ms, zone: ownMs === null ? 'given' : 'own', offset: ms / 60_000 };
}

function localOf(match: RegExpExecArray): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part: string | undefined) => Number(part ?? 0));
  const ms = Math.floor(Number(`0.${match[7] ?? '0'}`) * 1000);
  const time = Date.UTC(year, month - 1, day, hour, minute, second, ms);
  const back = new Date(time);
  const isReal =
    back.getUTCFullYear() === year && back.getUTCMonth() === month - 1 && back.getUTCDate() === day && hour < 24;
  return isReal && minute < 60 && second < 60 ? time : null;
}

function offsetMs(text: string): number | null {
  const zone = text.trim();
  if (/^(Z|UTC|GMT)$/i.test(zone)) return 0;
  const match = offset.exec(zone);
  if (!match) return null;
  const [, sign, hours, minutes = '0'] = match;
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000;
  if (size > 14 * 3_600_000) return null;
  return sign === '-' ? -size : size;
}

const places = new Map<string, Intl.DateTimeFormat | null>();
const maxPlaces = 500;

function placeOf(name: string): Intl.DateTimeFormat | null {
  const known = places.get(name);
  if (known !== undefined) return known;
  let format: Intl.DateTimeFormat | null = null;
  try {
    if (/^[A-Za-z_+\-/0-9]{3,40}$/.test(name))
      format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    // no zone of this name
  }
  if (places.size < maxPlaces) places.set(name, format);
  return format;
}

/** Offset of a named zone at a local time, from the instant of a first estimate; wrong for at most an hour a year. */
function offsetOfPlace(name: string, local: number): number | null {
  const format = placeOf(name);
  if (!format) return null;
  const at = (instant: number): number => {
    const part = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName');
    return offsetMs(part?.value ?? '') ?? 0;
  };
  return at(local - at(local));
}

const addressParts = ['HouseNumber', 'Street1', 'Street2', 'District', 'City', 'Province', 'Postcode', 'Country'];

/** The checkpoints of a tracking record, newest first. */
export const readCheckpoints = (record: unknown): TrackedCheckpoint[] =>
  newestFirst(recordsAt(record, 'Checkpoints').map(readCheckpoint));

/** The Trackings of an inbound order or of one of its SKUs as checkpoints, newest first. */
export const readTrackings = (record: unknown): TrackedCheckpoint[] =>
  newestFirst(recordsAt(record, 'Trackings').map(readTracking));

/** A checkpoint with an unreadable time stays next to the one it followed, so that it does not displace others. */
function newestFirst(given: readonly TrackedCheckpoint[]): TrackedCheckpoint[] {
  const instants = given.flatMap(({ instant }) => (instant === null ? [] : [instant]));
  const oldestFirst = (instants[0] ?? 0) < (instants.at(-1) ?? 0);
  const listed = oldestFirst ? given.toReversed() : given;
  let near = listed.find(({ instant }) => instant !== null)?.instant ?? 0;
  return listed
    .map((checkpoint, place) => {
      near = checkpoint.instant ?? near;
      return { checkpoint, near, place };
    })
    .sort((one, other) => other.near - one.near || one.place - other.place)
    .map(({ checkpoint }) => checkpoint);
}

function readCheckpoint(checkpoint: Record<string, unknown>): TrackedCheckpoint {
  const { DateTime, TimeZone } = wordsOf(checkpoint, ['DateTime', 'TimeZone']);
  return {
    DateTime,
    TimeZone,
    ...readCheckpointTime(DateTime, TimeZone),
    ...wordsOf(checkpoint, ['TrackingStatus', 'SubTrackingStatus', 'Message', 'Carrier']),
    place: wordsAt(checkpoint, 'Location') || addressOf(valueAt(checkpoint, ['LocationAddress'])),
    Latitude: decimalAt(checkpoint, 'Latitude'),
    Longitude: decimalAt(checkpoint, 'Longitude'),
  };
}

function readTracking(entry: Record<string, unknown>): TrackedCheckpoint {
  const { TrackingTime, Description, Location } = wordsOf(entry, ['TrackingTime', 'Description', 'Location']);
  return {
    DateTime: TrackingTime,
    TimeZone: '',
    ...readCheckpointTime(TrackingTime, ''),
    TrackingStatus: '',
    SubTrackingStatus: '',
    Message: Description,
    place: Location,
    Carrier: '',
    Latitude: null,
    Longitude: null,
  };
}

const addressOf = (address: unknown): string =>
  addressParts
    .map((part) => wordsAt(address, part))
    .filter((part) => part !== '')
    .join(', ');

const maxCheckpoints = 10_000;
const maxPorts = 200;
const maxAddressFields = 30;

const factFields = [
  'TrackingNumber',
  'PackageId',
  'ProviderTrackingNumber',
  'ShippingProvider',
  'Country',
  'EstimatedDelivery',
] as const;

type ParcelFields = Pick<
  TrackedParcel,
  'parcel' | 'checkpoints' | 'carrier' | 'ports' | 'weights' | 'Origin' | 'Destination' | 'PlateType'
>;

/** Converts a tracking record (of endpoints 5 and 12) for screens. */
export function readParcel(record: unknown): ParcelFields & { parcel: TrackedSummary } {
  const checkpoints = readCheckpoints(record);
  const latest = checkpoints[0] ?? null;
  const TrackingStatus = wordsAt(record, 'TrackingStatus') || (latest?.TrackingStatus ?? '');
  return {
    parcel: {
      ...wordsOf(record, factFields),
      TrackingStatus,
      SubTrackingStatus: wordsAt(record, 'SubTrackingStatus') || (latest?.SubTrackingStatus ?? ''),
      delivered: TrackingStatus.toLowerCase() === 'delivered',
      latest,
      checkpoints: checkpoints.length,
    },
    checkpoints: checkpoints.slice(0, maxCheckpoints),
    carrier: carrierOf(valueAt(record, ['CarrierInfo'])),
    ports: recordsAt(record, 'TransitPorts')
      .slice(0, maxPorts)
      .map((port) => wordsOf(port, ['Code', 'ETA', 'ETD', 'STA', 'STD'])),
    weights: recordsAt(record, 'ClientGroupSumList').map((sum) => ({
      SumType: wordsAt(sum, 'SumType'),
      CalWeightKg: decimalAt(sum, 'CalWeightKg'),
      WeightKg: decimalAt(sum, 'WeightKg'),
      DimWeightKg: decimalAt(sum, 'DimWeightKg'),
      PackageCount: decimalAt(sum, 'PackageCount'),
    })),
    Origin: addressFields(valueAt(record, ['Origin'])),
    Destination: addressFields(valueAt(record, ['Destination'])),
    PlateType: wordsAt(record, 'PlateType'),
  };
}

function carrierOf(carrier: unknown): TrackedParcel['carrier'] {
  const { Company, Url, Phone } = wordsOf(carrier, ['Company', 'Url', 'Phone']);
  if (`${Company}${Url}${Phone}` === '') return null;
  // Shown as a link, so only http and https URLs are kept.
  const isWeb = URL.canParse(Url) && ['http:', 'https:'].includes(new URL(Url).protocol);
  return { Company, Url: isWeb ? Url : '', Phone };
}

function addressFields(address: unknown): [string, string][] {
  if (!isObject(address)) return [];
  return Object.keys(address)
    .slice(0, maxAddressFields)
    .map((name): [string, string] => [name.slice(0, 50), wordsAt(address, name)])
    .filter(([, text]) => text !== '');
}

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
