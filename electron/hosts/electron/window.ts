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
  let inputAt = -Infinity;
  return {
    lastInputAt: (): number => inputAt,
    watch(contents: WebContents): void {
      contents.on('input-event', (_event, { type }) => {
        if (deliberateInputs.includes(type)) inputAt = monotonic();
      });
    },
  };
}

/** Time from page load to its first content, and the maximum time that background work waits for it. */
const paintDelayMs = 500;
const maxIdleWaitMs = 5000;

export interface FirstPage {
  /** resolves at the first paint, or with `whenIdle` if none is reported */
  painted: Promise<void>;
  /** resolves when the start page is complete */
  whenIdle: Promise<void>;
  /** call for the contents of each visible window */
  watch(contents: WebContents): void;
}

/** Lets background work of the start wait until the person can use the page. */
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

/** Preferences of the desk's own pages. All others keep Electron's defaults, which are safe. */
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
 * Opens the window at its last position, and shows it when its page is ready and the desk is open. `stateFile` stores
 * the position, `onPageGone` is called when the page's process ends, `devTools` allows developer tools.
 */
export function openWindow(
  preload: string,
  stateFile: string,
  onPageGone: (reason: string) => void,
  devTools: boolean,
  deskPromise: Promise<unknown>,
): BrowserWindow {
  const savedState = readWindowState(stateFile);
  const bounds = placeWindow(savedState, screenAreas());
  const window = new BrowserWindow({
    ...bounds,
    // the screen may be smaller
    minWidth: Math.min(minSize.width, bounds.width),
    minHeight: Math.min(minSize.height, bounds.height),
    show: false,
    autoHideMenuBar: true,
    title: 'Parcel Desk',
    webPreferences: pagePreferences(preload, devTools),
  });
  keepOnScreens(window);
  if (savedState?.maximized) window.maximize();
  window.once('ready-to-show', () => {
    // the caller reports a failure
    deskPromise.then(
      () => window.isDestroyed() || window.show(),
      () => undefined,
    );
  });
  window.on('close', () =>
    saveWindowState(stateFile, { ...window.getNormalBounds(), maximized: window.isMaximized() }),
  );
  const home = `${appOrigin}/`;
  // the guards do not see navigation to an empty page
  window.webContents.on('did-navigate', (_event, address) => {
    if (withoutFragment(address) !== home) void window.loadURL(home);
  });
  reloadAfterCrash(window.webContents, onPageGone);
  void window.loadURL(home);
  return window;
}

/** The usable areas of the current screens, the main one first. */
function screenAreas(): Area[] {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter((display) => display.id !== main.id);
  return [main, ...others].map((display) => display.workArea);
}

/** Moves the window back when its screen is unplugged or becomes smaller. */
function keepOnScreens(window: BrowserWindow): void {
  const moveOnScreen = (): void => {
    if (window.isMinimized() || window.isMaximized() || window.isFullScreen()) return;
    const { x, y, width, height } = placeWindow(window.getBounds(), screenAreas());
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

/** A page that lived shorter than this crashed at once; after several such crashes in a row it is not reloaded. */
const shortLifeMs = 60_000;
const maxShortLives = 3;

/** Reloads the page after its process has crashed. */
function reloadAfterCrash(contents: WebContents, onPageGone: (reason: string) => void): void {
  let startedAt = performance.now();
  let shortLifeCount = 0;
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    onPageGone(reason);
    shortLifeCount = performance.now() - startedAt < shortLifeMs ? shortLifeCount + 1 : 0;
    startedAt = performance.now();
    // a reload during Electron's event has no effect
    if (shortLifeCount <= maxShortLives) setImmediate(() => void (contents.isDestroyed() || contents.reload()));
  });
}
