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
import { decimalAt, recordsAt, plainLineAt, plainLinesOf } from './field-text.ts';
import type { AskSeries, LookupCaller } from './lookup-client.ts';
import type { WatchUpdate, WatchStore } from './watch-store.ts';

export interface CheckpointTime {
  /** ms since 1970; null if the text cannot be read as a time without guessing */
  instant: number | null;
  zone: 'own' | 'given' | 'assumed';
  /** minutes east of UTC at that place and time; 0 if the zone is assumed */
  offset: number;
}

const datePattern =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;
const epochPattern = /^(\d{10}|\d{13})$/;
const offsetPattern = /^(?:UTC|GMT)?\s*([+-]?)(\d{1,2})(?::?([0-5]\d))?$/i;

/**
 * The time of a checkpoint: by the zone in its DateTime, else by TimeZone (`+08:00`, `UTC+8`, `8`, `Europe/Madrid`),
 * else as UTC. Day and month are never guessed: unless the year comes first, it is not read.
 */
export function readCheckpointTime(DateTime: string, TimeZone: string): CheckpointTime {
  const text = DateTime.trim();
  if (epochPattern.test(text))
    return { instant: Number(text) * (text.length === 10 ? 1000 : 1), zone: 'own', offset: 0 };
  const match = datePattern.exec(text);
  const localMs = match && localMsOf(match);
  if (localMs === null) return { instant: null, zone: 'assumed', offset: 0 };
  const zoneText = match?.[8];
  const textOffsetMs = zoneText === undefined ? null : parseOffsetMs(zoneText);
  const zoneOffsetMs = textOffsetMs ?? parseOffsetMs(TimeZone) ?? offsetMsOfZone(TimeZone.trim(), localMs);
  if (zoneOffsetMs === null) return { instant: localMs, zone: 'assumed', offset: 0 };
  return {
    instant: localMs - zoneOffsetMs,
    zone: textOffsetMs === null ? 'given' : 'own',
    offset: zoneOffsetMs / 60_000,
  };
}

function localMsOf(match: RegExpExecArray): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part: string | undefined) => Number(part ?? 0));
  const millisecond = Math.floor(Number(`0.${match[7] ?? '0'}`) * 1000);
  const time = Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
  const date = new Date(time);
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24;
  return isReal && minute < 60 && second < 60 ? time : null;
}

function parseOffsetMs(text: string): number | null {
  const zone = text.trim();
  if (/^(Z|UTC|GMT)$/i.test(zone)) return 0;
  const match = offsetPattern.exec(zone);
  if (!match) return null;
  const [, sign, hours, minutes = '0'] = match;
  const magnitudeMs = (Number(hours) * 60 + Number(minutes)) * 60_000;
  if (magnitudeMs > 14 * 3_600_000) return null;
  return sign === '-' ? -magnitudeMs : magnitudeMs;
}

const zoneFormats = new Map<string, Intl.DateTimeFormat | null>();
const maxZones = 500;

function zoneFormatOf(name: string): Intl.DateTimeFormat | null {
  const cached = zoneFormats.get(name);
  if (cached !== undefined) return cached;
  let format: Intl.DateTimeFormat | null = null;
  try {
    if (/^[A-Za-z_+\-/0-9]{3,40}$/.test(name))
      format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  } catch {
    // no zone of this name
  }
  if (zoneFormats.size < maxZones) zoneFormats.set(name, format);
  return format;
}

/** Offset of a named zone at a local time (ms), by an estimate of its instant: wrong for at most an hour a year. */
function offsetMsOfZone(name: string, localMs: number): number | null {
  const format = zoneFormatOf(name);
  if (!format) return null;
  const offsetAt = (instant: number): number => {
    const part = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName');
    return parseOffsetMs(part?.value ?? '') ?? 0;
  };
  return offsetAt(localMs - offsetAt(localMs));
}

const addressParts = ['HouseNumber', 'Street1', 'Street2', 'District', 'City', 'Province', 'Postcode', 'Country'];

/** The checkpoints of a tracking record, newest first. */
export const readCheckpoints = (record: unknown): TrackedCheckpoint[] =>
  newestFirst(recordsAt(record, 'Checkpoints').map(readCheckpoint));

/** The `Trackings` of an inbound order or of one of its SKUs as checkpoints, newest first. */
export const readTrackings = (record: unknown): TrackedCheckpoint[] =>
  newestFirst(recordsAt(record, 'Trackings').map(readTracking));

/** Sorts checkpoints newest first; one with an unreadable time stays next to the one it came after. */
function newestFirst(checkpoints: readonly TrackedCheckpoint[]): TrackedCheckpoint[] {
  const instants = checkpoints.flatMap(({ instant }) => (instant === null ? [] : [instant]));
  const isOldestFirst = (instants[0] ?? 0) < (instants.at(-1) ?? 0);
  const ordered = isOldestFirst ? checkpoints.toReversed() : checkpoints;
  let near = ordered.find(({ instant }) => instant !== null)?.instant ?? 0;
  return ordered
    .map((checkpoint, place) => {
      near = checkpoint.instant ?? near;
      return { checkpoint, near, place };
    })
    .sort((one, other) => other.near - one.near || one.place - other.place)
    .map(({ checkpoint }) => checkpoint);
}

function readCheckpoint(checkpoint: Record<string, unknown>): TrackedCheckpoint {
  const { DateTime, TimeZone } = plainLinesOf(checkpoint, ['DateTime', 'TimeZone']);
  return {
    DateTime,
    TimeZone,
    ...readCheckpointTime(DateTime, TimeZone),
    ...plainLinesOf(checkpoint, ['TrackingStatus', 'SubTrackingStatus', 'Message', 'Carrier']),
    place: plainLineAt(checkpoint, 'Location') || addressOf(valueAt(checkpoint, ['LocationAddress'])),
    Latitude: decimalAt(checkpoint, 'Latitude'),
    Longitude: decimalAt(checkpoint, 'Longitude'),
  };
}

function readTracking(entry: Record<string, unknown>): TrackedCheckpoint {
  const { TrackingTime, Description, Location } = plainLinesOf(entry, ['TrackingTime', 'Description', 'Location']);
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
    .map((part) => plainLineAt(address, part))
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

/** Converts a tracking record (of endpoint 5 or 12) for screens. */
export function readParcel(record: unknown): ParcelFields & { parcel: TrackedSummary } {
  const checkpoints = readCheckpoints(record);
  const latest = checkpoints[0] ?? null;
  const TrackingStatus = plainLineAt(record, 'TrackingStatus') || (latest?.TrackingStatus ?? '');
  return {
    parcel: {
      ...plainLinesOf(record, factFields),
      TrackingStatus,
      SubTrackingStatus: plainLineAt(record, 'SubTrackingStatus') || (latest?.SubTrackingStatus ?? ''),
      delivered: TrackingStatus.toLowerCase() === 'delivered',
      latest,
      checkpoints: checkpoints.length,
    },
    checkpoints: checkpoints.slice(0, maxCheckpoints),
    carrier: carrierOf(valueAt(record, ['CarrierInfo'])),
    ports: recordsAt(record, 'TransitPorts')
      .slice(0, maxPorts)
      .map((port) => plainLinesOf(port, ['Code', 'ETA', 'ETD', 'STA', 'STD'])),
    weights: recordsAt(record, 'ClientGroupSumList').map((sum) => ({
      SumType: plainLineAt(sum, 'SumType'),
      CalWeightKg: decimalAt(sum, 'CalWeightKg'),
      WeightKg: decimalAt(sum, 'WeightKg'),
      DimWeightKg: decimalAt(sum, 'DimWeightKg'),
      PackageCount: decimalAt(sum, 'PackageCount'),
    })),
    Origin: addressFields(valueAt(record, ['Origin'])),
    Destination: addressFields(valueAt(record, ['Destination'])),
    PlateType: plainLineAt(record, 'PlateType'),
  };
}

function carrierOf(carrier: unknown): TrackedParcel['carrier'] {
  const { Company, Url, Phone } = plainLinesOf(carrier, ['Company', 'Url', 'Phone']);
  if (`${Company}${Url}${Phone}` === '') return null;
  // only http and https URLs are kept, since screens show a link
  const isWeb = URL.canParse(Url) && ['http:', 'https:'].includes(new URL(Url).protocol);
  return { Company, Url: isWeb ? Url : '', Phone };
}

function addressFields(address: unknown): [string, string][] {
  if (!isObject(address)) return [];
  return Object.keys(address)
    .slice(0, maxAddressFields)
    .map((name): [string, string] => [name.slice(0, 50), plainLineAt(address, name)])
    .filter(([, text]) => text !== '');
}

/** Maximum number of tracking numbers in one request of endpoint 5. */
export const maxNumbersPerRequest = 20;

/** Fields of a record that may contain the requested number. */
const numberFields = ['TrackingNumber', 'ProviderTrackingNumber', 'PackageId'];

export interface TrackParts {
  store: AnswerStore;
  entries: DeskEntries;
  watch: WatchStore;
  target: () => Promise<string>;
  series: (caller: LookupCaller) => AskSeries;
  /** called after fresh answers about these numbers were stored */
  notify: (about: 'tracked' | 'watch', subjects: string[]) => void;
}

/** Results of a lookup by number; a number without a result was not looked up. */
type ResultsByNumber = ReadonlyMap<string, LookupResult>;

/** Looks up tracking, from endpoint 12 for one number, from 5 for several; stores the answers, and reads them. */
export function openTracking(parts: TrackParts) {
  const { store, entries, watch, target, series, notify } = parts;

  /** Asks for at most 20 numbers, and stores the answers. */
  async function fetchTracking(numbers: readonly string[], ask: AskSeries): Promise<ResultsByNumber> {
    const outcomes = await askMany(numbers, numberFields, (batch) =>
      ask(
        batch.length === 1
          ? { endpoint: 12, path: { trackingNumber: batch[0] } }
          : { endpoint: 5, body: { TrackingNumbers: batch } },
      ),
    );
    storeAnswers(await target(), outcomes);
    return outcomes;
  }

  function storeAnswers(targetName: string, outcomes: ResultsByNumber): void {
    const updates: WatchUpdate[] = [];
    const answers: Parameters<AnswerStore['save']>[1][number][] = [];
    for (const [number, outcome] of outcomes) {
      if (outcome.kind === 'absent') updates.push({ number, newest: '', newestAt: null, delivered: false });
      if (outcome.kind !== 'found') continue;
      const { record, unexpected } = outcome;
      const { parcel } = readParcel(record);
      answers.push({ kind: 'parcel', subject: number, value: record, unexpected });
      answers.push({ kind: 'tracked', subject: number, value: parcel });
      updates.push({ number, ...newestOf(parcel), delivered: parcel.delivered });
    }
    if (answers.length > 0) store.save(targetName, answers);
    const movedNumbers = watch.recordUpdates(updates);
    if (answers.length > 0) notify('tracked', [...outcomes.keys()]);
    if (movedNumbers.length > 0) notify('watch', movedNumbers);
  }

  function row(targetName: string, number: string, results: ResultsByNumber): TrackedRow {
    const stored = store.readLast<TrackedSummary>(targetName, 'tracked', number);
    return {
      number,
      ...freshness(stored?.at ?? null, results.get(number)),
      parcel: stored?.value ?? null,
      entry: entries.findByTracking(number),
      watched: watch.has(number),
    };
  }

  return {
    ask: fetchTracking,
    row,
    async track(numbers: readonly string[], mode: 'last' | 'fresh'): Promise<{ rows: TrackedRow[] }> {
      const uniqueNumbers = [...new Set(numbers)];
      const results = new Map<string, LookupResult>();
      if (mode === 'fresh') {
        const ask = series('person');
        for (let start = 0; start < uniqueNumbers.length; start += maxNumbersPerRequest) {
          const batch = await fetchTracking(uniqueNumbers.slice(start, start + maxNumbersPerRequest), ask);
          for (const [number, outcome] of batch) results.set(number, outcome);
        }
      }
      const targetName = await target();
      return { rows: uniqueNumbers.map((number) => row(targetName, number, results)) };
    },
    async parcel(number: string, mode: 'last' | 'fresh'): Promise<TrackedParcel> {
      const results =
        mode === 'fresh' ? await fetchTracking([number], series('person')) : new Map<string, LookupResult>();
      const targetName = await target();
      const stored = store.readLast<unknown>(targetName, 'parcel', number);
      const fields = readParcel(stored?.value ?? null);
      return {
        ...row(targetName, number, results),
        ...fields,
        parcel: stored && fields.parcel,
        unexpected: stored?.unexpected ?? [],
      };
    },
    /** The service's last record, unchanged; null: none. */
    record: async (number: string): Promise<unknown> => store.readLast(await target(), 'parcel', number)?.value ?? null,
  };
}
export type Tracking = ReturnType<typeof openTracking>;

/** How fresh a stored answer is, after a lookup or (`result` undefined) without one; `at`: its time (ms). */
export function freshness(at: number | null, result: LookupResult | undefined): Freshness {
  if (result?.kind === 'found') return { at: at, fresh: true, why: null };
  const why: Problem | null = result === undefined ? null : result.kind === 'absent' ? notKnownProblem : result.problem;
  return { at: at, fresh: false, why };
}

function newestOf({ latest, checkpoints }: TrackedSummary): Pick<WatchUpdate, 'newest' | 'newestAt'> {
  if (!latest) return { newest: '', newestAt: null };
  const { DateTime, TimeZone, TrackingStatus, SubTrackingStatus, Message } = latest;
  const newest = JSON.stringify([checkpoints, DateTime, TimeZone, TrackingStatus, SubTrackingStatus, Message]);
  return { newest: newest.slice(0, 1000), newestAt: latest.instant };
}

/** The service answered, but does not know the number. */
const notKnownProblem: Problem = {
  kind: 'service',
  message: 'The service does not know this (404).',
  params: { status: 404 },
};
