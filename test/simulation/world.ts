import type { Timer } from '../../electron/platform/timer.ts';

/** A run of a program within the world; once it is over, nothing that it scheduled happens. */
export interface Life {
  over: boolean;
  /** its desk reported that it is closed */
  closed?: boolean;
  /** a person is closing it */
  closing?: boolean;
  /** the run that a person closed completely, whose folder and service this one continues with */
  before?: Life;
}

interface Planned {
  at: number;
  turn: number;
  life: Life | null;
  run: () => void;
}

/** Whether file system requests are pending. */
const waitsForFiles = (): boolean => process.getActiveResourcesInfo().some((name) => name.includes('Req'));

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * One scheduler for everything that happens: desk, network, service and people. Time stands still while something runs
 * and then jumps to the next event; simultaneous events happen in the order in which they were scheduled.
 */
export function createWorld(startsAt = Date.parse('2026-03-02T08:00:00Z')) {
  const planned: Planned[] = [];
  const trace: string[] = [];
  let elapsed = 0;
  let shifted = 0;
  let turn = 0;

  const isBefore = (a: Planned, b: Planned): boolean => a.at < b.at || (a.at === b.at && a.turn < b.turn);

  function put(one: Planned): void {
    let at = planned.push(one) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = planned[above] as Planned;
      if (!isBefore(one, parent)) break;
      planned[at] = parent;
      planned[above] = one;
      at = above;
    }
  }

  function take(): Planned | undefined {
    const first = planned[0];
    const last = planned.pop();
    if (first === undefined || last === undefined || planned.length === 0) return first;
    let at = 0;
    planned[0] = last;
    for (;;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        const one = planned[child];
        if (one && isBefore(one, planned[least] as Planned)) least = child;
      }
      if (least === at) return first;
      planned[at] = planned[least] as Planned;
      planned[least] = last;
      at = least;
    }
  }

  function after(ms: number, run: () => void, life: Life | null = null): () => void {
    const one: Planned = { at: elapsed + Math.max(0, ms), turn: turn++, life, run };
    put(one);
    return () => void (one.life = over);
  }
  const over: Life = { over: true };

  /** Lets promises and file operations finish until nothing more happens. */
  async function settle(): Promise<void> {
    await nextTurn();
    if (!waitsForFiles()) return;
    while (waitsForFiles()) await nextTurn();
    await settle();
  }

  /** Runs the next event scheduled up to `before`; false if there is none. */
  async function step(before: number): Promise<boolean> {
    for (;;) {
      const first = planned[0];
      if (first === undefined || first.at > before) return false;
      take();
      if (first.life?.over) continue;
      elapsed = Math.max(elapsed, first.at);
      first.run();
      await settle();
      return true;
    }
  }

  return {
    trace,
    after,
    settle,
    elapsed: () => elapsed,
    now: () => Math.round(startsAt + elapsed + shifted),
    /** Sets the desk's clock, as people and time servers do; nothing else is affected. */
    setClockBy: (ms: number) => void (shifted += ms),
    say: (what: string) => void trace.push(`${(elapsed / 1000).toFixed(3)} ${what}`),
    /** The timer for a run of a program. */
    timerOf: (life: Life): Timer => ({ after: (ms, run) => after(ms, run, life) }),
    /** Runs events up to `ms` after the start of the world; `each` is called after every event. */
    async runUntil(ms: number, each: () => void = () => undefined): Promise<void> {
      await settle();
      while (await step(ms)) each();
      elapsed = Math.max(elapsed, ms);
    },
    /** Runs events until `begun` has settled, for at most `maxMs`; false if it has not. */
    async runWhile(begun: Promise<unknown>, maxMs: number, each: () => void = () => undefined): Promise<boolean> {
      let ended = false;
      const end = (): void => void (ended = true);
      begun.then(end, end);
      const latest = elapsed + maxMs;
      await settle();
      while (!ended && (await step(latest))) each();
      if (!ended) elapsed = latest;
      await settle();
      return ended;
    },
  };
}
export type World = ReturnType<typeof createWorld>;
