/** Work that stops while the desk is closed: orders on their way to the service, labels of running print jobs. */
export interface Waiting {
  orders: number;
  labels: number;
}

export interface QuitHost {
  waiting(): Promise<Waiting>;
  /** asks a person whether to quit anyway; an aborted signal closes the question */
  ask(waiting: Waiting, signal: AbortSignal): Promise<boolean>;
  /** finishes pending writes; never rejects */
  close(): Promise<void>;
  /** exits the program */
  end(): void;
}

type Event = { preventDefault(): void };

/** Maximum wait for the count of pending work (ms); if the desk is slower, it quits without asking. */
const longestCountMs = 2000;

/**
 * How the program quits:
 *
 *   open ─request─▶ asking ─yes, nothing pending, a second request─▶ closing ─▶ closed
 *     ▲──────no───────┘          any ─session's end─▶ closing
 *
 * Pending writes are finished first: answers received are settled, the journal is written, and a label being sent is
 * either sent or marked unconfirmed.
 */
export function quitting({ waiting, ask, close, end }: QuitHost, after: (ms: number, run: () => void) => () => void) {
  let state: 'open' | 'asking' | 'closing' | 'closed' = 'open';
  let question: AbortController | null = null;

  async function consider(): Promise<void> {
    state = 'asking';
    const late = Promise.withResolvers<null>();
    const cancel = after(longestCountMs, () => late.resolve(null));
    const count = await Promise.race([waiting().catch(() => null), late.promise]);
    cancel();
    question = new AbortController();
    const isWorthAsking = count !== null && count.orders + count.labels > 0;
    const goes = !isWorthAsking || (await ask(count, question.signal).catch(() => true));
    if (stillAsking()) {
      if (goes) finish();
      else state = 'open';
    }
  }

  const stillAsking = (): boolean => state === 'asking';

  function finish(): void {
    if (state === 'closing' || state === 'closed') return;
    state = 'closing';
    question?.abort();
    void close().then(() => {
      state = 'closed';
      end();
    });
  }

  /** A second request quits without a question. */
  function wish(event: Event): void {
    event.preventDefault();
    if (state === 'open') void consider();
    else finish();
  }
  const isUnderWay = (): boolean => state === 'closing' || state === 'closed';

  return {
    /** The window is closing, and the program with it. */
    windowCloses: (event: Event): void => (isUnderWay() ? undefined : wish(event)),
    programQuits: (event: Event): void => (state === 'closed' ? undefined : wish(event)),
    /** The session ends or the program is terminated: nobody can be asked. */
    now: finish,
    isUnderWay,
  };
}
export type Quitting = ReturnType<typeof quitting>;
