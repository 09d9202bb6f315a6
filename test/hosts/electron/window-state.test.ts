import { saveWindowState, placeWindow, readWindowState } from '../../../electron/hosts/electron/window-state.ts';
import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const main = { x: 0, y: 0, width: 1920, height: 1040 };
const left = { x: -1280, y: 0, width: 1280, height: 1000 };

describe('a window opens', () => {
  it('where it was', () => {
    const kept = { x: -1200, y: 10, width: 900, height: 700, maximized: false };
    expect(placeWindow(kept, [main, left])).toEqual({ x: -1200, y: 10, width: 900, height: 700 });
  });
  it('on the main screen if its screen is gone', () => {
    const kept = { x: -1200, y: 10, width: 900, height: 700, maximized: false };
    expect(placeWindow(kept, [main])).toEqual({ width: 1280, height: 860 });
  });
  it('no larger than a small screen', () => {
    expect(placeWindow(null, [{ x: 0, y: 0, width: 1024, height: 740 }])).toEqual({ width: 1024, height: 740 });
  });
  it('whole on the screen that has most of it', () => {
    const kept = { x: 1700, y: 900, width: 900, height: 700, maximized: false };
    expect(placeWindow(kept, [main, left])).toEqual({ x: 1020, y: 340, width: 900, height: 700 });
    const between = { x: -700, y: 10, width: 1000, height: 700, maximized: false };
    expect(placeWindow(between, [main, left])).toEqual({ x: -1000, y: 10, width: 1000, height: 700 });
  });
  it('whole on a screen, for any arrangement of screens and any stored place', () => {
    const number = fc.integer({ min: -10_000, max: 10_000 });
    const size = fc.integer({ min: 1, max: 10_000 });
    const area = fc.record({ x: number, y: number, width: size, height: size });
    fc.assert(
      fc.property(area, fc.array(area, { minLength: 1, maxLength: 6 }), (kept, areas) => {
        const { x, y, width, height } = placeWindow(kept, areas);
        const holds = (one: typeof area extends fc.Arbitrary<infer A> ? A : never) =>
          x === undefined || y === undefined
            ? width <= one.width && height <= one.height
            : x >= one.x && y >= one.y && x + width <= one.x + one.width && y + height <= one.y + one.height;
        expect(x === undefined ? holds(areas[0]!) : areas.some(holds)).toBe(true);
      }),
    );
  });
});

describe('the place of a window', () => {
  const folder = mkdtempSync(join(tmpdir(), 'window-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'window.json');

  it('is stored', () => {
    const state = { x: 1, y: 2, width: 900, height: 700, maximized: true };
    saveWindowState(path, state);
    expect(readWindowState(path)).toEqual(state);
  });
  it.each(['', '{', '[]', '{"x":1}', '{"x":"1","y":2,"width":900,"height":700,"maximized":true}'])(
    'is ignored if the file contains %j',
    (text) => {
      writeFileSync(path, text);
      expect(readWindowState(path)).toBeNull();
    },
  );
  it('does not prevent closing a window if it cannot be written', () => {
    writeFileSync(join(folder, 'none'), '');
    saveWindowState(join(folder, 'none/window.json'), { x: 1, y: 2, width: 3, height: 4, maximized: false });
    expect(readWindowState(join(folder, 'none/window.json'))).toBeNull();
  });
});
