/** What stays undone while the desk is closed: orders on their way to the service, labels of jobs that print now. */
export interface Waiting {
  orders: number;
  labels: number;
}

export interface QuitHost {
  waiting(): Promise<Waiting>;
  /** lets a person say whether it shall end all the same; an aborted signal takes the question away */
  ask(waiting: Waiting, signal: AbortSignal): Promise<boolean>;
  /** puts down what is being written, and then settles; never rejects */
  close(): Promise<void>;
  /** ends the program */
  end(): void;
}

type Event = { preventDefault(): void };

/** Longest that a person who ends the program waits for the count of what waits (ms); a desk that is slow asks nothing. */
const longestCountMs = 2000;

/**
 * How the program ends:
 *
 *   open ─wish─▶ asking ─yes, nothing waits, a second wish─▶ closing ─▶ closed
 *     ▲             └─no─┘          any ─session's end─▶ closing
 *
 * Whatever is being written comes to its end first: answers that are there are settled, the journal follows, a label that is being
 * sent is sent or known to be unconfirmed.
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

  /** A second wish is not asked about. */
  function wish(event: Event): void {
    event.preventDefault();
    if (state === 'open') void consider();
    else finish();
  }
  const isUnderWay = (): boolean => state === 'closing' || state === 'closed';

  return {
    /** The window is to close, and the program with it. */
    windowCloses: (event: Event): void => (isUnderWay() ? undefined : wish(event)),
    programQuits: (event: Event): void => (state === 'closed' ? undefined : wish(event)),
    /** The session ends, or whoever started the program ends it: nobody is there to be asked. */
    now: finish,
    isUnderWay,
  };
}
export type Quitting = ReturnType<typeof quitting>;
