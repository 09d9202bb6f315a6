import { legal } from '../by-hand.ts';
import { drop, set } from '../change.ts';
import type { Kind } from '../field-table.ts';
import type { EndpointList, Legal, Spot } from '../request-case.ts';
import { sampleAt, spotsOf } from '../walk.ts';
import { decimalEdges } from './decimals.ts';

type Within = [why: string, value: unknown];

const shortScripts = ['é仓"\\<', 'שלום', '\u0000\t\n', ' x ', '😀', 'null', '0', '%2F&#+?'];
const longScripts = 'Łódź 仓库 Ελλάδα שלום مرحبا 😀 "quoted" \\ / & ? # % <b> \t\n'.repeat(8);

const ofString = (kind: Kind & { is: 'string' }): Within[] => {
  const found: Within[] = [];
  const { shortest, longest, pattern, perhapsLongest } = kind;
  if (shortest !== undefined && shortest > 0) found.push([`just ${shortest} letters`, 'a'.repeat(shortest)]);
  if (shortest === 0 && (!pattern || pattern.fits.includes(''))) found.push(['empty, of length 0', '']);
  const most = longest ?? perhapsLongest;
  if (most !== undefined) {
    found.push([`just ${most} letters`, 'a'.repeat(most)], [`${most - 1} letters`, 'a'.repeat(most - 1)]);
    if (!pattern) found.push([`just ${most} Chinese signs`, '仓'.repeat(most)]);
  }
  if (pattern) found.push(...pattern.fits.map((value): Within => [JSON.stringify(value), value]));
  else found.push(...shortScripts.map((value): Within => [`any signs: ${JSON.stringify(value)}`, value]));
  if (!pattern && most === undefined) found.push(['any length', 'a'.repeat(10_000)], ['any signs', longScripts]);
  return found;
};

const numbersIn = (kind: Kind & { is: 'number' | 'integer' | 'decimal' }): number[] => {
  if (kind.is === 'number')
    return kind.perhapsTo === undefined ? [0, 0.001, 1, 1234567.891, 1e9] : [0.01, 0.02, 1, 999999.99, kind.perhapsTo];
  if (kind.is === 'integer') {
    const { from = 0, to = 2_147_483_647 } = kind;
    return [from, from + 1, to - 1, to];
  }
  if (kind.digits !== undefined && kind.places !== undefined) return [...decimalEdges(kind.digits, kind.places).fits];
  const { from, to } = kind;
  return from === undefined || to === undefined ? [0, 0.01, 1, 999.99, 1e9] : [from, 0.02, 1, 999999.99, to];
};

const within = (kind: Kind, sample: unknown): Within[] => {
  switch (kind.is) {
    case 'string':
      return ofString(kind);
    case 'boolean':
      return [true, false].map((value) => [String(value), value]);
    case 'number':
    case 'integer':
    case 'decimal':
      return numbersIn(kind).map((value) => [String(value), value]);
    case 'object':
      return kind.of.fields.some((field) => field.required) ? [] : [['an object without a field', {}]];
    case 'list': {
      const many = kind.atMost ?? 100;
      const some = (length: number) => Array.from({ length }, () => (sample as unknown[])[0]);
      return [[], some(1), some(many)].map((value) => [`${value.length} elements`, value]);
    }
    case 'date':
      return [];
  }
};

/** A field may be absent, and may be the only optional one, unless its legal values depend on other fields. */
const presence = (list: EndpointList, { in: part, path, name, member }: Spot): Legal[] => {
  if (member.required || name === null) return [];
  const alone = set(list.minimal, part, path, sampleAt(list, { in: part, path }));
  const depth = path.split('.').length;
  return [
    legal(`${path} absent`, drop(list.full, part, path)),
    ...(depth === 2 ? [legal(`${path} alone beside the required`, alone)] : []),
  ];
};

/** The last legal value at each limit, and the presence and absence of each optional field. */
export const withinLimits = (list: EndpointList): Legal[] =>
  spotsOf(list)
    .filter(({ first }) => first)
    .flatMap((spot) => {
      const { kind } = spot.member;
      const tied = list.tied?.includes(spot.path) ?? false;
      const values = tied && kind.is === 'boolean' ? [] : within(kind, sampleAt(list, spot));
      return [
        ...values.map(([why, value]) => legal(`${spot.path}: ${why}`, set(list.full, spot.in, spot.path, value))),
        ...(tied ? [] : presence(list, spot)),
      ];
    });
