import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { wrongPins, type PinLook } from '../../electron/workspaces/wrong-pins.ts';
import { temporaryFolder } from '../support/run-desk.ts';

let folder: string;
let now: number;
let waits: number[];
beforeEach(() => {
  folder = temporaryFolder();
  now = 1_000_000;
  waits = [];
});
const open = () =>
  wrongPins({
    folder,
    now: () => now,
    after(ms, run) {
      waits.push(ms);
      now += ms;
      run();
    },
    report: (error) => expect(error).toBeNull(),
  });
const tried = async (pins: ReturnType<typeof open>, found: PinLook, name = 'Mia') =>
  pins.look(
    name,
    '',
    () => Promise.resolve(found),
    (seen) => seen,
  );

it('each wrong PIN in a row makes the next try wait longer, up to a minute, also when the program begins again', async () => {
  for (let n = 0; n < 14; n += 1) await tried(open(), 'wrong');
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  await tried(open(), 'wrong', 'Ben');
  expect(waits).toHaveLength(9);
});

it('the right PIN is taken after the wait, and begins the count again', async () => {
  const pins = open();
  for (let n = 0; n < 6; n += 1) await tried(pins, 'wrong');
  expect(await tried(pins, 'right')).toBe('right');
  expect(open().waitOf('Mia')).toBe(0);
});

it('what was not looked at counts neither way', async () => {
  const pins = open();
  for (let n = 0; n < 6; n += 1) await tried(pins, 'wrong');
  const before = pins.waitOf('Mia');
  now -= before;
  await tried(pins, 'unseen');
  for (let n = 0; n < 5; n += 1) await tried(open(), 'unseen', 'Ben');
  expect(open().waitOf('Ben')).toBe(0);
  expect(open().waitOf('Mia')).toBeGreaterThan(0);
});

it('nobody waits longer for a clock that was set back, nor for ever', async () => {
  const pins = open();
  for (let n = 0; n < 20; n += 1) await tried(pins, 'wrong');
  now -= 10 * 24 * 3_600_000;
  expect(pins.waitOf('Mia')).toBe(60_000);
  now += 12 * 24 * 3_600_000;
  expect(pins.waitOf('Mia')).toBe(0);
});

it('a file that is none is one where nobody was counted', async () => {
  writeFileSync(join(folder, 'wrong-pins.json'), '[["Mia",{"times":-1}]]');
  const pins = open();
  expect(pins.waitOf('Mia')).toBe(0);
  await tried(pins, 'wrong');
  expect(waits).toEqual([]);
});

it('one operator named like a part of every object is an operator', async () => {
  for (let n = 0; n < 6; n += 1) await tried(open(), 'wrong', '__proto__');
  expect(open().waitOf('__proto__')).toBeGreaterThan(0);
});

/** Pins whose waits end when the test says so. */
function openHeld() {
  const held: (() => void)[] = [];
  const checked: string[] = [];
  const pins = wrongPins({
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
  const look = (caller: string, found: PinLook) =>
    pins.look(
      'Mia',
      caller,
      () => {
        checked.push(caller);
        return Promise.resolve(found);
      },
      (seen) => seen,
    );
  /** Ends one wait, with all that follows from it. */
  async function pass(): Promise<void> {
    await expect.poll(() => held.length).toBe(1);
    held.shift()?.();
  }
  return { look, pass, checked };
}

it('a page that never stops with wrong PINs keeps the right PIN of another waiting for one turn at most', async () => {
  for (let n = 0; n < 20; n += 1) await tried(open(), 'wrong');
  const { look, pass, checked } = openHeld();
  // more than may wait at once, and one more as soon as one is answered
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

it('has one PIN of each caller wait, and a full line takes who had no turn in the place of who had the last', async () => {
  for (let n = 0; n < 20; n += 1) await tried(open(), 'wrong');
  const { look, pass, checked } = openHeld();
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
