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
/** pixels of the window that must lie on a screen, to the right and down, for it to be the window's */
const grip = 80;

/**
 * Where the window opens, in pixels of the desktop: where it was, moved and made smaller until all of it is on the screen that had most of
 * it; in the middle of the main one where that screen is gone. `areas` are the usable parts of the screens there are now, the main one first.
 */
export function placeWindow(
  kept: Area | null,
  areas: readonly Area[],
): Partial<Area> & { width: number; height: number } {
  const [mostOf] = areas
    .map((area) => ({ area, shared: kept ? sharedOf(kept, area) : 0 }))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared);
  if (kept && mostOf) return within(kept, mostOf.area);
  const main = areas[0] ?? { x: 0, y: 0, ...first };
  return { width: Math.min(first.width, main.width), height: Math.min(first.height, main.height) };
}

/** Pixels that both have; 0 where a window would hardly be seen. */
function sharedOf(kept: Area, area: Area): number {
  const across = Math.min(kept.x + kept.width, area.x + area.width) - Math.max(kept.x, area.x);
  const down = Math.min(kept.y + kept.height, area.y + area.height) - Math.max(kept.y, area.y);
  return across < Math.min(grip, kept.width) || down < Math.min(grip, kept.height) ? 0 : across * down;
}

function within(kept: Area, area: Area): Area {
  const width = Math.min(kept.width, area.width);
  const height = Math.min(kept.height, area.height);
  const between = (least: number, wanted: number, most: number) => Math.min(Math.max(least, wanted), most);
  return {
    x: between(area.x, kept.x, area.x + area.width - width),
    y: between(area.y, kept.y, area.y + area.height - height),
    width,
    height,
  };
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
