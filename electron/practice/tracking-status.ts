import type { Checkpoint, TrackingRecord } from '../../shared/service/tracking.ts';
import { milestones, steps, stepsOf } from './journey.ts';
import { lifeOf, isoTime, type OrderLife } from './order-life.ts';
import type { PracticeDatabase, PracticeObject } from './practice-database.ts';
import { seqOfTrackingNumber, trackingNumber } from './service-numbers.ts';

/** A method that TypeScript's library lacks, but every runtime of this program has. */
interface Region extends Intl.Locale {
  getTimeZones(): string[] | undefined;
}

const formatsByCountry = new Map<string, Intl.DateTimeFormat>();

function createZoneFormat(zone: string): Intl.DateTimeFormat {
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
  const cached = formatsByCountry.get(code);
  if (cached) return cached;
  // of several zones of a country, the middle one of the list is plausible for all of it
  const zones = /^[A-Z]{2}$/.test(code) ? timeZonesOf(code) : [];
  const format = createZoneFormat(zones[Math.floor((zones.length - 1) / 2)] ?? 'UTC');
  // the country is free text of a caller, so only two-letter codes are cached
  if (code.length === 2) formatsByCountry.set(code, format);
  return format;
}

/** A time (ms) as local time of a country, by its two-letter code; any other text means UTC. */
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

/** The order with a tracking number; undefined if the number is not assigned yet. */
function orderOf(
  database: PracticeDatabase,
  number: string,
  now: number,
): { object: PracticeObject; life: OrderLife } | undefined {
  const assigned = seqOfTrackingNumber(number);
  const object = assigned ? database.findBySeq('package', assigned.seq) : database.findBySecondName('package', number);
  if (!object) return undefined;
  const life = lifeOf(object, now);
  if (life.numberedAt === null) return undefined;
  // a provisional number stays valid after the final one is assigned
  const wasAssigned = assigned?.provisional === true && life.fate.ending === 'provisional';
  return number === life.number || wasAssigned ? { object, life } : undefined;
}

/** The tracking record of a number, for endpoints 5 and 12; that of an unknown number has no checkpoints. */
export function trackingStatus(database: PracticeDatabase, number: string, lang: string, now: number): TrackingRecord {
  const order = orderOf(database, number, now);
  if (!order) {
    return { TrackingNumber: number, TrackingStatus: 'NotFound', SubTrackingStatus: 'NotFound', Checkpoints: [] };
  }
  const { object, life } = order;
  const { shipTo, sender, weight } = life.facts;
  const places = {
    origin: { Country: sender.Country ?? 'CN', City: sender.City ?? 'Shenzhen' },
    destination: { Country: shipTo.Country ?? '', City: shipTo.City ?? '' },
  };
  const checkpoints = stepsOf(object.key)
    .flatMap((step): Checkpoint[] => {
      const time = life.timeAt(milestones[step]);
      if (time === undefined) return [];
      const { location, en, zh, ...status } = steps[step];
      const place = places[location];
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
  const firstNumberAt = life.numberedAt ?? object.madeAt;
  return {
    TrackingNumber: number,
    PackageId: object.key,
    ProviderTrackingNumber: trackingNumber(object.seq, !life.isFinal),
    ShippingProvider: carrier.Company,
    TrackingStatus: latest?.TrackingStatus ?? 'InfoReceived',
    SubTrackingStatus: latest?.SubTrackingStatus ?? 'InfoReceived',
    Checkpoints: checkpoints,
    Country: places.destination.Country,
    EstimatedDelivery: isoTime(firstNumberAt + milestones.delivered * object.moment),
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
