import { checkPackageId, isDeskCode, makeDeskCode, makePackageId } from '../../shared/creates/package-id.ts';
import { checkCharacter, clearCharacters } from '../../shared/text/check-character.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const deskPackageId = /^[A-Za-z0-9_-]{1,50}$/;
const made = fc
  .record({
    desk: fc.array(fc.constantFrom(...clearCharacters), { minLength: 5, maxLength: 5 }).map((all) => all.join('')),
    generation: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 30_000 })),
    madeAt: fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2090, 0, 1) }),
    counter: fc.oneof(fc.integer({ min: 1, max: 31 ** 4 - 1 }), fc.integer({ min: 1, max: 2_000_000_000 })),
  })
  .map((number) => ({ number, id: makePackageId(number) }));

describe('a PackageId made by a desk', () => {
  it('encodes desk, generation, day and counter in about a dozen unambiguous characters', () => {
    const id = makePackageId({ desk: 'K7M3A', generation: 1, madeAt: Date.UTC(2026, 10, 21), counter: 127 });
    expect(id).toMatch(/^K7M3A1-0P7-0043.$/);
    expect(checkPackageId(id)).toEqual({ kind: 'good', desk: 'K7M3A', generation: 1, counter: 127 });
  });

  it('is valid for any counter, and within the limits of the desk and the service', () => {
    fc.assert(
      fc.property(made, ({ number, id }) => {
        const { desk, generation, counter } = number;
        expect(id).toMatch(deskPackageId);
        expect(checkPackageId(id)).toEqual({ kind: 'good', desk, generation, counter });
      }),
    );
  });

  it('differs whenever desk, generation or counter differ', () => {
    fc.assert(
      fc.property(made, made, (one, other) => {
        fc.pre(JSON.stringify({ ...one.number, madeAt: 0 }) !== JSON.stringify({ ...other.number, madeAt: 0 }));
        expect(one.id).not.toBe(other.id);
      }),
    );
  });

  it('with any single character wrong is invalid, and the suggested corrections include the original', () => {
    fc.assert(
      fc.property(
        made,
        fc.nat(),
        fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
        ({ id }, at, wrong) => {
          const place = at % id.length;
          fc.pre(id[place] !== wrong);
          const found = checkPackageId(id.slice(0, place) + wrong + id.slice(place + 1));
          expect(found.kind).toBe('mistyped');
          expect(found.kind === 'mistyped' && found.corrections).toContain(id);
        },
      ),
    );
  });

  it('with any two adjacent characters swapped is invalid', () => {
    fc.assert(
      fc.property(made, ({ id }) => {
        for (let at = 0; at + 1 < id.length; at++) {
          const swapped = id.slice(0, at) + id.charAt(at + 1) + id.charAt(at) + id.slice(at + 2);
          if (swapped === id) continue;
          const found = checkPackageId(swapped);
          expect(found.kind).toBe('mistyped');
          expect(found.kind === 'mistyped' && found.corrections).toContain(id);
        }
      }),
    );
  });

  it('of usual length with a character missing is invalid', () => {
    const usual = made.filter(({ number }) => number.generation < 31 && number.counter < 31 ** 4);
    const small = usual.map((one) => one.id);
    fc.assert(
      fc.property(
        fc.oneof(small, fc.constant(makePackageId({ desk: '00000', generation: 1, madeAt: 0, counter: 1 }))),
        (id) => {
          for (let at = 0; at < id.length; at++)
            expect(checkPackageId(id.slice(0, at) + id.slice(at + 1)).kind).toBe('mistyped');
        },
      ),
    );
  });

  it('in lower case, or with letters typed for digits, is reported as mistyped with the intended id first', () => {
    const id = makePackageId({ desk: '10V2A', generation: 1, madeAt: Date.UTC(2026, 0, 1), counter: 1 });
    const typed = id.toLowerCase().replaceAll('0', 'O').replaceAll('1', 'l').replaceAll('2', 'z');
    expect(checkPackageId(typed)).toMatchObject({ kind: 'mistyped', corrections: [id] });
  });
});

describe('an id of another origin', () => {
  it.each(['PD-00001', '', '1Z999AA10123456784', 'RB123456785CN', 'K7M3A1-0R8', 'ORDER-2026-000123', 'a'.repeat(1000)])(
    '%j is not recognized as a desk id',
    (text) => expect(checkPackageId(text)).toEqual({ kind: 'not-ours' }),
  );
});

describe('a desk code', () => {
  it('consists of unambiguous characters', () => {
    let n = 0;
    const code = makeDeskCode(() => (n += 0.19) % 1);
    expect(isDeskCode(code)).toBe(true);
    expect(isDeskCode('SZ001')).toBe(false);
    expect(isDeskCode('K7M3')).toBe(false);
  });
});

it('a check character exists only for unambiguous characters, and for at most 29 of them', () => {
  expect(checkCharacter('ABCI')).toBeUndefined();
  expect(checkCharacter('A'.repeat(29))).toBeDefined();
  expect(checkCharacter('A'.repeat(30))).toBeUndefined();
});
