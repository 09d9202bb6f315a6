import type { TrackedCheckpoint } from '../../shared/contract/lookup-answers.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { readCheckpointTime } from './checkpoint-time.ts';
import { decimalAt, recordsAt, wordsAt, wordsOf } from './field-words.ts';

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
