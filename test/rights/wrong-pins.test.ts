import { createPinThrottle, type PinResult } from '../../electron/desk/calls/pin-throttle.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';

let folder: string;
let now: number;
let waits: number[];
beforeEach(() => {
  folder = temporaryFolder();
  now = 1_000_000;
  waits = [];
});
const open = () =>
  createPinThrottle({
    folder,
    now: () => now,
    after(ms, run) {
      waits.push(ms);
      now += ms;
      run();
    },
    report: (error) => expect(error).toBeNull(),
  });
const tried = async (pins: ReturnType<typeof open>, found: PinResult, name = 'Mia') =>
  pins.check(
    name,
    '',
    () => Promise.resolve(found),
    (seen) => seen,
  );

it('each further wrong PIN doubles the delay up to a minute, even after a restart', async () => {
  for (let n = 0; n < 14; n += 1) await tried(open(), 'wrong');
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  await tried(open(), 'wrong', 'Ben');
  expect(waits).toHaveLength(9);
});

it('the right PIN is accepted after the delay, and resets the count', async () => {
  const pins = open();
  for (let n = 0; n < 6; n += 1) await tried(pins, 'wrong');
  expect(await tried(pins, 'right')).toBe('right');
  expect(open().remainingWait('Mia')).toBe(0);
});

it('a PIN that was not checked does not change the count', async () => {
  const pins = open();
  for (let n = 0; n < 6; n += 1) await tried(pins, 'wrong');
  const before = pins.remainingWait('Mia');
  now -= before;
  await tried(pins, 'unseen');
  for (let n = 0; n < 5; n += 1) await tried(open(), 'unseen', 'Ben');
  expect(open().remainingWait('Ben')).toBe(0);
  expect(open().remainingWait('Mia')).toBeGreaterThan(0);
});

it('no delay grows because the clock was set back, and every delay ends', async () => {
  const pins = open();
  for (let n = 0; n < 20; n += 1) await tried(pins, 'wrong');
  now -= 10 * 24 * 3_600_000;
  expect(pins.remainingWait('Mia')).toBe(60_000);
  now += 12 * 24 * 3_600_000;
  expect(pins.remainingWait('Mia')).toBe(0);
});

it('a malformed file counts as empty', async () => {
  writeFileSync(join(folder, 'wrong-pins.json'), '[["Mia",{"times":-1}]]');
  const pins = open();
  expect(pins.remainingWait('Mia')).toBe(0);
  await tried(pins, 'wrong');
  expect(waits).toEqual([]);
});

it('an operator named like an object property is counted like any other', async () => {
  for (let n = 0; n < 6; n += 1) await tried(open(), 'wrong', '__proto__');
  expect(open().remainingWait('__proto__')).toBeGreaterThan(0);
});

/** PIN checks whose delays end when the test says so. */
function openHeld() {
  const held: (() => void)[] = [];
  const checked: string[] = [];
  const pins = createPinThrottle({
    folder,
    now: () => now,
    after(ms, run) {
      held.push(() => {
        now += ms;
        run();
      });
    },
    report: (error) => expect(error).toBeNull(),
  });
  const look = (caller: string, found: PinResult) =>
    pins.check(
      'Mia',
      caller,
      () => {
        checked.push(caller);
        return Promise.resolve(found);
      },
      (seen) => seen,
    );
  /** Ends one delay, with everything that follows from it. */
  async function pass(): Promise<void> {
    await expect.poll(() => held.length).toBe(1);
    held.shift()?.();
  }
  return { look, pass, checked, notice: pins.notice };
}

it('a page that sends wrong PINs endlessly delays the right PIN of a caller noticed before by at most one turn', async () => {
  for (let n = 0; n < 20; n += 1) await tried(open(), 'wrong');
  const { look, pass, checked, notice } = openHeld();
  notice('counter');
  // More attempts than may wait at once, with a new one after each answer.
  let isOver = false;
  const endless = async () => {
    for (; !isOver; await nextTurn()) await look('hostile', 'wrong');
  };
  const trying = Array.from({ length: 8 }, endless);
  await pass();
  await expect.poll(() => checked).toEqual(['hostile']);
  await nextTurn();
  const right = look('counter', 'right');
  await pass();
  isOver = true;
  expect(await right).toBe('right');
  expect(checked.slice(0, 2)).toEqual(['hostile', 'counter']);
  await Promise.all(trying);
});

it('one PIN per caller may wait, and in a full queue a caller without a turn replaces the one that had the last turn', async () => {
  for (let n = 0; n < 20; n += 1) await tried(open(), 'wrong');
  const { look, pass, checked, notice } = openHeld();
  for (const caller of ['a', 'b', 'c', 'd', 'e', 'f']) notice(caller);
  const first = look('a', 'wrong');
  expect(await look('a', 'right')).toBeNull();
  await pass();
  expect(await first).toBe('wrong');
  const again = look('a', 'wrong');
  const others = ['b', 'c', 'd', 'e'].map((caller) => look(caller, 'unseen'));
  const late = look('f', 'right');
  expect(await again).toBeNull();
  expect(await look('g', 'right')).toBeNull();
  await pass();
  expect(await Promise.all(others)).toEqual(['unseen', 'unseen', 'unseen', 'unseen']);
  expect(await late).toBe('right');
  expect(checked).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

it('callers under names made up meanwhile delay the right PIN of one noticed before by at most one turn', async () => {
  for (let n = 0; n < 20; n += 1) await tried(open(), 'wrong');
  const { look, pass, checked, notice } = openHeld();
  notice('counter');
  let names = 0;
  const flood = () =>
    Array.from({ length: 6 }, () => look(`made-up-${(names += 1)}`, names === 1 ? 'wrong' : 'unseen'));
  const before = flood();
  await pass();
  await expect.poll(() => checked).toEqual(['made-up-1']);
  await nextTurn();
  void Promise.all(flood());
  const right = look('counter', 'right');
  void Promise.all(flood());
  await pass();
  expect(await right).toBe('right');
  expect(checked.slice(0, 2)).toEqual(['made-up-1', 'counter']);
  expect(await before[5]).toBeNull();
});

it('a caller noticed later waits for those that tried before it, but for no name that is made up after it', async () => {
  for (let n = 0; n < 20; n += 1) await tried(open(), 'wrong');
  const { look, pass, checked } = openHeld();
  const before = ['m1', 'm2', 'm3', 'm4'].map((caller) => look(caller, 'wrong'));
  const late = look('counter', 'right');
  for (let n = 5; n < 9; n += 1) {
    expect(await look(`m${n}`, 'wrong')).toBeNull();
    await pass();
    await before[n - 5];
    void look(`n${n}`, 'unseen');
  }
  await pass();
  expect(await late).toBe('right');
  expect(checked.slice(0, 5)).toEqual(['m1', 'm2', 'm3', 'm4', 'counter']);
});

it('a caller that gave this PIN goes before all others, until it was wrong as often as is free', async () => {
  const { look, pass, checked, notice } = openHeld();
  const others = Array.from({ length: 30 }, (_, n) => `other-${n}`);
  others.forEach(notice);
  expect(await look('counter', 'right')).toBe('right');
  for (let n = 0; n < 5; n += 1) await look('other-0', 'wrong');
  others.slice(1).forEach((caller) => void look(caller, 'unseen'));
  for (let n = 0; n < 5; n += 1) {
    const mine = look('counter', 'wrong');
    await pass();
    await mine;
  }
  void look('counter', 'unseen');
  await pass();
  await expect.poll(() => checked.length).toBeGreaterThan(11);
  expect(checked.slice(6, 12)).toEqual([...Array.from({ length: 5 }, () => 'counter'), 'other-1']);
});

it('a count is that of one PIN: neither the right PIN of another operator nor a supervisor who saves that one ends it', async () => {
  const pins = open();
  for (let n = 0; n < 7; n += 1) await tried(pins, 'wrong', 'id of one PIN');
  await tried(pins, 'right', 'id of another PIN');
  await pins.forget('id of another PIN');
  expect(pins.remainingWait('id of one PIN')).toBe(4000);
});
