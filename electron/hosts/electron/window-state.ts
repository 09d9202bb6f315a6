import { jsonFile } from '../../platform/json-file.ts';
import { z } from 'zod';

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

export const minSize = { width: 800, height: 600 };
const initialSize = { width: 1280, height: 860 };
/** minimum part of the window on a screen, in pixels across and down, to count as being there */
const minVisible = 80;

/**
 * Bounds of the window, in desktop pixels: the previous ones, moved and shrunk to fit the screen that showed most of
 * it; centred on the main screen if that screen is gone. `areas` are the usable areas of the current screens, the main
 * one first.
 */
export function placeWindow(
  kept: Area | null,
  areas: readonly Area[],
): Partial<Area> & { width: number; height: number } {
  const [mostOf] = areas
    .map((area) => ({ area, shared: kept ? sharedArea(kept, area) : 0 }))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared);
  if (kept && mostOf) return fitInto(kept, mostOf.area);
  const main = areas[0] ?? { x: 0, y: 0, ...initialSize };
  return { width: Math.min(initialSize.width, main.width), height: Math.min(initialSize.height, main.height) };
}

/** Shared area in pixels; 0 if the window would hardly be visible. */
function sharedArea(kept: Area, area: Area): number {
  const across = Math.min(kept.x + kept.width, area.x + area.width) - Math.max(kept.x, area.x);
  const down = Math.min(kept.y + kept.height, area.y + area.height) - Math.max(kept.y, area.y);
  return across < Math.min(minVisible, kept.width) || down < Math.min(minVisible, kept.height) ? 0 : across * down;
}

function fitInto(kept: Area, area: Area): Area {
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

const windowFile = (path: string) => jsonFile({ name: 'window', path, schema });

/** The stored window state; null if missing or unusable. */
export const readWindowState = (path: string): WindowState | null => windowFile(path).read();

/** Stores the window state. A full disk must not keep a window from closing. */
export const saveWindowState = (path: string, state: WindowState): void => windowFile(path).writeIfPossible(state);
