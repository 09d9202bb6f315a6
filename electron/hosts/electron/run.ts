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
import { utilityIoProcess } from './fork-utility-process.ts';
import { guardSession, systemProxyFinder } from './guard-contents.ts';
import { createOpenedFiles, spreadsheetIn } from './opened-files.ts';
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
const places = pathBeside('./io-worker.js');

const languageChosen = z.looseObject({ name: z.literal('choices') });
type OpenedDesk = Awaited<ReturnType<typeof openScreenDesk>>;

export interface StartOptions {
  /** starts threads of the desk; the first may already be running */
  startThread: StartThread;
  isDebuggable: boolean;
  /** a spreadsheet opened before the app listened for one */
  earlyFile: () => string | null;
}

/** Runs the program: opens the desk immediately, the window when Electron is ready. */
export function run(begun: StartOptions): void {
  // Electron would print the error's message, or show it in a blocking dialog; the message may contain data that was
  // entered
  process.on('unhandledRejection', reportFault);
  // the log records it separately
  process.on('uncaughtException', (error) => void process.stderr.write(`${describeFault(error)}\n`));
  void runApp(begun).catch(async (error: unknown) => {
    // no dialog can be shown before that
    await app.whenReady();
    showErrorAndExit(error);
  });
}

async function runApp({ startThread, isDebuggable, earlyFile }: StartOptions): Promise<void> {
  const ready = app.whenReady();
  const home = app.getPath('userData');
  let window: BrowserWindow | null = null;
  /** no question is asked before the desk is open */
  let quit: QuitController | null = null;
  const zoom = windowZoom(join(home, 'zoom.json'), () => (window?.isDestroyed() ? null : window));
  let menuWords: ShellTexts['menu'] | null = null;
  function setMenu(words: ShellTexts['menu']): void {
    if (words === menuWords) return;
    menuWords = words;
    Menu.setApplicationMenu(Menu.buildFromTemplate(appMenu(process.platform, zoom, words)));
  }
  const firstPageLoad = firstPage(afterMs);
  const { promise: opening, ...opened } = Promise.withResolvers<OpenedDesk>();
  // reported once dialogs are available
  opening.catch(() => undefined);
  const pageGone = (reason: string): void => void opening.then((desk) => desk.log.write(pageGoneEntry(reason)));
  const words = () => opening.then((desk) => textsOfDesk(desk, app.getLocale()));
  const touch = lastUserInput(() => performance.now());
  /** The only visible window; others only print. */
  const mainWindow = (): BrowserWindow => {
    if (!window || window.isDestroyed()) {
      window = openWindow(preload, join(home, 'window.json'), pageGone, isDebuggable, opening);
      touch.watch(window.webContents);
      zoom.byWheel(window);
      window.webContents.on('did-finish-load', () => zoom.apply());
      firstPageLoad.watch(window.webContents);
      window.on('moved', () => zoom.apply());
      window.on('close', (event) => quit?.windowCloses(event));
      window.on('session-end', () => quit?.quitNow());
    }
    return window;
  };
  const pendingPages = createPendingPages(randomUUID);
  const answers = trackPrintSystem(afterMs, () => process.kill(process.pid, 'SIGKILL'));
  const openedFiles = createOpenedFiles(randomUUID);
  const secrets = deferredSecrets(
    ready.then(() => openSecrets(safeStorageVault(safeStorage), process.platform, join(home, 'secrets.json'))),
  );
  const signing = createProxySignIn({
    secrets,
    async ask(proxy, wasRefused) {
      const { host: place, protocol } = new URL(proxy);
      const isEncrypted = protocol === 'https:';
      const page = { place, isEncrypted, wasRefused, keptIn: await secrets.keptIn() };
      return askToSignIn(mainWindow(), (await words()).proxy, page);
    },
    onSignedIn: () => void opening.then((desk) => callDesk(desk, 'sync.now', {})),
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
    touchedAt: touch.at,
    confirmPrinter: async (address) => confirmAddress(mainWindow(), (await words()).printer, address),
    confirmService: async (address) => confirmAddress(mainWindow(), (await words()).service, address),
    onUpdating: () => showUpdatingDialog(migrationNotice),
    systemProxies: {
      proxyFor: (origin) => ready.then(() => findProxy(origin)),
      signIn: signing.signIn,
    },
    // an app that is not installed has no executable to start at login
    ...(app.isPackaged && { autostart: autostart(app, process) }),
    startIoProcess: () => utilityIoProcess(places),
    startThread,
    readerStartsAfter: firstPageLoad.painted,
    whenIdle: firstPageLoad.whenIdle,
    print: (page, on) => printPage(page, on, pendingPages, mainWindow(), answers),
    ...systemPrinting(pendingPages, mainWindow, afterMs, answers),
  }).then(opened.resolve, opened.reject);
  const scale = deskScalePort(home, mainWindow, opening);

  await ready;
  await guardSession(session.defaultSession, scale);
  scale.listen(session.defaultSession);
  setMenu(shellTexts(undefined, app.getLocale()).menu);
  serveScheme(
    protocol,
    appScheme,
    (request) => answerPage(request, screens, opening, pendingPages, openedFiles),
    reportFault,
  );
  /** null until the desk is open */
  let watch: ReturnType<typeof watchDesk> | null = null;
  ipcMain.handle(callChannel, async ({ senderFrame, sender: { id } }, name: unknown, input: unknown) => {
    // the frame may be gone when the desk is open
    const sender = senderFrame && { url: senderFrame.url, parent: senderFrame.parent };
    if (name === 'sync.now') signing.allowAskingAgain();
    const answer = await answerScreen(await opening, sender, name, input, `window ${String(id)}`);
    // the language may have changed, which no event reports
    if (name === 'desk.remember' && languageChosen.safeParse(input).success) watch?.refresh();
    return answer;
  });
  // the page loads while the outbox opens; the window is shown when both are done
  mainWindow();
  const desk = await opening;

  let relaunches = false;
  quit = createQuitController(
    {
      readPendingWork: () => readPendingWork(desk),
      ask: async (waiting, signal) => confirmQuit(mainWindow(), waiting, (await words()).quit, signal),
      async close() {
        for (const one of BrowserWindow.getAllWindows()) one.close();
        // in the log already, and it must not keep the program from ending
        await desk.close().catch(() => undefined);
        await answers.settled();
      },
      end() {
        if (relaunches) app.relaunch();
        app.quit();
      },
    },
    afterMs,
  );
  const quitController = quit;
  app.on('before-quit', (event) => quitController.programQuits(event));
  app.once('quit', answers.killIfPending);
  quitWithSession(quitController);
  suspendDuringSleep(desk);

  desk.onEvent((event) => {
    if (window && !window.isDestroyed()) window.webContents.send(eventChannel, event);
  });

  const show = (): BrowserWindow => {
    const shown = mainWindow();
    if (shown.isMinimized()) shown.restore();
    shown.show();
    shown.focus();
    return shown;
  };
  const openRoute = (place: string): void => navigate(show().webContents, place);
  const openFile = (path: string | null): void => {
    if (path !== null) openRoute(openedFiles.add(path));
  };
  watch = watchDesk({
    desk,
    words,
    tray: openTray(show, () => app.quit()),
    menu: setMenu,
    open: openRoute,
    after: afterMs,
  });
  app.on('browser-window-focus', watch.watched);

  app.on('window-all-closed', () => app.quit());
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openFile(spreadsheetIn(['', path], '/'));
  });
  app.on('second-instance', (_event, words, folder) => {
    // started while this instance is still closing: it relaunches afterwards
    if (quitController.isUnderWay()) return void (relaunches = true);
    show();
    openFile(spreadsheetIn(words, folder));
  });
  openFile(earlyFile() ?? spreadsheetIn(process.argv, process.cwd()));
}
/** Navigates to a route, once the page is loaded. */
function navigate(contents: WebContents, place: string): void {
  const go = (): void => void contents.loadURL(`${appOrigin}/${place}`).catch(() => undefined);
  if (contents.isLoadingMainFrame()) contents.once('did-finish-load', go);
  else go();
}

function afterMs(ms: number, run: () => void): () => void {
  const timeout = setTimeout(run, ms);
  return () => clearTimeout(timeout);
}

/** Electron's known reasons; anything else is logged as `other`. */
function pageGoneEntry(reason: string): LogEntry {
  const known = ['crashed', 'killed', 'oom', 'launch-failed'] as const;
  return { event: 'page-gone', reason: known.find((one) => one === reason) ?? 'other' };
}
