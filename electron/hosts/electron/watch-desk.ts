import { BrowserWindow, Notification } from 'electron';
import type { PrintJob } from '../../../shared/contract/print-procedures.ts';
import { askDesk, type ScreenDesk } from '../../rpc/screens/screen-desk.ts';
import { notices, type Notice } from './notices.ts';
import type { ShellWords } from './shell-words.ts';
import type { DeskTray } from './tray.ts';

interface WatchHost {
  desk: Pick<ScreenDesk, 'call' | 'onEvent'>;
  words: () => Promise<ShellWords>;
  tray: DeskTray;
  /** called repeatedly with the texts, since the language may change */
  menu: (words: ShellWords['menu']) => void;
  /** brings the window to the front, at a route of its page */
  open: (place: string) => void;
  after: (ms: number, run: () => void) => () => void;
}

/** Minimum interval between reads of the counts (ms). */
const restMs = 500;

/** Route a click on a notification opens. */
const placeOf: Record<Notice['kind'], string> = { refused: '#/outbox', online: '#/outbox', print: '#/labels' };

/** Reasons why a printer needs a person, unless stopped on purpose. */
const troubles: readonly (PrintJob['heldFor'] & string)[] = ['asks', 'failed', 'printer-trouble'];
const isStopped = ({ heldFor, fault, problem }: PrintJob): boolean =>
  fault !== null || problem !== null || (heldFor !== null && troubles.includes(heldFor));

/** Updates the tray and shows notifications, from the desk's events to its screens; `refresh` reads its state now. */
export function watchDesk({ desk, words, tray, menu, open, after }: WatchHost): { watched(): void; refresh(): void } {
  const shown = new Map<Notice['kind'], Notification>();
  const notifier = notices({
    isWatched: () => BrowserWindow.getFocusedWindow() !== null,
    monotonic: () => performance.now(),
    show: (notice) => void words().then((said) => show(notice, said.notices)),
  });

  function show(notice: Notice, said: ShellWords['notices']): void {
    if (!Notification.isSupported()) return;
    const { kind } = notice;
    shown.get(kind)?.close();
    const [title, body] = kind === 'refused' ? said.refused(notice.count) : said[kind];
    const notification = new Notification({ title, body });
    notification.on('click', () => open(placeOf[kind]));
    // a garbage-collected notification receives no click
    shown.set(kind, notification);
    notification.show();
  }

  let mode = '';
  let isDue = false;
  let isReading = false;

  async function read(): Promise<void> {
    const [state, counts, printing] = await Promise.all([
      askDesk(desk, 'desk.state', {}),
      askDesk(desk, 'entries.counts', {}),
      askDesk(desk, 'print.jobs', {}),
    ]);
    if (!state || !counts) return;
    if (mode !== state.mode) notifier.begunAnew();
    mode = state.mode;
    // practice orders do not matter
    notifier.refusedAre(mode === 'live' ? counts.byState.refused : 0);
    if (printing) notifier.stoppedAre(printing.jobs.filter(isStopped).map(({ id }) => id));
    const said = await words();
    tray.show(counts.waiting, said.tray);
    menu(said.menu);
  }

  function readSoon(): void {
    isDue = true;
    if (isReading) return;
    isReading = true;
    isDue = false;
    void read()
      .catch(() => undefined)
      .then(() =>
        after(restMs, () => {
          isReading = false;
          if (isDue) readSoon();
        }),
      );
  }

  desk.onEvent(({ event }) => {
    if (event.kind === 'sync') notifier.connectionIs(event.status.connection);
    if (['sync', 'entries', 'print', 'desk'].includes(event.kind)) readSoon();
  });
  readSoon();
  return { watched: notifier.watched, refresh: readSoon };
}
