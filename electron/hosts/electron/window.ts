import { BrowserWindow, screen, type WebContents, type WebPreferences } from 'electron';
import { appOrigin, documentOf } from './app-scheme.ts';
import { keepWindowState, placeWindow, readWindowState, smallest, type Area } from './window-state.ts';

/** What a page of ours runs with. Everything not named here stays as Electron has it, which is the safe way. */
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
 * Opens the window where it was last, and shows it when there is something to see and `opening` is over. `stateFile` keeps its place,
 * `onPageGone` is told when its page ended by itself, `devTools` whether developer tools may be opened on it.
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
    // a screen may be smaller than that
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
    // where it cannot be opened, whoever opens it says so
    opening.then(
      () => window.isDestroyed() || window.show(),
      () => undefined,
    );
  });
  window.on('close', () =>
    keepWindowState(stateFile, { ...window.getNormalBounds(), maximized: window.isMaximized() }),
  );
  const home = `${appOrigin}/`;
  // an empty page is come to without any guard being asked
  window.webContents.on('did-navigate', (_event, address) => {
    if (documentOf(address) !== home) void window.loadURL(home);
  });
  beginAnewAfterCrash(window.webContents, onPageGone);
  void window.loadURL(home);
  return window;
}

/** The usable parts of the screens there are now, the main one first. */
function areasNow(): Area[] {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter((display) => display.id !== main.id);
  return [main, ...others].map((display) => display.workArea);
}

/** A screen that was unplugged, or became smaller, takes no window along. */
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

/** A page that did not last so long (ms) has crashed at once; one that does so again and again is left as it is. */
const shortLife = 60_000;
const maxShortLives = 3;

/** Brings the page back when its process is gone: an empty window helps nobody. */
function beginAnewAfterCrash(contents: WebContents, onPageGone: (reason: string) => void): void {
  let begunAt = performance.now();
  let shortLives = 0;
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    onPageGone(reason);
    shortLives = performance.now() - begunAt < shortLife ? shortLives + 1 : 0;
    begunAt = performance.now();
    // while Electron tells of the end, nothing new begins
    if (shortLives <= maxShortLives) setImmediate(() => void (contents.isDestroyed() || contents.reload()));
  });
}
