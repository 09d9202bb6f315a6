import { readFileSync } from 'node:fs';
import { screen, type BrowserWindow } from 'electron';
import { z } from 'zod';
import { writePrivateFile } from '../../private-files/write-private.ts';

/** Electron's zoom levels: 0.5 is about 10 percent. */
const step = 0.5;
const limits = { min: -3, max: 5 };
const clampLevel = (level: number): number => Math.min(limits.max, Math.max(limits.min, level));

/** Levels by screen density, so that moving the window to another kind of screen keeps the chosen text size. */
const levelsSchema = z.record(z.string().regex(/^\d+(\.\d+)?$/), z.number().min(limits.min).max(limits.max));

export interface Zoom {
  in(): void;
  out(): void;
  reset(): void;
  /** applies the level chosen for the window's screen */
  apply(): void;
  /** zooms this window with Ctrl and the wheel too */
  byWheel(window: BrowserWindow): void;
}

/** Zoom level of the window, stored at `path` per screen density. */
export function windowZoom(path: string, window: () => BrowserWindow | null): Zoom {
  let levels = readLevels(path);
  const densityOf = (shown: BrowserWindow): string => String(screen.getDisplayMatching(shown.getBounds()).scaleFactor);

  function set(change: (level: number) => number): void {
    const shown = window();
    if (!shown) return;
    const level = clampLevel(change(shown.webContents.getZoomLevel()));
    shown.webContents.setZoomLevel(level);
    levels = { ...levels, [densityOf(shown)]: level };
    try {
      writePrivateFile(path, JSON.stringify(levels));
    } catch {
      // a full disk is no reason to read small
    }
  }

  const larger = (): void => set((level) => level + step);
  const smaller = (): void => set((level) => level - step);
  return {
    in: larger,
    out: smaller,
    byWheel: ({ webContents }) =>
      webContents.on('zoom-changed', (_event, way) => (way === 'in' ? larger() : smaller())),
    reset: () => set(() => 0),
    apply() {
      const shown = window();
      if (!shown) return;
      const level = levels[densityOf(shown)] ?? 0;
      if (shown.webContents.getZoomLevel() !== level) shown.webContents.setZoomLevel(level);
    },
  };
}

function readLevels(path: string): Record<string, number> {
  try {
    return levelsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}
