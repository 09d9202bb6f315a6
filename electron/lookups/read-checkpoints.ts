import type { TrackedCheckpoint } from '../../shared/lookup-answers.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { readCheckpointTime } from './checkpoint-time.ts';
import { decimalAt, recordsAt, wordsAt, wordsOf } from './field-words.ts';

const addressParts = ['HouseNumber', 'Street1', 'Street2', 'District', 'City', 'Province', 'Postcode', 'Country'];

/**
 * The checkpoints of a tracking record, newest first. One whose time cannot be read stays beside the one it came after, so a
 * strange time moves nothing else.
 */
export function readCheckpoints(record: unknown): TrackedCheckpoint[] {
  const given = recordsAt(record, 'Checkpoints').map(readCheckpoint);
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

const addressOf = (address: unknown): string =>
  addressParts
    .map((part) => wordsAt(address, part))
    .filter((part) => part !== '')
    .join(', ');
