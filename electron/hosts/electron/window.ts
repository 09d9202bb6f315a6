import { BrowserWindow, screen, type WebContents, type WebPreferences } from 'electron';
import { appOrigin, withoutFragment } from './app-scheme.ts';
import { saveWindowState, placeWindow, readWindowState, minSize, type Area } from './window-state.ts';

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
    minWidth: Math.min(minSize.width, place.width),
    minHeight: Math.min(minSize.height, place.height),
    show: false,
    autoHideMenuBar: true,
    title: 'Parcel Desk',
    webPreferences: pagePreferences(preload, devTools),
  });
  keepOnScreens(window);
  if (kept?.maximized) window.maximize();
  window.once('ready-to-show', () => {
    // the opener reports a failure
    opening.then(
      () => window.isDestroyed() || window.show(),
      () => undefined,
    );
  });
  window.on('close', () =>
    saveWindowState(stateFile, { ...window.getNormalBounds(), maximized: window.isMaximized() }),
  );
  const home = `${appOrigin}/`;
  // navigation to an empty page bypasses the guards
  window.webContents.on('did-navigate', (_event, address) => {
    if (withoutFragment(address) !== home) void window.loadURL(home);
  });
  reloadAfterCrash(window.webContents, onPageGone);
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
function keepOnScreens(window: BrowserWindow): void {
  const moveOnScreen = (): void => {
    if (window.isMinimized() || window.isMaximized() || window.isFullScreen()) return;
    const { x, y, width, height } = placeWindow(window.getBounds(), areasNow());
    window.setSize(width, height);
    if (x === undefined || y === undefined) window.center();
    else window.setPosition(x, y);
  };
  screen.on('display-removed', moveOnScreen);
  screen.on('display-metrics-changed', moveOnScreen);
  window.once('closed', () => {
    screen.off('display-removed', moveOnScreen);
    screen.off('display-metrics-changed', moveOnScreen);
  });
}

/** A page that lived shorter (ms) crashed immediately; after several in a row it is not reloaded again. */
const shortLifeMs = 60_000;
const maxShortLives = 3;

/** Reloads the page when its process is gone: an empty window helps nobody. */
function reloadAfterCrash(contents: WebContents, onPageGone: (reason: string) => void): void {
  let startedAt = performance.now();
  let shortLives = 0;
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    onPageGone(reason);
    shortLives = performance.now() - startedAt < shortLifeMs ? shortLives + 1 : 0;
    startedAt = performance.now();
    // a reload during Electron's event has no effect
    if (shortLives <= maxShortLives) setImmediate(() => void (contents.isDestroyed() || contents.reload()));
  });
}
