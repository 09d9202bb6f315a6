import { BrowserWindow, screen, type WebPreferences } from 'electron';
import { appOrigin } from './window/app-scheme.ts';
import { keepWindowState, placeWindow, readWindowState, smallest } from './window/window-state.ts';

/** What a page of ours runs with. Everything not named here stays as Electron has it, which is the safe way. */
export function pagePreferences(preload: string): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    spellcheck: false,
  };
}

/** Opens the window where it was last, and shows it when there is something to see. `stateFile` keeps its place. */
export function openWindow(preload: string, stateFile: string): BrowserWindow {
  const kept = readWindowState(stateFile);
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter((display) => display.id !== main.id);
  const window = new BrowserWindow({
    ...placeWindow(
      kept,
      [main, ...others].map((display) => display.workArea),
    ),
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    autoHideMenuBar: true,
    title: 'Parcel Desk',
    webPreferences: pagePreferences(preload),
  });
  if (kept?.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () =>
    keepWindowState(stateFile, { ...window.getNormalBounds(), maximized: window.isMaximized() }),
  );
  void window.loadURL(`${appOrigin}/`);
  return window;
}
