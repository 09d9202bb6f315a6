import { keyFor, windowWith } from './simulate.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const codeLetters = [...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefgh0123456789-_./+'];

describe('a scan slower than the configured pace', () => {
  /** Keys `gap` ms apart, each up to `jitter` ms early or late. */
  const paced = fc.record({
    code: fc.array(fc.constantFrom(...codeLetters), { minLength: 6, maxLength: 30 }).map((all) => all.join('')),
    // The slowest pace distinguished from fingers is 50 ms, and jitter at both ends lengthens a gap by up to 4 ms.
    gap: fc.integer({ min: 10, max: 46 }),
    jitter: fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 31, maxLength: 31 }),
    end: fc.constantFrom('\n', '\t'),
  });
  const scanAt = (
    screen: ReturnType<typeof windowWith>,
    { code, gap, jitter, end }: { code: string; gap: number; jitter: readonly number[]; end: string },
    from: number,
  ): number => {
    let now = from;
    for (const [at, character] of [...(code + end)].entries())
      screen.press(keyFor(character, (now = from + at * gap + (jitter[at] ?? 0))));
    screen.rest(now + 1000);
    return now;
  };

  it.each([
    ['in a field', true],
    ['elsewhere', false],
  ])('is recognised or typed as a whole, and reported if typed, %s', (_, inField) => {
    fc.assert(
      fc.property(paced, (one) => {
        const screen = windowWith({}, inField);
        scanAt(screen, one, 1000);
        const [scan] = screen.scans();
        if (scan) expect(scan.scan).toBe(one.code);
        else expect(screen.slow().map(({ text }) => text)).toEqual([one.code]);
        if (inField) expect(screen.log()).toEqual(scan ? [{ scan: one.code }] : [one.code + one.end]);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['in a field', true],
    ['elsewhere', false],
  ])('with a pause in its middle is recognised or typed as a whole, and reported if typed, %s', (_, inField) => {
    const broken = fc.record({
      code: fc.array(fc.constantFrom(...codeLetters), { minLength: 8, maxLength: 30 }).map((all) => all.join('')),
      gap: fc.integer({ min: 2, max: 46 }),
      // A single key before the pause cannot be distinguished from a finger.
      at: fc.integer({ min: 2, max: 29 }),
      pause: fc.integer({ min: 30, max: 290 }),
      end: fc.constantFrom('\n', '\t'),
    });
    fc.assert(
      fc.property(broken, ({ code, gap, at, pause, end }) => {
        const screen = windowWith({}, inField);
        const rest = Math.min(at, code.length - 2);
        let now = 1000;
        for (const [index, character] of [...(code + end)].entries())
          screen.press(keyFor(character, (now += index === rest ? Math.max(gap, pause) : gap)));
        screen.rest(now + 1000);
        const [scan, more] = screen.scans();
        expect(more).toBeUndefined();
        if (scan) expect(scan.scan).toBe(code);
        else expect(screen.slow().map(({ text }) => text)).toEqual([code]);
        if (inField) expect(screen.log()).toEqual(scan ? [{ scan: code }] : [code + end]);
      }),
      { numRuns: 2000 },
    );
  });

  it('at the edge of the pace undoes the keys that were typed before it was recognised', () => {
    const screen = windowWith({}, true);
    let now = 1000;
    for (const [at, character] of [...'PD-00017\n'].entries())
      screen.press(keyFor(character, (now += at < 4 ? 20 : 14)));
    expect(screen.log()).toEqual([{ scan: 'PD-00017' }]);
  });

  it('is recognised once its pace is known, even if a line feed follows Enter', () => {
    fc.assert(
      fc.property(paced, (one) => {
        const screen = windowWith({ slowMs: one.gap }, true);
        const now = scanAt(screen, { ...one, end: '\n' }, 1000);
        screen.press({ ...keyFor('j', now + one.gap), ctrl: true });
        scanAt(screen, one, 9000);
        expect(screen.log()).toEqual([{ scan: one.code }, { scan: one.code }]);
        expect(screen.slow()).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('is typed and reported if it is slower than the known pace', () => {
    const screen = windowWith({ slowMs: 20 }, true);
    scanAt(screen, { code: 'PD-00017', gap: 40, jitter: [], end: '\n' }, 1000);
    expect(screen.log()).toEqual(['PD-00017\n']);
    expect(screen.slow()).toEqual([{ text: 'PD-00017', pace: 40 }]);
  });

  /** Times between keys of people: spread around a mean as measured, although pauses before Enter are longer still. */
  const person = fc.record({
    mean: fc.integer({ min: 90, max: 300 }),
    spread: fc.integer({ min: 25, max: 50 }),
    word: fc.array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'), { minLength: 6, maxLength: 20 }),
    chance: fc.array(fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 6, maxLength: 6 }), {
      minLength: 21,
      maxLength: 21,
    }),
  });

  it.each([
    ['without a slow scanner', 0],
    ['with a known slow scanner', 50],
  ])('is never detected in typing, from an ordinary pace to 130 words a minute, %s', (_, slowMs) => {
    fc.assert(
      fc.property(fc.noBias(person), ({ mean, spread, word, chance }) => {
        const screen = windowWith({ slowMs }, true);
        let now = 1000;
        for (const [at, character] of [...word, '\n'].entries()) {
          screen.press(keyFor(character, now));
          // The sum of six uniform values is close to a normal distribution, and its exponential to the measured times.
          const bell = (chance[at]?.reduce((sum, one) => sum + one / 1000, 0) ?? 3) - 3;
          now += mean * Math.exp((spread / 100) * bell * Math.SQRT2);
        }
        screen.rest(now + 1000);
        expect(screen.slow()).toEqual([]);
        expect(screen.log()).toEqual([`${word.join('')}\n`]);
      }),
      // The values are drawn uniformly, and are the same in every run.
      { numRuns: 2000, seed: 9, endOnFailure: true },
    );
  });
});
