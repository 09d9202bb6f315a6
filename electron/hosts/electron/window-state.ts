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
/** A window counts as visible on a screen if at least this many pixels of its width and height are on it. */
const minVisible = 80;

/**
 * Bounds of the window, in desktop pixels: the previous ones, moved and shrunk to fit the screen that showed most of
 * it; centred on the main screen if that screen is gone. `areas` are the usable areas of the current screens, the main
 * one first.
 */
export function placeWindow(
  previous: Area | null,
  areas: readonly Area[],
): Partial<Area> & { width: number; height: number } {
  const [largestShare] = areas
    .map((area) => ({ area, shared: previous ? sharedArea(previous, area) : 0 }))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared);
  if (previous && largestShare) return fitInto(previous, largestShare.area);
  const mainArea = areas[0] ?? { x: 0, y: 0, ...initialSize };
  return { width: Math.min(initialSize.width, mainArea.width), height: Math.min(initialSize.height, mainArea.height) };
}

/** Shared area in pixels; 0 if the window would hardly be visible. */
function sharedArea(previous: Area, area: Area): number {
  const horizontal = Math.min(previous.x + previous.width, area.x + area.width) - Math.max(previous.x, area.x);
  const vertical = Math.min(previous.y + previous.height, area.y + area.height) - Math.max(previous.y, area.y);
  return horizontal < Math.min(minVisible, previous.width) || vertical < Math.min(minVisible, previous.height)
    ? 0
    : horizontal * vertical;
}

function fitInto(previous: Area, area: Area): Area {
  const width = Math.min(previous.width, area.width);
  const height = Math.min(previous.height, area.height);
  const clamp = (min: number, value: number, max: number) => Math.min(Math.max(min, value), max);
  return {
    x: clamp(area.x, previous.x, area.x + area.width - width),
    y: clamp(area.y, previous.y, area.y + area.height - height),
    width,
    height,
  };
}

const windowFile = (path: string) => jsonFile({ name: 'window', path, schema });

/** The stored window state; null if missing or unusable. */
export const readWindowState = (path: string): WindowState | null => windowFile(path).read();

/** Stores the window state, if possible: a full disk must not keep a window from closing. */
export const saveWindowState = (path: string, state: WindowState): void => windowFile(path).writeIfPossible(state);
