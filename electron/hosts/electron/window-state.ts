import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { writePrivate } from '../../private-files/write-private.ts';

const schema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof schema>;

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const smallest = { width: 800, height: 600 };
const first = { width: 1280, height: 860 };
/** pixels of the title that must be on a screen to take hold of the window */
const grip = 80;

/**
 * Where the window opens, in pixels of the desktop: where it was, unless the screen it was on is gone or has shrunk.
 * `areas` are the usable parts of the screens there are now, the main one first.
 */
export function placeWindow(
  kept: WindowState | null,
  areas: readonly Area[],
): Partial<Area> & { width: number; height: number } {
  for (const area of areas) {
    if (!kept) break;
    const { x, y } = kept;
    const place = { x, y, width: Math.min(kept.width, area.width), height: Math.min(kept.height, area.height) };
    if (isReachable(place, area)) return place;
  }
  const main = areas[0] ?? { x: 0, y: 0, ...first };
  return { width: Math.min(first.width, main.width), height: Math.min(first.height, main.height) };
}

function isReachable(kept: Area, area: Area): boolean {
  const left = Math.max(kept.x, area.x);
  const right = Math.min(kept.x + kept.width, area.x + area.width);
  return right - left >= grip && kept.y >= area.y && kept.y <= area.y + area.height - grip;
}

/** What was kept of the window at its last closing; null where nothing usable was. */
export function readWindowState(path: string): WindowState | null {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Keeps the window's place. A full disk is no reason to keep a window from closing. */
export function keepWindowState(path: string, state: WindowState): void {
  try {
    writePrivate(path, JSON.stringify(state));
  } catch {
    return;
  }
}
