import { breach } from '../by-hand.ts';
import { set } from '../change.ts';
import type { Kind } from '../field-table.ts';
import type { Breach, EndpointList } from '../request-case.ts';
import { sampleAt, spotsOf } from '../walk.ts';

const name = (value: unknown): string => (value === Infinity ? '1e400' : JSON.stringify(value)).slice(0, 40);

/** Every other JSON type, and values that a lenient reader would convert to the right one. */
const wrongFor = (kind: Kind, sample: unknown): unknown[] => {
  switch (kind.is) {
    case 'string':
    case 'date':
      return [7, true, {}, [sample], null];
    case 'boolean':
      return [String(sample), '', 1, 0, {}, [sample], null];
    case 'number':
    case 'integer':
    case 'decimal':
      return [String(sample), '', true, {}, [sample], null];
    case 'object':
      return ['x', '', 7, true, [], [sample], null];
    case 'list':
      return ['A,B', '', 7, true, {}, { 0: (sample as unknown[])[0] }, null];
  }
};

const fractions = [1.5, 0.5, 2.000001];

/** A wrong type at each field and each list element, including null, and fractions at each integer. */
export const wrongTypes = (list: EndpointList): Breach[] =>
  spotsOf(list).flatMap((spot) => {
    const { kind } = spot.member;
    const becomes = (value: unknown) => set(list.full, spot.in, spot.path, value);
    const wrong = wrongFor(kind, sampleAt(list, spot)).map((value) =>
      breach('wrong type', spot.in, spot.path, `${kind.is} given as ${name(value)}`, becomes(value)),
    );
    if (kind.is !== 'integer') return wrong;
    return wrong.concat(
      fractions.map((value) =>
        breach('fraction', spot.in, spot.path, `integer given as ${String(value)}`, becomes(value)),
      ),
    );
  });
