/** What happens to one request. `takes`: whether a create takes effect though its answer is of no use. */
export type Fault =
  /** cut before anything was done */
  | { kind: 'request-lost' }
  /** done, and cut before the first byte of the answer */
  | { kind: 'answer-lost' }
  /** done, and cut in the middle of the answer */
  | { kind: 'answer-cut' }
  /** done and answered whole, then the connection is reset though more may be asked on it */
  | { kind: 'cut-after-answer' }
  /** cut at once, and done so many ms later */
  | { kind: 'late'; ms: number; upToMs?: number }
  /** done and answered whole, but not before a create of that key has come */
  | { kind: 'held'; untilCreateOf: string }
  /** the connection stays open, and nothing comes */
  | { kind: 'silence'; takes: boolean }
  /**
   * answered with what no rule of the document says; `due`: with the status it would have had. `retryAtMs`: so long from then, as the
   * date of a Retry-After
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
  /** a JSON answer of so many bytes */
  | { kind: 'huge'; bytes: number; takes: boolean };

/** Which requests have the fault: the first rule that fits a request decides. */
export interface Rule {
  fault: Fault;
  to?: 'creates' | 'reads';
  endpoints?: number[];
  /** a regular expression that the key has to fit */
  keys?: string;
  /** of those that fit, how many in one; all where it is left out */
  share?: number;
  /** so often at most, in all, and for each key of each endpoint */
  times?: number;
  timesEach?: number;
}

/** What the document leaves open, as this service decides it. */
export interface Habits {
  /** every answer takes so long (ms) */
  answersAfterMs: number;
  /** an order is made so long after it was taken (ms) */
  madeAfterMs: number;
  /** its status is not known for so long (ms) */
  unseenMs: number;
  /** a repeated declaration (7) takes effect again */
  declaresTwice: boolean;
}

export const usualHabits: Habits = { answersAfterMs: 0, madeAfterMs: 0, unseenMs: 0, declaresTwice: true };

/** Chooses the fault of each request, by rules that may change at any time. Chance comes from `chance`, 0 up to 1. */
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
