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
  /** told the words again and again, as a person may choose another language */
  menu: (words: ShellWords['menu']) => void;
  /** brings the window to the front, at a place of its page */
  open: (place: string) => void;
  after: (ms: number, run: () => void) => () => void;
}

/** Counts are read at most so often (ms). */
const restMs = 500;

/** Where a click on a notification leads. */
const placeOf: Record<Notice['kind'], string> = { refused: '#/outbox', online: '#/outbox', print: '#/labels' };

/** Why a printer needs somebody, where nobody has stopped it on purpose. */
const troubles: readonly (PrintJob['heldFor'] & string)[] = ['asks', 'failed', 'printer-trouble'];
const isStopped = ({ heldFor, fault, problem }: PrintJob): boolean =>
  fault !== null || problem !== null || (heldFor !== null && troubles.includes(heldFor));

/** Tells the tray and whoever is away what becomes of the desk, from what it tells its screens; `look` reads it now. */
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
    // one that nothing holds any more hears no click
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
    // what was entered for practice is nobody's trouble
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
