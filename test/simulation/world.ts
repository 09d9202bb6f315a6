import type { Timer } from '../../electron/service/timer.ts';

/** A life of a program within the world: once it is over, nothing that it planned happens. */
export interface Life {
  over: boolean;
}

interface Planned {
  at: number;
  turn: number;
  life: Life | null;
  run: () => void;
}

/** Turns of the event loop without anything new after which all promises have run on. */
const quietTurns = 3;

/**
 * One scheduler for everything that happens: desk, network, service and people. Time stands still while something runs, and
 * jumps to what is next; things at the same time happen in the order they were planned.
 */
export function createWorld(startsAt = Date.parse('2026-03-02T08:00:00Z')) {
  const planned: Planned[] = [];
  const trace: string[] = [];
  let elapsed = 0;
  let shifted = 0;
  let turn = 0;
  let quiet = 0;

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
    quiet = -1;
    const one: Planned = { at: elapsed + Math.max(0, ms), turn: turn++, life, run };
    put(one);
    return () => void (one.run = () => undefined);
  }

  /** Lets promises run on until nothing stirs any more. */
  async function settle(): Promise<void> {
    for (quiet = 0; quiet < quietTurns; quiet += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  return {
    trace,
    after,
    settle,
    elapsed: () => elapsed,
    now: () => Math.round(startsAt + elapsed + shifted),
    /** The clock of the desk is set, as people and time servers do; nothing else notices. */
    setClockBy: (ms: number) => void (shifted += ms),
    say: (what: string) => void trace.push(`${(elapsed / 1000).toFixed(3)} ${what}`),
    stir: () => void (quiet = -1),
    /** What a program sees of the world. */
    timerOf: (life: Life): Timer => ({ after: (ms, run) => after(ms, run, life) }),
    /** Lets happen what is planned until `ms` from the start of the world; `each` looks after every event. */
    async runUntil(ms: number, each: () => void = () => undefined): Promise<void> {
      await settle();
      while (planned[0] !== undefined && planned[0].at <= ms) {
        const one = take() as Planned;
        if (one.life?.over) continue;
        elapsed = Math.max(elapsed, one.at);
        one.run();
        await settle();
        each();
      }
      elapsed = Math.max(elapsed, ms);
    },
  };
}
export type World = ReturnType<typeof createWorld>;
