import { setAtPath } from '../../electron/outbox/set-field.ts';
import { describe, expect, it } from 'vitest';

describe('a path in a request', () => {
  it('is set in a copy, and missing objects on the way are created', () => {
    const body = { Package: { Skus: [{ Sku: 'A' }] } };
    expect(setAtPath(body, ['Package', 'ShipToAddress', 'City'], 'Vigo')).toEqual({
      Package: { Skus: [{ Sku: 'A' }], ShipToAddress: { City: 'Vigo' } },
    });
    expect(body).toEqual({ Package: { Skus: [{ Sku: 'A' }] } });
  });

  it('may be the next position in a list, but none beyond', () => {
    expect(setAtPath({ Skus: [{ Sku: 'A' }] }, ['Skus', 1, 'Sku'], 'B')).toEqual({
      Skus: [{ Sku: 'A' }, { Sku: 'B' }],
    });
    expect(setAtPath({}, ['Skus', 0, 'Sku'], 'B')).toEqual({ Skus: [{ Sku: 'B' }] });
    expect(() => setAtPath({ Skus: [] }, ['Skus', 1, 'Sku'], 'B')).toThrow('entry 2');
  });

  it('is not found through a text, a null or a step of the wrong kind', () => {
    for (const value of ['x', null, 5]) expect(() => setAtPath({ a: value }, ['a', 'b'], 1)).toThrow('no place');
    expect(() => setAtPath({ a: {} }, ['a', 0], 1)).toThrow('no place');
    expect(() => setAtPath({ a: [] }, ['a', 'b'], 1)).toThrow('no place');
  });

  it('is removed by undefined, which creates no objects', () => {
    expect(setAtPath({ a: 1, b: { c: 2 } }, ['b', 'c'], undefined)).toEqual({ a: 1, b: {} });
    expect(setAtPath({ a: 1 }, ['b', 'c'], undefined)).toEqual({ a: 1 });
    expect(setAtPath({ a: [1, 2, 3] }, ['a', 1], undefined)).toEqual({ a: [1, 3] });
  });

  it('that names a property of Object changes no other object', () => {
    const made = setAtPath({}, ['__proto__', 'polluted'], true) as object;
    expect(Object.hasOwn(made, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    setAtPath({}, ['constructor', 'prototype', 'polluted'], true);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
