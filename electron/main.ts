import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, type BrowserWindow, dialog, ipcMain, Menu, protocol, safeStorage, session } from 'electron';
import { ProblemError } from '../shared/problem.ts';
import { openScreenDesk } from './open-screen-desk.ts';
import type { ScreenDesk } from './rpc/screen-desk.ts';
import { openWindow } from './window.ts';
import { answerPage } from './window/answer-page.ts';
import { answerScreen } from './window/answer-screen.ts';
import { appMenu } from './window/app-menu.ts';
import { appPrivileges, appScheme } from './window/app-scheme.ts';
import { papers } from './window/papers.ts';
import { printPage } from './window/print-page.ts';
import { openSecrets } from './window/safe-secrets.ts';
import { utilityPlaceProcess } from './window/utility-place.ts';
import { callChannel, eventChannel } from './window/channels.ts';
import { guardContents, guardSession } from './window/guard-contents.ts';

// Before anything waits: a scheme is made known before the app is ready, or never.
protocol.registerSchemesAsPrivileged([appPrivileges]);
app.enableSandbox();
guardContents(app);

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const screens = beside('../renderer');
const preload = beside('../preload/preload.cjs');
const places = beside('./place-worker.js');

if (app.requestSingleInstanceLock()) run().catch(giveUp);
else app.quit();

async function run(): Promise<void> {
  await app.whenReady();
  guardSession(session.defaultSession);
  Menu.setApplicationMenu(Menu.buildFromTemplate(appMenu(process.platform)));

  const home = app.getPath('userData');
  let window: BrowserWindow | null = null;
  /** The one window a person sees; others only print. */
  const main = (): BrowserWindow => {
    if (!window || window.isDestroyed()) window = openWindow(preload, join(home, 'window.json'));
    return window;
  };
  const paper = papers(randomUUID);
  const secrets = await openSecrets(safeStorage, process.platform, join(home, 'secrets.json'));
  const desk = await openScreenDesk({
    folder: join(home, 'desk'),
    host: 'electron',
    secrets,
    async chooseFolder() {
      const { filePaths } = await dialog.showOpenDialog(main(), { properties: ['openDirectory', 'createDirectory'] });
      return filePaths[0] ?? null;
    },
    startPlaces: () => utilityPlaceProcess(places),
    print: (page, on) => printPage(page, on, paper, main()),
  });
  closeBeforeQuit(desk);

  protocol.handle(appScheme, (request) => answerPage(request, screens, desk, paper));
  ipcMain.handle(callChannel, (event, name: unknown, input: unknown) =>
    answerScreen(desk, event.senderFrame, name, input),
  );
  desk.onEvent((event) => {
    if (window && !window.isDestroyed()) window.webContents.send(eventChannel, event);
  });

  app.on('window-all-closed', () => app.quit());
  app.on('second-instance', () => {
    const shown = main();
    if (shown.isMinimized()) shown.restore();
    shown.focus();
  });
  main();
}

/** The app ends when the desk has put down what it holds. */
function closeBeforeQuit(desk: ScreenDesk): void {
  let closed = false;
  app.on('before-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void desk.close().finally(() => {
      closed = true;
      app.quit();
    });
  });
}

function giveUp(error: unknown): void {
  const known = error instanceof ProblemError;
  dialog.showErrorBox('Parcel Desk', known ? error.message : 'Parcel Desk could not start. What was saved is safe.');
  app.exit(1);
}
