/** Work that stops while the desk is closed: orders on their way to the service, labels of running print jobs. */
export interface PendingWork {
  orders: number;
  labels: number;
}

export interface QuitHost {
  readPendingWork(): Promise<PendingWork>;
  /** asks a person whether to quit anyway; an aborted signal closes the question */
  ask(pending: PendingWork, signal: AbortSignal): Promise<boolean>;
  /** finishes pending writes; never rejects */
  close(): Promise<void>;
  /** exits the program */
  exit(): void;
}

type Event = { preventDefault(): void };

/** Maximum wait for the count of pending work (ms); if the desk is slower, it quits without asking. */
const countTimeoutMs = 2000;

/**
 * How the program quits:
 *
 *   open ─request─▶ asking ─yes, nothing pending, a second request─▶ closing ─▶ closed
 *     ▲──────no───────┘          any ─session's end─▶ closing
 *
 * Pending writes are finished first: answers received are settled, the journal is written, and a label being sent is
 * either sent or marked unconfirmed.
 */
export function createQuitController(
  { readPendingWork, ask, close, exit }: QuitHost,
  after: (ms: number, run: () => void) => () => void,
) {
  let state: 'open' | 'asking' | 'closing' | 'closed' = 'open';
  let question: AbortController | null = null;

  async function askIfPending(): Promise<void> {
    state = 'asking';
    const timeout = Promise.withResolvers<null>();
    const cancel = after(countTimeoutMs, () => timeout.resolve(null));
    const pending = await Promise.race([readPendingWork().catch(() => null), timeout.promise]);
    cancel();
    question = new AbortController();
    const isWorthAsking = pending !== null && pending.orders + pending.labels > 0;
    const mayQuit = !isWorthAsking || (await ask(pending, question.signal).catch(() => true));
    if (isAsking()) {
      if (mayQuit) finish();
      else state = 'open';
    }
  }

  const isAsking = (): boolean => state === 'asking';

  function finish(): void {
    if (state === 'closing' || state === 'closed') return;
    state = 'closing';
    question?.abort();
    void close().then(() => {
      state = 'closed';
      exit();
    });
  }

  /** A second request quits without a question. */
  function requestQuit(event: Event): void {
    event.preventDefault();
    if (state === 'open') void askIfPending();
    else finish();
  }
  const isQuitting = (): boolean => state === 'closing' || state === 'closed';

  return {
    /** The window is closing, and the program with it. */
    onWindowClose: (event: Event): void => (isQuitting() ? undefined : requestQuit(event)),
    onBeforeQuit: (event: Event): void => (state === 'closed' ? undefined : requestQuit(event)),
    /** The session ends or the program is terminated: nobody can be asked. */
    quitNow: finish,
    isUnderWay: isQuitting,
  };
}
export type QuitController = ReturnType<typeof createQuitController>;
