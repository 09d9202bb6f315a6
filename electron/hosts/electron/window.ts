import { BrowserWindow, screen, type WebContents, type WebPreferences } from 'electron';
import { appOrigin, documentOf } from './app-scheme.ts';
import { keepWindowState, placeWindow, readWindowState, smallest, type Area } from './window-state.ts';

/** Preferences of our own pages. Everything else keeps Electron's default, which is the safe choice. */
function pagePreferences(preload: string, devTools: boolean): WebPreferences {
  return {
    preload,
    devTools,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    spellcheck: false,
    v8CacheOptions: 'bypassHeatCheck',
  };
}

/**
 * Opens the window at its last position, and shows it when its page is ready and `opening` has resolved. `stateFile`
 * stores the position, `onPageGone` is called when the page's process ends, `devTools` allows developer tools.
 */
export function openWindow(
  preload: string,
  stateFile: string,
  onPageGone: (reason: string) => void,
  devTools: boolean,
  opening: Promise<unknown>,
): BrowserWindow {
  const kept = readWindowState(stateFile);
  const place = placeWindow(kept, areasNow());
  const window = new BrowserWindow({
    ...place,
    // the screen may be smaller
    minWidth: Math.min(smallest.width, place.width),
    minHeight: Math.min(smallest.height, place.height),
    show: false,
    autoHideMenuBar: true,
    title: 'Parcel Desk',
    webPreferences: pagePreferences(preload, devTools),
  });
  stayOnScreens(window);
  if (kept?.maximized) window.maximize();
  window.once('ready-to-show', () => {
    // the opener reports a failure
    opening.then(
      () => window.isDestroyed() || window.show(),
      () => undefined,
    );
  });
  window.on('close', () =>
    keepWindowState(stateFile, { ...window.getNormalBounds(), maximized: window.isMaximized() }),
  );
  const home = `${appOrigin}/`;
  // navigation to an empty page bypasses the guards
  window.webContents.on('did-navigate', (_event, address) => {
    if (documentOf(address) !== home) void window.loadURL(home);
  });
  beginAnewAfterCrash(window.webContents, onPageGone);
  void window.loadURL(home);
  return window;
}

/** The usable areas of the current screens, the main one first. */
function areasNow(): Area[] {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter((display) => display.id !== main.id);
  return [main, ...others].map((display) => display.workArea);
}

/** Moves the window back when its screen is unplugged or becomes smaller. */
function stayOnScreens(window: BrowserWindow): void {
  const look = (): void => {
    if (window.isMinimized() || window.isMaximized() || window.isFullScreen()) return;
    const { x, y, width, height } = placeWindow(window.getBounds(), areasNow());
    window.setSize(width, height);
    if (x === undefined || y === undefined) window.center();
    else window.setPosition(x, y);
  };
  screen.on('display-removed', look);
  screen.on('display-metrics-changed', look);
  window.once('closed', () => {
    screen.off('display-removed', look);
    screen.off('display-metrics-changed', look);
  });
}

/** A page that lived shorter (ms) crashed immediately; after several in a row it is not reloaded again. */
const shortLife = 60_000;
const maxShortLives = 3;

/** Reloads the page when its process is gone: an empty window helps nobody. */
function beginAnewAfterCrash(contents: WebContents, onPageGone: (reason: string) => void): void {
  let begunAt = performance.now();
  let shortLives = 0;
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    onPageGone(reason);
    shortLives = performance.now() - begunAt < shortLife ? shortLives + 1 : 0;
    begunAt = performance.now();
    // a reload during Electron's event has no effect
    if (shortLives <= maxShortLives) setImmediate(() => void (contents.isDestroyed() || contents.reload()));
  });
}
