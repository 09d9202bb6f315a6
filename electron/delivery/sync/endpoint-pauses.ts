import type { SyncStatus } from '../../../shared/contract/sync-procedures.ts';
import type { CreateNumber } from '../../../shared/creates/create-kinds.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { EndpointPause } from '../service/verdict.ts';

interface PauseState {
  pause: EndpointPause;
  count: number;
  untilMs: number;
}

/**
 * Creates that the service does not accept (403, 404, 405); each endpoint is retried on its own, with growing backoff.
 */
export class EndpointPauses {
  readonly #settings: () => Settings;
  readonly #clock: Clock;
  readonly #paused = new Map<CreateNumber, PauseState>();

  constructor(settings: () => Settings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  pause(endpoint: CreateNumber, pause: EndpointPause): void {
    const now = this.#clock.monotonic();
    const previous = this.#paused.get(endpoint);
    // Several requests were under way when the first was refused; they count once.
    if (previous && previous.untilMs > now) return;
    const count = (previous?.count ?? 0) + 1;
    const { backoffFirstSeconds, backoffMostSeconds } = this.#settings();
    const waitMs = Math.min(backoffMostSeconds, backoffFirstSeconds * 2 ** (count - 1)) * 1000;
    this.#paused.set(endpoint, { pause, count, untilMs: now + waitMs });
  }

  clear(endpoint: CreateNumber): void {
    this.#paused.delete(endpoint);
  }

  /** Endpoints from which nothing is claimed now. */
  activePauses(): CreateNumber[] {
    const now = this.#clock.monotonic();
    return [...this.#paused].filter(([, { untilMs: until }]) => until > now).map(([endpoint]) => endpoint);
  }

  /** Milliseconds until the first of them is retried; null: none waits. */
  untilNextMs(): number | null {
    const now = this.#clock.monotonic();
    const waits = [...this.#paused.values()].map(({ untilMs: until }) => until - now).filter((wait) => wait > 0);
    return waits.length === 0 ? null : Math.min(...waits);
  }

  tryNow(): void {
    for (const paused of this.#paused.values()) paused.untilMs = 0;
  }

  status(): SyncStatus['pausedEndpoints'] {
    return [...this.#paused].map(([endpoint, { pause }]) => ({
      endpoint,
      status: pause.status,
      message: pause.message,
    }));
  }
}
