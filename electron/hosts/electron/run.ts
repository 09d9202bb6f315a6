import { callDesk } from '../../desk/calls/screen-desk.ts';
import type { StartThread } from '../../desk/threads/start-thread.ts';
import { describeFault, reportFault } from '../../platform/link/failure.ts';
import type { LogEntry } from '../../platform/log/log-record.ts';
import { openSecrets, deferredSecrets } from '../../platform/secret-store.ts';
import { migrationNotice } from '../../storage/database/needs-migration.ts';
import { openScreenDesk } from '../open-screen-desk.ts';
import { answerPage, createPendingPages } from './answer-page.ts';
import { answerScreen } from './answer-screen.ts';
import { appMenu, windowZoom } from './app-menu.ts';
import { appOrigin, appScheme } from './app-scheme.ts';
import { autostart } from './autostart.ts';
import { callChannel, eventChannel } from './channels.ts';
import { deskScalePort } from './desk-scale-port.ts';
import { showErrorAndExit, showUpdatingDialog, confirmAddress } from './dialogs.ts';
import { utilityIoProcess } from './utility-io-process.ts';
import { guardSession, systemProxyFinder } from './guard-contents.ts';
import { createOpenedFiles, findSpreadsheet } from './opened-files.ts';
import { trackPrintSystem } from './print-system-calls.ts';
import { createProxySignIn } from './proxy-sign-in.ts';
import { createQuitController, type QuitController } from './quit-controller.ts';
import { confirmQuit, quitWithSession, suspendDuringSleep, readPendingWork } from './quit-events.ts';
import { safeStorageVault } from './safe-storage-vault.ts';
import { serveScheme } from './serve-scheme.ts';
import { shellTexts, type ShellTexts, textsOfDesk } from './shell-texts.ts';
import { askToSignIn } from './sign-in-window.ts';
import { printPage, systemPrinting } from './system-printing.ts';
import { openTray } from './tray.ts';
import { watchDesk } from './watch-desk.ts';
import { openWindow, firstPage, lastUserInput } from './window.ts';
import { app, BrowserWindow, dialog, ipcMain, Menu, protocol, safeStorage, session, type WebContents } from 'electron';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const pathBeside = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const screens = pathBeside('../renderer');
const preload = pathBeside('../preload/preload.cjs');
const ioWorkerPath = pathBeside('./io-worker.js');

const languageChoiceSchema = z.looseObject({ name: z.literal('choices') });
type OpenedDesk = Awaited<ReturnType<typeof openScreenDesk>>;

export interface StartOptions {
  /** starts threads of the desk; the first may already be running */
  startThread: StartThread;
  isDebuggable: boolean;
  /** the spreadsheet that macOS reported before the app was ready; null if none */
  earlyFile: () => string | null;
}

/** Runs the program: opens the desk immediately, the window when Electron is ready. */
export function run(options: StartOptions): void {
  // Electron would print the error's message, or show it in a blocking dialog; it may contain entered data
  process.on('unhandledRejection', reportFault);
  // the log records it separately
  process.on('uncaughtException', (error) => void process.stderr.write(`${describeFault(error)}\n`));
  void runApp(options).catch(async (error: unknown) => {
    // no dialog can be shown before Electron is ready
    await app.whenReady();
    showErrorAndExit(error);
  });
}

async function runApp({ startThread, isDebuggable, earlyFile }: StartOptions): Promise<void> {
  const whenReady = app.whenReady();
  const home = app.getPath('userData');
  let window: BrowserWindow | null = null;
  /** null until the desk is open: before that the program quits without a question */
  let quit: QuitController | null = null;
  const zoom = windowZoom(join(home, 'zoom.json'), () => (window?.isDestroyed() ? null : window));
  let menuTexts: ShellTexts['menu'] | null = null;
  function setMenu(texts: ShellTexts['menu']): void {
    if (texts === menuTexts) return;
    menuTexts = texts;
    Menu.setApplicationMenu(Menu.buildFromTemplate(appMenu(process.platform, zoom, texts)));
  }
  const firstPageLoad = firstPage(afterMs);
  const { promise: deskPromise, ...deskResolvers } = Promise.withResolvers<OpenedDesk>();
  // a failure is reported below, once dialogs are available
  deskPromise.catch(() => undefined);
  const pageGone = (reason: string): void => void deskPromise.then((desk) => desk.log.write(pageGoneEntry(reason)));
  const readTexts = () => deskPromise.then((desk) => textsOfDesk(desk, app.getLocale()));
  const userInput = lastUserInput(() => performance.now());
  /** The only visible window; others only print. */
  const mainWindow = (): BrowserWindow => {
    if (!window || window.isDestroyed()) {
      window = openWindow(preload, join(home, 'window.json'), pageGone, isDebuggable, deskPromise);
      userInput.watch(window.webContents);
      zoom.zoomWithWheel(window);
      window.webContents.on('did-finish-load', () => zoom.apply());
      firstPageLoad.watch(window.webContents);
      window.on('moved', () => zoom.apply());
      window.on('close', (event) => quit?.onWindowClose(event));
      window.on('session-end', () => quit?.quitNow());
    }
    return window;
  };
  const pendingPages = createPendingPages(randomUUID);
  const printSystem = trackPrintSystem(afterMs, () => process.kill(process.pid, 'SIGKILL'));
  const openedFiles = createOpenedFiles(randomUUID);
  const secrets = deferredSecrets(
    whenReady.then(() => openSecrets(safeStorageVault(safeStorage), process.platform, join(home, 'secrets.json'))),
  );
  const signInPrompt = createProxySignIn({
    secrets,
    async ask(proxy, wasRefused) {
      const { host: proxyHost, protocol } = new URL(proxy);
      const isEncrypted = protocol === 'https:';
      const page = { place: proxyHost, isEncrypted, wasRefused, keptIn: await secrets.storageKind() };
      return askToSignIn(mainWindow(), (await readTexts()).proxy, page);
    },
    onSignedIn: () => void deskPromise.then((desk) => callDesk(desk, 'sync.now', {})),
  });
  let proxies: ReturnType<typeof systemProxyFinder> | null = null;
  const findProxy = (origin: string): Promise<string> =>
    (proxies ??= systemProxyFinder(session.fromPartition('system-proxy')))(origin);
  openScreenDesk({
    folder: join(home, 'desk'),
    host: 'electron',
    secrets,
    async chooseFolder() {
      const { filePaths } = await dialog.showOpenDialog(mainWindow(), {
        properties: ['openDirectory', 'createDirectory'],
      });
      return filePaths[0] ?? null;
    },
    touchedAt: userInput.lastInputAt,
    confirmPrinter: async (address) => confirmAddress(mainWindow(), (await readTexts()).printer, address),
    confirmService: async (address) => confirmAddress(mainWindow(), (await readTexts()).service, address),
    onUpdating: () => showUpdatingDialog(migrationNotice),
    systemProxies: {
      proxyFor: (origin) => whenReady.then(() => findProxy(origin)),
      signIn: signInPrompt.signIn,
    },
    // an app that is not installed has no executable to start at login
    ...(app.isPackaged && { autostart: autostart(app, process) }),
    startIoProcess: () => utilityIoProcess(ioWorkerPath),
    startThread,
    readerStartsAfter: firstPageLoad.painted,
    whenIdle: firstPageLoad.whenIdle,
    print: (page, paper) => printPage(page, paper, pendingPages, mainWindow(), printSystem),
    ...systemPrinting(pendingPages, mainWindow, afterMs, printSystem),
  }).then(deskResolvers.resolve, deskResolvers.reject);
  const scale = deskScalePort(home, mainWindow, deskPromise);

  await whenReady;
  await guardSession(session.defaultSession, scale);
  scale.listen(session.defaultSession);
  setMenu(shellTexts(undefined, app.getLocale()).menu);
  serveScheme(
    protocol,
    appScheme,
    (request) => answerPage(request, screens, deskPromise, pendingPages, openedFiles),
    reportFault,
  );
  /** null until the desk is open */
  let deskWatcher: ReturnType<typeof watchDesk> | null = null;
  ipcMain.handle(callChannel, async ({ senderFrame, sender: { id } }, name: unknown, input: unknown) => {
    // read now, since the frame may be gone when the desk is open
    const sender = senderFrame && { url: senderFrame.url, parent: senderFrame.parent };
    if (name === 'sync.now') signInPrompt.allowAskingAgain();
    const answer = await answerScreen(await deskPromise, sender, name, input, `window ${String(id)}`);
    // the language may have changed, which no event reports
    if (name === 'desk.remember' && languageChoiceSchema.safeParse(input).success) deskWatcher?.refresh();
    return answer;
  });
  // the page loads while the outbox opens; the window is shown when both are done
  mainWindow();
  const desk = await deskPromise;

  let mustRelaunch = false;
  quit = createQuitController(
    {
      readPendingWork: () => readPendingWork(desk),
      ask: async (waiting, signal) => confirmQuit(mainWindow(), waiting, (await readTexts()).quit, signal),
      async close() {
        for (const openedWindow of BrowserWindow.getAllWindows()) openedWindow.close();
        // the desk has logged the error, and it must not keep the program from exiting
        await desk.close().catch(() => undefined);
        await printSystem.settled();
      },
      exit() {
        if (mustRelaunch) app.relaunch();
        app.quit();
      },
    },
    afterMs,
  );
  const quitController = quit;
  app.on('before-quit', (event) => quitController.onBeforeQuit(event));
  app.once('quit', printSystem.killIfPending);
  quitWithSession(quitController);
  suspendDuringSleep(desk);

  desk.onEvent((event) => {
    if (window && !window.isDestroyed()) window.webContents.send(eventChannel, event);
  });

  const showWindow = (): BrowserWindow => {
    const shownWindow = mainWindow();
    if (shownWindow.isMinimized()) shownWindow.restore();
    shownWindow.show();
    shownWindow.focus();
    return shownWindow;
  };
  const openRoute = (route: string): void => navigate(showWindow().webContents, route);
  const openFile = (path: string | null): void => {
    if (path !== null) openRoute(openedFiles.add(path));
  };
  deskWatcher = watchDesk({
    desk,
    readTexts,
    tray: openTray(showWindow, () => app.quit()),
    setMenu: setMenu,
    openRoute: openRoute,
    after: afterMs,
  });
  app.on('browser-window-focus', deskWatcher.onFocus);

  app.on('window-all-closed', () => app.quit());
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openFile(findSpreadsheet(['', path], '/'));
  });
  app.on('second-instance', (_event, args, folder) => {
    // started while this instance is still closing: it relaunches afterwards
    if (quitController.isUnderWay()) return void (mustRelaunch = true);
    showWindow();
    openFile(findSpreadsheet(args, folder));
  });
  openFile(earlyFile() ?? findSpreadsheet(process.argv, process.cwd()));
}
/** Navigates to a route, after the page has loaded. */
function navigate(contents: WebContents, route: string): void {
  const load = (): void => void contents.loadURL(`${appOrigin}/${route}`).catch(() => undefined);
  if (contents.isLoadingMainFrame()) contents.once('did-finish-load', load);
  else load();
}

function afterMs(ms: number, run: () => void): () => void {
  const timeout = setTimeout(run, ms);
  return () => clearTimeout(timeout);
}

/** Electron's known reasons; anything else is logged as `other`. */
function pageGoneEntry(reason: string): LogEntry {
  const knownReasons = ['crashed', 'killed', 'oom', 'launch-failed'] as const;
  return { event: 'page-gone', reason: knownReasons.find((one) => one === reason) ?? 'other' };
}
