import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { keepWindowState, placeWindow, readWindowState } from '../../../electron/hosts/electron/window-state.ts';

const main = { x: 0, y: 0, width: 1920, height: 1040 };
const left = { x: -1280, y: 0, width: 1280, height: 1000 };

describe('a window opens', () => {
  it('where it was', () => {
    const kept = { x: -1200, y: 10, width: 900, height: 700, maximized: false };
    expect(placeWindow(kept, [main, left])).toEqual({ x: -1200, y: 10, width: 900, height: 700 });
  });
  it('on the main screen when its screen is gone', () => {
    const kept = { x: -1200, y: 10, width: 900, height: 700, maximized: false };
    expect(placeWindow(kept, [main])).toEqual({ width: 1280, height: 860 });
  });
  it('no larger than a small screen', () => {
    expect(placeWindow(null, [{ x: 0, y: 0, width: 1024, height: 740 }])).toEqual({ width: 1024, height: 740 });
  });
  it('where a hand can reach its title, whatever was kept', () => {
    const number = fc.integer({ min: -10_000, max: 10_000 });
    const size = fc.integer({ min: 1, max: 10_000 });
    fc.assert(
      fc.property(fc.record({ x: number, y: number, width: size, height: size, maximized: fc.boolean() }), (kept) => {
        const { x, y, width } = placeWindow(kept, [main, left]);
        if (x === undefined || y === undefined) return;
        const reachable = [main, left].some(
          (area) => x + width > area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height,
        );
        expect(reachable).toBe(true);
      }),
    );
  });
});

describe('the place of a window', () => {
  const folder = mkdtempSync(join(tmpdir(), 'window-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'window.json');

  it('is kept', () => {
    const state = { x: 1, y: 2, width: 900, height: 700, maximized: true };
    keepWindowState(path, state);
    expect(readWindowState(path)).toEqual(state);
  });
  it.each(['', '{', '[]', '{"x":1}', '{"x":"1","y":2,"width":900,"height":700,"maximized":true}'])(
    'is forgotten when the file holds %j',
    (text) => {
      writeFileSync(path, text);
      expect(readWindowState(path)).toBeNull();
    },
  );
  it('keeps nobody from closing a window when it cannot be written', () => {
    keepWindowState(join(folder, 'none/window.json'), { x: 1, y: 2, width: 3, height: 4, maximized: false });
    expect(readWindowState(join(folder, 'none/window.json'))).toBeNull();
  });
});
