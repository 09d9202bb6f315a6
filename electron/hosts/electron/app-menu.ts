import { jsonFile } from '../../platform/json-file.ts';
import type { ShellTexts } from './shell-texts.ts';
import { screen, type BrowserWindow, type MenuItemConstructorOptions } from 'electron';
import { z } from 'zod';

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
  const file = jsonFile({ name: 'zoom', path, schema: levelsSchema });
  let levels = file.read() ?? {};
  const densityOf = (shown: BrowserWindow): string => String(screen.getDisplayMatching(shown.getBounds()).scaleFactor);

  function set(change: (level: number) => number): void {
    const shown = window();
    if (!shown) return;
    const level = clampLevel(change(shown.webContents.getZoomLevel()));
    shown.webContents.setZoomLevel(level);
    levels = { ...levels, [densityOf(shown)]: level };
    // a full disk is no reason to read small
    file.writeIfPossible(levels);
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

/** Editing and zoom, whose shortcuts need a menu. Reload and developer tools are not for the counter. */
export function appMenu(
  platform: NodeJS.Platform,
  zoom: Pick<Zoom, 'in' | 'out' | 'reset'>,
  words: ShellTexts['menu'],
): MenuItemConstructorOptions[] {
  const hidden = (accelerator: string, click: () => void): MenuItemConstructorOptions => ({
    label: accelerator,
    accelerator,
    click,
    visible: false,
  });
  const edits = ['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'] as const;
  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    { label: words.edit, submenu: edits.map((role) => ({ role, label: words[role] })) },
    {
      label: words.view,
      submenu: [
        { label: words.zoomIn, accelerator: 'CommandOrControl+Plus', click: () => zoom.in() },
        { label: words.zoomOut, accelerator: 'CommandOrControl+-', click: () => zoom.out() },
        { label: words.actualSize, accelerator: 'CommandOrControl+0', click: () => zoom.reset() },
        // plus without Shift on most keyboards, and the number pad
        hidden('CommandOrControl+=', () => zoom.in()),
        hidden('CommandOrControl+numadd', () => zoom.in()),
        hidden('CommandOrControl+numsub', () => zoom.out()),
        hidden('CommandOrControl+num0', () => zoom.reset()),
        { type: 'separator' },
        { role: 'togglefullscreen', label: words.fullScreen },
      ],
    },
  ];
}
