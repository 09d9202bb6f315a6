import type { PrintJob } from '../../../shared/contract/print-procedures.ts';
import { callDesk, type ScreenDesk } from '../../desk/calls/screen-desk.ts';
import { notices, type Notice } from './notices.ts';
import type { ShellTexts } from './shell-texts.ts';
import type { DeskTray } from './tray.ts';
import { BrowserWindow, Notification } from 'electron';

interface WatchHost {
  desk: Pick<ScreenDesk, 'call' | 'onEvent'>;
  readTexts: () => Promise<ShellTexts>;
  tray: DeskTray;
  /** called repeatedly with the texts, since the language may change */
  setMenu: (texts: ShellTexts['menu']) => void;
  /** brings the window to the front, at a route of its page */
  openRoute: (route: string) => void;
  after: (ms: number, run: () => void) => () => void;
}

/** Minimum interval between reads of the counts (ms). */
const minIntervalMs = 500;

/** Route a click on a notification opens. */
const routeOf: Record<Notice['kind'], string> = { refused: '#/outbox', online: '#/outbox', print: '#/labels' };

/** Reasons for which a held job needs a person; a job stopped on purpose does not. */
const troubleReasons: readonly (PrintJob['heldFor'] & string)[] = ['asks', 'failed', 'printer-trouble'];
const isStopped = ({ heldFor, fault, problem }: PrintJob): boolean =>
  fault !== null || problem !== null || (heldFor !== null && troubleReasons.includes(heldFor));

/**
 * Updates the tray and the menu, and shows notifications, at events of the desk. `onFocus`: a person looks at the
 * window; `refresh`: reads the desk's state now.
 */
export function watchDesk({ desk, readTexts, tray, setMenu, openRoute, after }: WatchHost): {
  onFocus(): void;
  refresh(): void;
} {
  const shownNotifications = new Map<Notice['kind'], Notification>();
  const notifier = notices({
    isWatched: () => BrowserWindow.getFocusedWindow() !== null,
    monotonic: () => performance.now(),
    show: (notice) => void readTexts().then((texts) => showNotification(notice, texts.notices)),
  });

  function showNotification(notice: Notice, texts: ShellTexts['notices']): void {
    if (!Notification.isSupported()) return;
    const { kind } = notice;
    shownNotifications.get(kind)?.close();
    const [title, body] = kind === 'refused' ? texts.refused(notice.count) : texts[kind];
    const notification = new Notification({ title, body });
    notification.on('click', () => openRoute(routeOf[kind]));
    // a garbage-collected notification receives no click
    shownNotifications.set(kind, notification);
    notification.show();
  }

  let mode = '';
  let isDue = false;
  let isReading = false;

  async function readState(): Promise<void> {
    const [state, counts, printJobs] = await Promise.all([
      callDesk(desk, 'desk.state', {}),
      callDesk(desk, 'entries.counts', {}),
      callDesk(desk, 'print.jobs', {}),
    ]);
    if (!state || !counts) return;
    if (mode !== state.mode) notifier.reset();
    mode = state.mode;
    // practice orders do not matter
    notifier.updateRefused(mode === 'live' ? counts.byState.refused : 0);
    if (printJobs) notifier.updateStoppedJobs(printJobs.jobs.filter(isStopped).map(({ id }) => id));
    const texts = await readTexts();
    tray.show(counts.waiting, texts.tray);
    setMenu(texts.menu);
  }

  function readThrottled(): void {
    isDue = true;
    if (isReading) return;
    isReading = true;
    isDue = false;
    void readState()
      .catch(() => undefined)
      .then(() =>
        after(minIntervalMs, () => {
          isReading = false;
          if (isDue) readThrottled();
        }),
      );
  }

  desk.onEvent(({ event }) => {
    if (event.kind === 'sync') notifier.updateConnection(event.status.connection);
    if (['sync', 'entries', 'print', 'desk'].includes(event.kind)) readThrottled();
  });
  readThrottled();
  return { onFocus: notifier.markWatched, refresh: readThrottled };
}
