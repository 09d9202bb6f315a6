/** What happens to one request. `takes`: whether a create takes effect although its answer is useless. */
export type Fault =
  /** cut before anything was done */
  | { kind: 'request-lost' }
  /** carried out, and cut before the first byte of the answer */
  | { kind: 'answer-lost' }
  /** carried out, and cut in the middle of the answer */
  | { kind: 'answer-cut' }
  /** carried out and answered completely, then the connection is reset although more requests may follow on it */
  | { kind: 'cut-after-answer' }
  /** cut at once, and carried out this many ms later */
  | { kind: 'late'; ms: number; upToMs?: number }
  /** carried out and answered completely, but not before a create with that key has arrived */
  | { kind: 'held'; untilCreateOf: string }
  /** the connection stays open, and nothing is sent */
  | { kind: 'silence'; takes: boolean }
  /**
   * an undocumented answer; `due`: with the status it would have had; `retryAtMs`: a Retry-After date this long after
   * the answer
   */
  | {
      kind: 'says';
      status: number | 'due';
      headers?: Record<string, string>;
      retryAtMs?: number;
      type?: string;
      body?: string;
      takes: boolean;
    }
  /** a JSON answer of this many bytes */
  | { kind: 'huge'; bytes: number; takes: boolean };

/** Which requests a fault applies to; the first rule that matches a request decides. */
export interface Rule {
  fault: Fault;
  to?: 'creates' | 'reads';
  endpoints?: number[];
  /** a regular expression that the key must match */
  keys?: string;
  /** share of the matching requests; default: all */
  share?: number;
  /** maximum number of times, in total and for each key of each endpoint */
  times?: number;
  timesEach?: number;
}

/** How this service decides what the documentation leaves open. */
export interface Habits {
  /** delay of every answer (ms) */
  answersAfterMs: number;
  /** time from accepting an order to making it (ms) */
  madeAfterMs: number;
  /** time until its status is known (ms) */
  unseenMs: number;
  /** whether a repeated declaration (7) takes effect again */
  declaresTwice: boolean;
}

export const usualHabits: Habits = { answersAfterMs: 0, madeAfterMs: 0, unseenMs: 0, declaresTwice: true };

/**
 * Chooses the fault of each request by rules that may change at any time. `chance` returns random numbers in [0, 1).
 */
export function faultChooser(chance: () => number) {
  let rules: readonly Rule[] = [];
  let used = new Map<Rule, Map<string, number>>();

  function fits({ to, endpoints, keys }: Rule, creates: boolean, endpoint: number, key: string): boolean {
    if (to !== undefined && (to === 'creates') !== creates) return false;
    if (endpoints && !endpoints.includes(endpoint)) return false;
    return keys === undefined || new RegExp(keys).test(key);
  }

  function isUsedUp(rule: Rule, asker: string): boolean {
    const times = used.get(rule);
    if (!times) return false;
    const inAll = [...times.values()].reduce((sum, one) => sum + one, 0);
    return inAll >= (rule.times ?? Infinity) || (times.get(asker) ?? 0) >= (rule.timesEach ?? Infinity);
  }

  return {
    set(next: readonly Rule[]): void {
      rules = next;
      used = new Map();
    },
    choose(creates: boolean, endpoint: number, key: string): Fault | null {
      const asker = `${String(endpoint)} ${key}`;
      for (const rule of rules) {
        if (!fits(rule, creates, endpoint, key) || isUsedUp(rule, asker)) continue;
        if (rule.share !== undefined && chance() >= rule.share) continue;
        if (rule.times !== undefined || rule.timesEach !== undefined) {
          const times = used.get(rule) ?? new Map<string, number>();
          used.set(rule, times.set(asker, (times.get(asker) ?? 0) + 1));
        }
        return rule.fault;
      }
      return null;
    },
  };
}
