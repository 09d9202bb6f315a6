import type { TrackedParcel, TrackedSummary } from '../../shared/contract/lookup-answers.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { isObject } from '../service/parse-json.ts';
import { decimalAt, recordsAt, wordsAt, wordsOf } from './field-words.ts';
import { readCheckpoints } from './read-checkpoints.ts';

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
