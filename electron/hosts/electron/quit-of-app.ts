import { type BrowserWindow, dialog, powerMonitor } from 'electron';
import { askDesk, type ScreenDesk } from '../../rpc/screens/screen-desk.ts';
import type { Quitting, Waiting } from './quit.ts';
import type { ShellWords } from './shell-words.ts';

/** Orders that are live and not sent, and labels of jobs that print now: nobody goes on with them while the desk is closed. */
export async function waitingOf(desk: Pick<ScreenDesk, 'call'>): Promise<Waiting> {
  const [state, counts, printing] = await Promise.all([
    askDesk(desk, 'desk.state', {}),
    askDesk(desk, 'entries.counts', {}),
    askDesk(desk, 'print.jobs', {}),
  ]);
  const { queued = 0, sending = 0 } = counts?.byState ?? {};
  const labels = (printing?.jobs ?? []).filter(({ state }) => state === 'printing').map((job) => job.labels.waiting);
  return {
    // what was entered for practice is for nobody
    orders: state?.mode === 'live' ? queued + sending : 0,
    labels: labels.reduce((sum, count) => sum + count, 0),
  };
}

/** Whether a person closes the desk though something waits. */
export async function askToQuit(
  window: BrowserWindow,
  waiting: Waiting,
  words: ShellWords['quit'],
  signal: AbortSignal,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    title: words.title,
    message: words.message(waiting),
    detail: words.detail,
    buttons: [words.close, words.stay],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
    signal,
  });
  return response === 0;
}

/**
 * Nothing new is sent into a sleep that has begun; with its end all is tried at once. Who is asleep cannot answer: nothing waits for the
 * desk's word.
 */
export function restInSleep(desk: Pick<ScreenDesk, 'call'>): void {
  powerMonitor.on('suspend', () => void askDesk(desk, 'sync.rest', {}));
  powerMonitor.on('resume', () => void askDesk(desk, 'sync.resume', {}));
}

/** Ends of a session that wait for no answer, each told in a way of its own: Linux and macOS, and signals of the user; Windows tells a window. */
export function quitWithSession(quit: Quitting): void {
  // the system waits a moment for a program that says so; Electron's types know nothing of this event's argument
  const shutdown = (...[event]: [event?: { preventDefault(): void }]): void => {
    event?.preventDefault();
    quit.now();
  };
  powerMonitor.on('shutdown', shutdown);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => quit.now());
}
