import type { Checkpoint, TrackingRecord } from '../../shared/service/tracking.ts';
import { milestones, steps, stepsOf } from './journey.ts';
import { lifeOf, isoTime, type OrderLife } from './order-life.ts';
import type { PracticeDatabase, PracticeObject } from './practice-database.ts';
import { seqOfTrackingNumber, trackingNumber } from './service-numbers.ts';

/** Not yet in TypeScript's library, but in every runtime of this app. */
interface Region extends Intl.Locale {
  getTimeZones(): string[] | undefined;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function zoneFormat(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'longOffset',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}

function timeZonesOf(code: string): string[] {
  return (new Intl.Locale(`und-${code}`) as Region).getTimeZones() ?? [];
}

function formatOf(country: string): Intl.DateTimeFormat {
  const code = country.trim().toUpperCase();
  const known = formats.get(code);
  if (known) return known;
  // A country may have many zones; the middle one of the list is right for one city and plausible for the others.
  const zones = /^[A-Z]{2}$/.test(code) ? timeZonesOf(code) : [];
  const format = zoneFormat(zones[Math.floor((zones.length - 1) / 2)] ?? 'UTC');
  // Country is a caller's free text, so only codes are cached: at most 676 of them.
  if (code.length === 2) formats.set(code, format);
  return format;
}

/** The local time (ms) in a country, by its two-letter code; any other text means UTC. */
export function localTime(time: number, country: string): { DateTime: string; TimeZone: string } {
  const parts = Object.fromEntries(
    formatOf(country)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const offset = parts['timeZoneName'] === 'GMT' ? '+00:00' : (parts['timeZoneName'] ?? '').replace('GMT', '');
  const date = `${parts['year']}-${parts['month']}-${parts['day']}`;
  return { DateTime: `${date}T${parts['hour']}:${parts['minute']}:${parts['second']}${offset}`, TimeZone: offset };
}

const carrier = { Company: 'Practice Post', Url: 'https://practice.invalid', Phone: '' };

/** The order of a tracking number, once the number has been assigned. */
function orderOf(
  book: PracticeDatabase,
  number: string,
  now: number,
): { made: PracticeObject; life: OrderLife } | undefined {
  const own = seqOfTrackingNumber(number);
  const made = own ? book.findBySeq('package', own.seq) : book.findAlso('package', number);
  if (!made) return undefined;
  const life = lifeOf(made, now);
  if (life.numberedAt === null) return undefined;
  // A provisional number stays valid after the final one is assigned; no number is valid before it is assigned.
  const wasGiven = own?.provisional === true && life.fate.ending === 'provisional';
  return number === life.number || wasGiven ? { made, life } : undefined;
}

/** One tracking record (endpoints 5 and 12). An unknown number has a record without checkpoints. */
export function trackingStatus(book: PracticeDatabase, number: string, lang: string, now: number): TrackingRecord {
  const order = orderOf(book, number, now);
  if (!order) {
    return { TrackingNumber: number, TrackingStatus: 'NotFound', SubTrackingStatus: 'NotFound', Checkpoints: [] };
  }
  const { made, life } = order;
  const { shipTo, sender, weight } = life.facts;
  const places = {
    origin: { Country: sender.Country ?? 'CN', City: sender.City ?? 'Shenzhen' },
    destination: { Country: shipTo.Country ?? '', City: shipTo.City ?? '' },
  };
  const checkpoints = stepsOf(made.key)
    .flatMap((step): Checkpoint[] => {
      const time = life.since(milestones[step]);
      if (time === undefined) return [];
      const { at, en, zh, ...status } = steps[step];
      const place = places[at];
      return [
        {
          LocationAddress: place,
          Location: [place.City, place.Country].filter((word) => word !== '').join(', '),
          ...status,
          Message: lang.toLowerCase().startsWith('zh') ? zh : en,
          ...localTime(time, place.Country),
          TrackingId: `${number}-${step}`,
          Carrier: carrier.Company,
        },
      ];
    })
    .toReversed();
  const latest = checkpoints[0];
  const first = life.numberedAt ?? made.madeAt;
  return {
    TrackingNumber: number,
    PackageId: made.key,
    ProviderTrackingNumber: trackingNumber(made.seq, !life.isFinal),
    ShippingProvider: carrier.Company,
    TrackingStatus: latest?.TrackingStatus ?? 'InfoReceived',
    SubTrackingStatus: latest?.SubTrackingStatus ?? 'InfoReceived',
    Checkpoints: checkpoints,
    Country: places.destination.Country,
    EstimatedDelivery: isoTime(first + milestones.delivered * made.moment),
    Destination: places.destination,
    Origin: places.origin,
    CarrierInfo: carrier,
    TransitPorts: [],
    ClientGroupSumList: [
      {
        SumType: 'Package',
        CalWeightKg: weight / 1000,
        WeightKg: weight / 1000,
        DimWeightKg: 0,
        PackageCount: Math.max(1, life.facts.boxes.length),
      },
    ],
  };
}
