import { jsonFile } from '../../platform/json-file.ts';
import type { ShellTexts } from './shell-texts.ts';
import { screen, type BrowserWindow, type MenuItemConstructorOptions } from 'electron';
import { z } from 'zod';

/** Electron's zoom levels: 0.5 is about 10 percent. */
const levelStep = 0.5;
const limits = { min: -3, max: 5 };
const clampLevel = (level: number): number => Math.min(limits.max, Math.max(limits.min, level));

/** Zoom levels by screen density, since each kind of screen has its own. */
const levelsSchema = z.record(z.string().regex(/^\d+(\.\d+)?$/), z.number().min(limits.min).max(limits.max));

export interface Zoom {
  in(): void;
  out(): void;
  reset(): void;
  /** applies the level chosen for the window's screen */
  apply(): void;
  /** zooms this window with Ctrl and the wheel too */
  zoomWithWheel(window: BrowserWindow): void;
}

/** Zoom level of the window, stored at `path` per screen density. */
export function windowZoom(path: string, window: () => BrowserWindow | null): Zoom {
  const file = jsonFile({ name: 'zoom', path, schema: levelsSchema });
  let levels = file.read() ?? {};
  const densityOf = (currentWindow: BrowserWindow): string =>
    String(screen.getDisplayMatching(currentWindow.getBounds()).scaleFactor);

  function setLevel(change: (level: number) => number): void {
    const currentWindow = window();
    if (!currentWindow) return;
    const level = clampLevel(change(currentWindow.webContents.getZoomLevel()));
    currentWindow.webContents.setZoomLevel(level);
    levels = { ...levels, [densityOf(currentWindow)]: level };
    // on a full disk, the level lasts until the program ends
    file.writeIfPossible(levels);
  }

  const larger = (): void => setLevel((level) => level + levelStep);
  const smaller = (): void => setLevel((level) => level - levelStep);
  return {
    in: larger,
    out: smaller,
    zoomWithWheel: ({ webContents }) =>
      webContents.on('zoom-changed', (_event, direction) => (direction === 'in' ? larger() : smaller())),
    reset: () => setLevel(() => 0),
    apply() {
      const currentWindow = window();
      if (!currentWindow) return;
      const level = levels[densityOf(currentWindow)] ?? 0;
      if (currentWindow.webContents.getZoomLevel() !== level) currentWindow.webContents.setZoomLevel(level);
    },
  };
}

/**
 * The app's menu: editing and zoom, whose shortcuts need a menu. Reload and developer tools are left out on purpose.
 */
export function appMenu(
  platform: NodeJS.Platform,
  zoom: Pick<Zoom, 'in' | 'out' | 'reset'>,
  texts: ShellTexts['menu'],
): MenuItemConstructorOptions[] {
  const hiddenItem = (accelerator: string, click: () => void): MenuItemConstructorOptions => ({
    label: accelerator,
    accelerator,
    click,
    visible: false,
  });
  const editRoles = ['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'] as const;
  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    { label: texts.edit, submenu: editRoles.map((role) => ({ role, label: texts[role] })) },
    {
      label: texts.view,
      submenu: [
        { label: texts.zoomIn, accelerator: 'CommandOrControl+Plus', click: () => zoom.in() },
        { label: texts.zoomOut, accelerator: 'CommandOrControl+-', click: () => zoom.out() },
        { label: texts.actualSize, accelerator: 'CommandOrControl+0', click: () => zoom.reset() },
        // plus without Shift on most keyboards, and the number pad
        hiddenItem('CommandOrControl+=', () => zoom.in()),
        hiddenItem('CommandOrControl+numadd', () => zoom.in()),
        hiddenItem('CommandOrControl+numsub', () => zoom.out()),
        hiddenItem('CommandOrControl+num0', () => zoom.reset()),
        { type: 'separator' },
        { role: 'togglefullscreen', label: texts.fullScreen },
      ],
    },
  ];
}
