import { altKeys, keyFor, windowWith, type Hands } from './simulate.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

type Act =
  | { type: string; gaps: number[] }
  | { scan: string; gap: number; jitter: number[]; end: string; by: 'keys' | 'numbers' };

const codeLetters = [...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefgh0123456789-_./+'];
const code = fc.array(fc.constantFrom(...codeLetters), { minLength: 4, maxLength: 30 }).map((all) => all.join(''));
const typing = fc.record({
  type: fc
    .array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz ABC0123456789.,-\n\b'), { minLength: 1, maxLength: 25 })
    .map((all) => all.join('')),
  // Some gaps are those of rolling fingers.
  gaps: fc.array(
    fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 55, max: 400 }) },
      { weight: 1, arbitrary: fc.integer({ min: 18, max: 54 }) },
    ),
    {
      minLength: 25,
      maxLength: 25,
    },
  ),
});
const scanning = (by: 'keys' | 'numbers') =>
  fc.record({
    scan: code,
    gap: fc.integer({ min: 0, max: 9 }),
    jitter: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 31, maxLength: 31 }),
    end: fc.constantFrom('\n', '\t', '\n\n'),
    by: fc.constant(by),
  });

/** Plays acts with a pause before each, and returns what happened and what was expected. */
function play(acts: readonly Act[], hands: Hands, pause: number, inField: boolean) {
  const screen = windowWith({}, inField);
  const expected: (string | { scan: string })[] = [];
  let now = 1000;
  for (const act of acts) {
    now += pause;
    if ('type' in act) {
      for (const [index, character] of [...act.type].entries()) {
        screen.press(keyFor(character, now, hands));
        now += act.gaps[index] ?? 100;
      }
      const last = expected.at(-1);
      if (typeof last === 'string') expected[expected.length - 1] = last + act.type;
      else expected.push(act.type);
      continue;
    }
    for (const [index, character] of [...act.scan].entries()) {
      if (act.by === 'keys') screen.press(keyFor(character, now, hands));
      else for (const key of altKeys(character, now, 1)) screen.press(key);
      now += (act.by === 'keys' ? act.gap : 12) + (act.jitter[index] ?? 0);
    }
    for (const end of act.end) screen.press(keyFor(end, (now += 2), {}));
    expected.push({ scan: act.scan });
  }
  screen.rest(now + 1000);
  return { happened: screen.log(), expected };
}

describe.each([
  ['in a field', true],
  ['elsewhere', false],
])('a thousand scans mixed with typing %s are neither lost nor leaked, and all typing stays in order', (_, inField) => {
  const acts = (by: 'keys' | 'numbers') => fc.array(fc.oneof(typing, scanning(by)), { minLength: 20, maxLength: 20 });
  const pauses = fc.integer({ min: 60, max: 500 });
  const runs = { numRuns: 100 };

  it('with no input method', () => {
    let scans = 0;
    fc.assert(
      fc.property(acts('keys'), pauses, (all, pause) => {
        const { happened, expected } = play(all, {}, pause, inField);
        scans += expected.filter((one) => typeof one !== 'string').length;
        expect(happened).toEqual(expected);
      }),
      runs,
    );
    expect(scans).toBeGreaterThan(800);
  });

  it('with a Chinese input method that takes every key', () => {
    fc.assert(
      fc.property(acts('keys'), pauses, (all, pause) => {
        const noEnter = all.map((act) => ('type' in act ? { ...act, type: act.type.replace(/[\n\b]/g, 'n') } : act));
        const { happened, expected } = play(noEnter, { inputMethod: true }, pause, inField);
        expect(happened).toEqual(expected);
      }),
      runs,
    );
  });

  it('with a scanner that enters every character as an Alt code', () => {
    fc.assert(
      fc.property(acts('numbers'), pauses, (all, pause) => {
        const { happened, expected } = play(all, {}, pause, inField);
        expect(happened).toEqual(expected);
      }),
      runs,
    );
  });
});

describe('a scan', () => {
  const scanOf = (
    screen: ReturnType<typeof windowWith>,
    text: string,
    from: number,
    gap: number,
    hands: Hands = {},
  ): number => {
    let now = from;
    for (const character of text) screen.press(keyFor(character, (now += gap), hands));
    return now;
  };

  it('with Caps Lock on has the case of the code', () => {
    const screen = windowWith();
    scanOf(screen, 'Pd-0001\n', 0, 4, { capsLock: true });
    expect(screen.log()).toEqual([{ scan: 'Pd-0001' }]);
  });

  it('does not include a letter typed just before it', () => {
    const screen = windowWith();
    screen.press(keyFor('x', 100));
    scanOf(screen, 'PD-00017\n', 120, 3);
    expect(screen.log()).toEqual(['x', { scan: 'PD-00017' }]);
  });

  it('has the time since the last scan if that had the same code, and none after another code', () => {
    const screen = windowWith();
    scanOf(screen, 'SKU-1\n', 0, 4);
    scanOf(screen, 'SKU-1\n', 5000, 4);
    scanOf(screen, 'SKU-2\n', 9000, 4);
    scanOf(screen, 'SKU-1\n', 12_000, 4);
    expect(screen.scans().map((scan) => scan.again)).toEqual([null, 5000, null, null]);
  });

  it('without an end key is typing, unless the scanner is set to send none', () => {
    const typed = windowWith();
    scanOf(typed, 'PD-00017', 0, 4);
    typed.rest(1000);
    expect(typed.log()).toEqual(['PD-00017']);
    const scanned = windowWith({ needsEnd: false });
    scanOf(scanned, 'PD-00017', 0, 4);
    scanned.rest(1000);
    expect(scanned.log()).toEqual([{ scan: 'PD-00017' }]);
  });

  it('of a slow scanner is recognised by its prefix, which is not part of the code', () => {
    const screen = windowWith({ prefix: '~', suffix: '#' });
    scanOf(screen, '~PD-00017#\n', 0, 40);
    expect(screen.log()).toEqual([{ scan: 'PD-00017' }]);
  });

  it('on a keyboard of another language is read by the positions of the keys', () => {
    const screen = windowWith({ byPlace: true });
    let now = 0;
    for (const character of 'ZY-12\n') {
      const german = { Z: 'Y', Y: 'Z', '-': 'ß' }[character];
      const key = keyFor(character, (now += 4));
      screen.press(german === undefined ? key : { ...key, key: german });
    }
    expect(screen.log()).toEqual([{ scan: 'ZY-12' }]);
  });
});

describe('typing', () => {
  // A busy machine delivers keys early and late.
  const early = [0, -4, 3, 5, -5, 1];
  it.each([
    ['evenly, in a field', true, () => 0],
    ['evenly, elsewhere', false, () => 0],
    ['early and late, in a field', true, (index: number) => early[index % early.length] ?? 0],
    ['early and late, elsewhere', false, (index: number) => early[index % early.length] ?? 0],
    // Half of the keys follow as closely as only those of a scanner do.
    ['in pairs, in a field', true, (index: number) => (index % 2 === 0 ? 14 : 0)],
  ] as const)('at 60 keys a second for ten seconds, %s, is complete and hardly delayed', (_, inField, late) => {
    const screen = windowWith({}, inField);
    const text = 'the quick brown fox jumps over '.repeat(20).slice(0, 600);
    for (const [index, character] of [...text].entries())
      screen.press(keyFor(character, 1000 + (index * 1000) / 60 + late(index)));
    screen.rest(20_000);
    expect(screen.log()).toEqual([text]);
    // In a field the wait for its frame comes on top.
    expect(screen.longestDelay()).toBeLessThanOrEqual(inField ? 33 : 50);
  });

  it('of a quick word and Enter keeps their order', () => {
    const screen = windowWith();
    for (const [index, character] of [...'ok\n'].entries()) screen.press(keyFor(character, 1000 + index * 20));
    expect(screen.log()).toEqual(['ok\n']);
  });

  it('with a key held down includes every repeat', () => {
    const screen = windowWith();
    for (let n = 0; n < 50; n++) screen.press(keyFor('a', 1000 + n * 8, { repeat: n > 0 }));
    screen.rest(5000);
    expect(screen.log()).toEqual(['a'.repeat(50)]);
  });

  it('that is held is released by a key with Control, which passes through', () => {
    const screen = windowWith();
    screen.press(keyFor('a', 1000));
    screen.press({ ...keyFor('s', 1010), ctrl: true });
    expect(screen.log()).toEqual(['as']);
  });
});
