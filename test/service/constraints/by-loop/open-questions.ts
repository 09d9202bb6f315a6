import { readAsBreach, readAsLegal } from '../by-hand.ts';
import { set } from '../change.ts';
import type { Kind } from '../field-table.ts';
import type { Doubt, EndpointList } from '../request-case.ts';
import { spotsOf } from '../walk.ts';
import { decimalEdges } from './decimals.ts';

type Question = [expected: 'accepted' | 'refused', why: string, value: unknown, reading: string];

const ofString = (kind: Kind & { is: 'string' }): Question[] => {
  const found: Question[] = [];
  const { shortest, longest, perhapsLongest, pattern } = kind;
  if (shortest === undefined && !pattern && !kind.neverEmpty)
    found.push(['accepted', 'empty', '', 'No least length is documented, so none is asked for.']);
  if (perhapsLongest !== undefined) {
    const value = 'a'.repeat(perhapsLongest + 1);
    const reading = 'The section Limits names it without naming endpoints, so its limit holds here too.';
    found.push(['refused', `${perhapsLongest + 1} letters`, value, reading]);
  }
  if (longest !== undefined && longest > 1 && !pattern) {
    const count = Math.floor(longest / 2) + 1;
    const reading = 'Length is counted in UTF-16 units, as services of this kind count it.';
    found.push(['refused', `${count} signs of two units each`, '😀'.repeat(count), reading]);
  }
  for (const value of pattern?.differs ?? []) {
    const reading = 'The pattern is read as ECMAScript reads it, as JSON Schema asks.';
    found.push(['refused', JSON.stringify(value), value, reading]);
  }
  return found;
};

const ofNumber = (kind: Kind & { is: 'number' }): Question[] => {
  const beyondJson = 'It is no number that can be sent again as JSON.';
  if (kind.perhapsTo === undefined)
    return [
      ['accepted', 'negative', -1, 'No bounds are documented.'],
      ['accepted', '1e300', 1e300, 'No bounds are documented.'],
      ['refused', '1e400, which reads as infinite', Infinity, beyondJson],
    ];
  const reading = 'The section Limits gives pricing a range without naming an endpoint, so it holds here too.';
  return [0, 0.009, -1, kind.perhapsTo + 1].map((value): Question => ['refused', String(value), value, reading]);
};

const ofInteger = (kind: Kind & { is: 'integer' }): Question[] =>
  kind.to !== undefined
    ? []
    : [
        ['accepted', 'negative', -1, 'No bounds are documented.'],
        ['accepted', 'beyond 32 bits', 2_147_483_648, 'No bounds are documented.'],
        ['accepted', 'the last safe integer', Number.MAX_SAFE_INTEGER, 'It arrives as it was given.'],
        ['refused', 'beyond safe integers', Number.MAX_SAFE_INTEGER + 1, 'It might not arrive as it was given.'],
      ];

const ofDecimal = (kind: Kind & { is: 'decimal' }): Question[] => {
  const found: Question[] = [];
  if (kind.from === undefined) found.push(['accepted', 'negative', -1, 'No sign is documented.']);
  if (kind.places === undefined || kind.digits === undefined)
    found.push(['accepted', 'five places', 1.23456, 'No number of places is documented.']);
  else
    for (const { value, written } of decimalEdges(kind.digits, kind.places).blurred)
      found.push([
        'refused',
        `${value}, as which ${written} reads`,
        value,
        'What is sent would have a digit too many.',
      ]);
  return found;
};

const ofAddress = (kind: Kind): Question[] =>
  kind.is === 'string'
    ? [['refused', 'half of a sign of two units', 'a\ud800', 'It cannot be percent-encoded, so it cannot be sent.']]
    : [];

const questions = (kind: Kind): Question[] => {
  switch (kind.is) {
    case 'string':
      return ofString(kind);
    case 'number':
      return ofNumber(kind);
    case 'integer':
      return ofInteger(kind);
    case 'decimal':
      return ofDecimal(kind);
    default:
      return [];
  }
};

/** The open questions of the document about each field, by its kind, with our reading. */
export const openQuestions = (list: EndpointList): Doubt[] =>
  spotsOf(list)
    .filter(({ first }) => first)
    .flatMap(({ in: part, path, member }) =>
      [...questions(member.kind), ...(part === 'body' ? [] : ofAddress(member.kind))].map(
        ([expected, why, value, reading]) => {
          const request = set(list.full, part, path, value);
          const read = expected === 'accepted' ? readAsLegal : readAsBreach;
          return read(`${path}: ${why}`, reading, request, part, path);
        },
      ),
    );
