import type { Checkpoint, TrackingRecord } from '../../shared/service/tracking.ts';
import type { PracticeDatabase, PracticeObject } from './book.ts';
import { milestones, steps, stepsOf } from './journey.ts';
import { lifeOf, isoTime, type OrderLife } from './order-life.ts';
import { seqOfTrackingNumber, trackingNumber } from './service-numbers.ts';
import { localTime } from './time-zone.ts';

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
