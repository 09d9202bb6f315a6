import { createNumbers } from '../../shared/creates/create-kinds.ts';
import { checkKey } from '../../shared/service/check-request.ts';
import { endpointOf, type EndpointNumber } from '../../shared/service/endpoints.ts';
import { describe, expect, it } from 'vitest';

const withKey = (number: EndpointNumber, value: unknown): unknown =>
  (endpointOf(number).key?.path ?? []).reduceRight((inner, name) => ({ [name]: inner }), value);

describe('a key at the desk', () => {
  it('is never empty or missing, whatever its kind', () => {
    for (const number of createNumbers) {
      expect(checkKey(number, withKey(number, '')), String(number)).toMatchObject([{ in: 'body', code: 'empty' }]);
      expect(checkKey(number, withKey(number, '  '))).toMatchObject([{ code: 'empty' }]);
      expect(checkKey(number, {})).toMatchObject([{ code: 'missing' }]);
    }
  });

  it.each(['..', 'a/b', 'a b', 'é', 'x'.repeat(51), 'a\n'])('as PackageId cannot be %j', (value) => {
    for (const number of [1, 2, 6, 7, 9, 10] as const) {
      const path = `$.${(endpointOf(number).key?.path ?? []).join('.')}`;
      expect(checkKey(number, withKey(number, value))).toMatchObject([{ path, code: 'bad-key' }]);
    }
  });

  it('as PackageId may consist of 50 letters, digits, dashes and underscores', () => {
    expect(checkKey(2, withKey(2, `A-z_9${'x'.repeat(45)}`))).toEqual([]);
  });

  it('of another kind only has to exist; the contract checks the rest', () => {
    expect(checkKey(15, { Sku: 'wool/scarf grün' })).toEqual([]);
    expect(checkKey(8, { CustomerOrderNo: '..' })).toEqual([]);
  });

  it('is not required for reads', () => {
    expect(checkKey(16, {})).toEqual([]);
  });
});
