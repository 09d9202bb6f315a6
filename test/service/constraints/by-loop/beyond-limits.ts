import { breach } from '../by-hand.ts';
import { set } from '../change.ts';
import type { Kind } from '../field-table.ts';
import type { Breach, EndpointList, RuleName } from '../request-case.ts';
import { sampleAt, spotsOf } from '../walk.ts';
import { decimalEdges } from './decimals.ts';

type Beyond = [rule: RuleName, why: string, value: unknown];

const ofString = (kind: Kind & { is: 'string' }): Beyond[] => {
  const found: Beyond[] = [];
  const { shortest = 0, longest, pattern } = kind;
  if (longest !== undefined) {
    found.push(['too long', `${longest + 1} letters`, 'a'.repeat(longest + 1)]);
    found.push(['too long', '10,000 letters', 'a'.repeat(10_000)]);
    if (!pattern) found.push(['too long', `${longest + 1} Chinese signs`, '仓'.repeat(longest + 1)]);
  }
  if (shortest > 0) found.push(['too short', `${shortest - 1} letters`, 'a'.repeat(shortest - 1)]);
  if (shortest > 0 || kind.neverEmpty) found.push(['too short', 'empty', '']);
  for (const value of pattern?.breaks ?? []) found.push(['pattern', JSON.stringify(value), value]);
  return found;
};

/** JSON.parse reads 1e400 as Infinity. */
const ofRange = ({ from, to }: { from?: number; to?: number }, step: number): Beyond[] => {
  const below = from === undefined ? [] : [from - step, from - 1, -2_147_483_649];
  const above = to === undefined ? [] : [to + step, to + 1, to * 10, 1e21, Infinity];
  return [
    ...[...new Set(below)].map((value): Beyond => ['out of range', `${value} is below ${from}`, value]),
    ...[...new Set(above)].map((value): Beyond => ['out of range', `${value} is above ${to}`, value]),
  ];
};

const ofDecimal = (kind: Kind & { is: 'decimal' }): Beyond[] => {
  if (kind.digits === undefined || kind.places === undefined) return ofRange(kind, 0.001);
  const { tooManyDecimals, tooManyDigits } = decimalEdges(kind.digits, kind.places);
  return [
    ...tooManyDecimals.map((value): Beyond => ['too many decimals', String(value), value]),
    ...tooManyDigits.map((value): Beyond => ['too many digits', String(value), value]),
  ];
};

const beyond = (kind: Kind, sample: unknown): Beyond[] => {
  switch (kind.is) {
    case 'string':
      return ofString(kind);
    case 'integer':
      return ofRange(kind, 1);
    case 'decimal':
      return ofDecimal(kind);
    case 'list': {
      if (kind.atMost === undefined) return [];
      const count = kind.atMost + 1;
      const value = Array.from({ length: count }, () => (sample as unknown[])[0]);
      return [['too many elements', `${count} elements`, value]];
    }
    default:
      return [];
  }
};

/**
 * Each limit of length, pattern, range, digits and number of elements, exceeded by the least possible amount and by
 * far.
 */
export const beyondLimits = (list: EndpointList): Breach[] =>
  spotsOf(list)
    .filter(({ first }) => first)
    .flatMap((spot) =>
      beyond(spot.member.kind, sampleAt(list, spot)).map(([rule, why, value]) =>
        breach(rule, spot.in, spot.path, why, set(list.full, spot.in, spot.path, value)),
      ),
    );
