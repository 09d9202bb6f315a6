import { callDesk, type ScreenDesk } from '../../desk/calls/screen-desk.ts';
import type { QuitController, PendingWork } from './quit-controller.ts';
import type { ShellTexts } from './shell-texts.ts';
import { type BrowserWindow, dialog, powerMonitor } from 'electron';

/** Counts live orders not sent yet and labels of running print jobs. */
export async function readPendingWork(desk: Pick<ScreenDesk, 'call'>): Promise<PendingWork> {
  const [state, counts, printJobs] = await Promise.all([
    callDesk(desk, 'desk.state', {}),
    callDesk(desk, 'entries.counts', {}),
    callDesk(desk, 'print.jobs', {}),
  ]);
  const { queued = 0, sending = 0 } = counts?.byState ?? {};
  const labels = (printJobs?.jobs ?? []).filter(({ state }) => state === 'printing').map((job) => job.labels.waiting);
  return {
    // practice orders do not matter
    orders: state?.mode === 'live' ? queued + sending : 0,
    labels: labels.reduce((sum, count) => sum + count, 0),
  };
}

/** Asks a person whether to close the desk although work is pending. */
export async function confirmQuit(
  window: BrowserWindow,
  pending: PendingWork,
  texts: ShellTexts['quit'],
  signal: AbortSignal,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: texts.title,
    message: texts.message(pending),
    detail: texts.detail,
    buttons: [texts.close, texts.stay],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
    signal,
  });
  return response === 0;
}

/**
 * Suspends sending when the computer goes to sleep, and retries everything when it wakes up. Does not wait for the
 * desk: a sleeping computer cannot respond.
 */
export function suspendDuringSleep(desk: Pick<ScreenDesk, 'call'>): void {
  powerMonitor.on('suspend', () => void callDesk(desk, 'sync.rest', {}));
  powerMonitor.on('resume', () => void callDesk(desk, 'sync.resume', {}));
}

/**
 * Quits without a question when the session ends, as powerMonitor reports it on Linux and macOS, or at a signal.
 * Windows reports it to the window.
 */
export function quitWithSession(quit: QuitController): void {
  // the system waits briefly after preventDefault; Electron's types lack this argument of the event
  const shutdown = (...[event]: [event?: { preventDefault(): void }]): void => {
    event?.preventDefault();
    quit.quitNow();
  };
  powerMonitor.on('shutdown', shutdown);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => quit.quitNow());
}
