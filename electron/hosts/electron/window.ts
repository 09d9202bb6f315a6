import { appOrigin, withoutFragment } from './app-scheme.ts';
import { paintedChannel } from './channels.ts';
import { saveWindowState, placeWindow, readWindowState, minSize, type Area } from './window-state.ts';
import { type WebContents, ipcMain, BrowserWindow, screen, type WebPreferences } from 'electron';

/** Deliberate input events; key releases and pointer moves also occur when a dialog closes. */
const deliberateInputs: readonly string[] = [
  'rawKeyDown',
  'keyDown',
  'mouseDown',
  'touchStart',
  'pointerDown',
  'gestureTap',
];

/** Time of the last key or button press in a watched page (ms of `monotonic`); pages cannot forge it. */
export function lastUserInput(monotonic: () => number) {
  let at = -Infinity;
  return {
    at: (): number => at,
    watch(contents: WebContents): void {
      contents.on('input-event', (_event, { type }) => {
        if (deliberateInputs.includes(type)) at = monotonic();
      });
    },
  };
}

/** From page load to its first content (ms), and the maximum that anything waits for it. */
const paintDelayMs = 500;
const maxIdleWaitMs = 5000;

export interface FirstPage {
  /** settles at the first paint, or with `calm` if none is reported */
  painted: Promise<void>;
  /** settles when the start page is complete */
  whenIdle: Promise<void>;
  /** call for the contents of each visible window */
  watch(contents: WebContents): void;
}

/** Lets background work of the start wait until the person can work. */
export function firstPage(after: (ms: number, run: () => void) => void): FirstPage {
  const painted = Promise.withResolvers<void>();
  const whenIdle = Promise.withResolvers<void>();
  ipcMain.once(paintedChannel, () => painted.resolve());
  after(maxIdleWaitMs, whenIdle.resolve);
  void whenIdle.promise.then(painted.resolve);
  return {
    painted: painted.promise,
    whenIdle: whenIdle.promise,
    watch: (contents) => void contents.once('did-finish-load', () => after(paintDelayMs, whenIdle.resolve)),
  };
}

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
