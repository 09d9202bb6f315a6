import { at } from './change.ts';
import type { Kind, ObjectTable } from './field-table.ts';
import type { EndpointList, Part, Place, Spot } from './request-case.ts';

/** An object of a full request: its place, and the names it may have. */
export type ObjectSpot = Place & { table: ObjectTable };

/** A place as one comparable and readable string. */
export const where = (place: Place): string => `${place.in} ${place.path}`;

const parts = ['path', 'query', 'body'] as const;

function* inObject(part: Part, here: string, of: ObjectTable, first: boolean): Generator<Spot> {
  for (const { name, ...member } of of.fields) {
    const path = `${here}.${name}`;
    yield { in: part, path, name, member, first };
    yield* below(part, path, member.kind, first);
  }
}

/** Second elements are visited once, below first elements only, because a deep list would multiply for nothing. */
function* below(part: Part, here: string, kind: Kind, first: boolean): Generator<Spot> {
  if (kind.is === 'object') yield* inObject(part, here, kind.of, first);
  if (kind.is !== 'list') return;
  for (const index of first ? [0, 1] : [0]) {
    const path = `${here}[${index}]`;
    const still = first && index === 0;
    yield { in: part, path, name: null, member: { kind: kind.of, required: false }, first: still };
    yield* below(part, path, kind.of, still);
  }
}

/** Every field and list element of an endpoint's tables, path first, then query, then body. */
export const spotsOf = (list: EndpointList): Spot[] =>
  parts.flatMap((part) => {
    const of = list[part];
    return of ? [...inObject(part, '$', of, true)] : [];
  });

/** Every object of an endpoint's tables, including the parts themselves, and the first element of each list. */
export const objectsOf = (list: EndpointList): ObjectSpot[] => [
  ...parts.flatMap((part) => {
    const of = list[part];
    return of ? [{ in: part, path: '$', table: of }] : [];
  }),
  ...spotsOf(list).flatMap((spot) =>
    spot.first && spot.member.kind.is === 'object'
      ? [{ in: spot.in, path: spot.path, table: spot.member.kind.of }]
      : [],
  ),
];

/** The value of a full request at a place; a missing one is a mistake in the list. */
export const sampleAt = (list: EndpointList, place: Place): unknown => {
  const value = at(list.full, place);
  if (value === undefined) throw new Error(`Endpoint ${list.endpoint}: full has nothing at ${place.in} ${place.path}`);
  return value;
};
