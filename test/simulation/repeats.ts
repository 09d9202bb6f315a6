import { defaultSettings } from '../../shared/settings/settings.ts';
import type { Books } from './books.ts';
import type { Fate } from './fates.ts';
import { tokenIn } from './orders.ts';
import type { Heard, Sender, Sent } from './sent.ts';
import type { Life } from './world.ts';

/**
 * With these fates either nothing took effect, or the answer was the service's own, so that an answer that arrived
 * leaves no doubt.
 */
const beyondDoubt: readonly (Fate | 'unauthorized')[] = [
  'well',
  'slow',
  'no-name',
  'no-connection',
  'tls',
  'too-many',
  'too-many-until',
  'redirect',
  'forbidden',
  'unauthorized',
];
const neverLeft: readonly (Fate | 'unauthorized')[] = ['no-name', 'no-connection', 'tls'];

interface Hold {
  since: number;
  until: number;
  /** it arrived while a person was closing the program and did not see it */
  whileClosing: boolean;
  /** offset (ms) of the wall clock from the simulated time */
  clockAt: number;
}

/** Minimum number of status checks that must show that an order does not exist. */
const statusesNeeded = 3;

/** Tolerance, because Retry-After is in whole seconds. */
const wholeSecondMs = 2000;

interface Doubt {
  at: number;
  fate: string;
  /** status checks of its key that were answered since */
  heard: number;
}

/**
 * Checks section 4 of the design against what leaves a desk. A request that may have arrived, and whose repeat is not
 * documented, is sent again only after the grace period or by a person; with "always ask", or if a further order was
 * requested, only by a person.
 */
export class Repeats {
  readonly #books: Books;
  readonly #now: () => number;
  readonly #clock: () => number;
  readonly #broken: (what: string) => void;
  /** by run of a program: endpoints that asked to wait */
  readonly #holds = new WeakMap<object, Map<number, Hold>>();
  /** by entry: the last attempt that may have arrived without an answer */
  readonly #doubts = new Map<string, Doubt>();
  readonly #ofKey = new Map<string, Set<Doubt>>();

  /** `now` is the simulated time, `clock` the wall clock (ms). */
  constructor(books: Books, now: () => number, clock: () => number, broken: (what: string) => void) {
    this.#books = books;
    this.#now = now;
    this.#clock = clock;
    this.#broken = broken;
  }

  /** A create leaves a desk. Returns what to call when its answer has arrived completely. */
  leaves({ endpoint, key, body, fate, alwaysAsks, sender }: Sent): (heard: Heard) => void {
    const { entry, version } = tokenIn(body);
    if (!neverLeft.includes(fate)) {
      this.#books.leftWith(entry, version);
      this.#books.triedBy(sender.folder, entry);
    }
    if (this.#books.replaced.has(entry)) this.#broken(`rule 2: ${endpoint} ${key} was sent, though it is replaced`);
    if (this.#books.withdrawn.has(entry)) this.#broken(`rule 2: ${endpoint} ${key} was sent, though it is withdrawn`);
    this.#heedsWait(endpoint, key, sender);
    const hears = ({ waitMs }: Heard): void => this.#toldToWait(endpoint, sender, waitMs);
    if (![1, 2, 7].includes(endpoint)) return hears;
    const at = this.#now();
    const before = this.#doubts.get(entry);
    if (before && (this.#books.touched.get(entry) ?? -1) < before.at)
      this.#again(entry, before, alwaysAsks, endpoint, key);
    if (neverLeft.includes(fate)) return hears;
    const doubt = { at, fate, heard: 0 };
    this.#doubts.set(entry, doubt);
    this.#ofKey.set(key, (this.#ofKey.get(key) ?? new Set()).add(doubt));
    return (heard) => {
      hears(heard);
      // A request that was not authorized had no effect, whatever the body says.
      const isBeyondDoubt = beyondDoubt.includes(fate) || heard.status === 401;
      if (isBeyondDoubt && this.#doubts.get(entry) === doubt) this.#doubts.delete(entry);
    };
  }

  /** Counts an answered status check of these keys. */
  saysOf(keys: readonly string[]): void {
    for (const key of keys) for (const doubt of this.#ofKey.get(key) ?? []) doubt.heard += 1;
  }

  /**
   * A Retry-After holds for the whole endpoint until a person reschedules, or until another run of a program that knew
   * of it.
   */
  #toldToWait(endpoint: number, sender: Sender, waitMs: number): void {
    if (waitMs <= 0) return;
    const now = this.#now();
    const holds = this.#holds.get(sender.life) ?? new Map<number, Hold>();
    this.#holds.set(sender.life, holds);
    const before = holds.get(endpoint);
    // A wait that a person has overridden since no longer counts.
    const untilThen = before && sender.rescheduledAt() < before.since ? before.until : 0;
    const { closing: whileClosing = false } = sender.life;
    holds.set(endpoint, {
      since: now,
      until: Math.max(now + waitMs, untilThen),
      whileClosing,
      clockAt: this.#clock() - now,
    });
  }

  #heedsWait(endpoint: number, key: string, sender: Sender): void {
    const hold = this.#holds.get(sender.life)?.get(endpoint) ?? this.#keptFor(sender.life, endpoint);
    const leftMs = (hold?.until ?? 0) - this.#now();
    if (hold && leftMs > wholeSecondMs && sender.rescheduledAt() < hold.since)
      this.#broken(
        `rule 4: ${endpoint} ${key} was sent ${Math.round(leftMs / 1000)} s before the service takes more of them`,
      );
  }

  /**
   * A wait that arrived while a person closed the program holds in the next run too, unless the clock was set since.
   */
  #keptFor({ before }: Life, endpoint: number): Hold | null {
    const hold = before && this.#holds.get(before)?.get(endpoint);
    const isKept = hold?.whileClosing && Math.abs(this.#clock() - this.#now() - hold.clockAt) < wholeSecondMs;
    return isKept ? hold : null;
  }

  #again(entry: string, { at, fate, heard }: Doubt, alwaysAsks: () => boolean, endpoint: number, key: string): void {
    const what = `${endpoint} ${key} was sent again`;
    const after = this.#now() - at;
    const { further = false } = this.#books.contents.get(entry) ?? {};
    if (further) this.#broken(`rule 2: ${what} though it asks for a further order, after ${fate}`);
    else if (endpoint === 7 && alwaysAsks()) this.#broken(`rule 2: ${what} and nobody was asked, after ${fate}`);
    else if (endpoint !== 7 && after < defaultSettings.graceSeconds * 1000)
      this.#broken(`rule 2: ${what} ${Math.round(after / 1000)} s after ${fate}, within the grace period`);
    else if (endpoint !== 7 && heard < statusesNeeded)
      this.#broken(`rule 2: ${what} after ${fate}, and no status said often enough that it is not there`);
  }
}
