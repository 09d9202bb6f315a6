import type { DeskState } from '../../shared/contract/desk-state.ts';
import type { Counts } from '../../shared/contract/entry-answers.ts';
import type { SyncStatus } from '../../shared/contract/sync-procedures.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { ask, listen, type ClientEvent } from '../transport/desk.ts';
import { clock } from './clock.svelte.ts';
import { throttle } from './throttle.ts';

type Listener = (event: ClientEvent) => void;

/** Maximum delay of a browser timer (ms). */
const maxTimerMs = 2 ** 31 - 1;

/**
 * State of the desk that every screen shows: connection, counts, practice or live. Kept up to date by the desk's
 * events.
 */
class DeskWatch {
  sync = $state.raw<SyncStatus | null>(null);
  counts = $state.raw<Counts | null>(null);
  state = $state.raw<DeskState | null>(null);
  settings = $state.raw<Settings | null>(null);
  /** False if the desk does not answer, for example because its host was closed. */
  isAnswering = $state(true);
  /** False if the host runs but this page was not opened with the address of its current start. */
  isAuthorized = $state(true);
  /** The page has requested a switch and reloads when the answer arrives. */
  #isSwitching = false;
  readonly #listeners = new Set<Listener>();
  readonly #unsubscribed = new WeakSet<Listener>();
  #stuckTimer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Subscribes to the desk's events until the returned function is called. A listener that subscribes again, such as a
   * list that outlives its screen, is sent `missed` first.
   */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#unsubscribed.delete(listener)) listener({ kind: 'missed' });
    return () => {
      this.#listeners.delete(listener);
      this.#unsubscribed.add(listener);
    };
  }

  /** Loads the desk's state. Call it before screens store anything: they store by the desk's folder. */
  refreshDeskState(): Promise<void> {
    return this.#loadState();
  }

  /** Applies a new desk state. A different folder reloads the page, so that nothing of it carries over. */
  applyDeskState(state: DeskState): void {
    if (this.state === null || this.state.folder === state.folder) this.state = state;
    else if (!this.#isSwitching) location.reload();
  }

  /** Switches to the other folder. Desk events reload the page only after `requestSwitch` has its answer. */
  async switchWorkspace(requestSwitch: () => Promise<DeskState | null>): Promise<void> {
    this.#isSwitching = true;
    const state = await requestSwitch();
    this.#isSwitching = false;
    if (state) this.applyDeskState(state);
    else await this.#loadState();
  }

  start(): () => void {
    const loadAll = throttle(async () => {
      await Promise.all([this.#loadSync(), this.#loadCounts(), this.#loadState(), this.#loadSettings()]);
    }, 100);
    const loadCounts = throttle(() => this.#loadCounts(), 300);
    loadAll();
    return listen((event) => {
      switch (event.kind) {
        case 'sync':
          this.sync = event.status;
          break;
        case 'entries':
          loadCounts();
          break;
        case 'settings':
          void this.#loadSettings();
          break;
        case 'desk':
        case 'missed':
          loadAll();
          break;
        case 'link':
          this.isAnswering = event.isUp;
          // A restarted host no longer accepts this page, and reports that only to calls.
          if (!event.isUp) void this.#loadState();
          break;
        case 'acts':
        case 'drill':
        case 'import':
        case 'export':
        case 'going-back':
        case 'handover':
        case 'labels':
        case 'lookup':
        case 'print':
        case 'verifying':
          break;
      }
      for (const listener of this.#listeners) listener(event);
    });
  }

  async #loadSync(): Promise<void> {
    const status = await ask('sync.status', {});
    if (status.ok) this.sync = status.value;
  }

  async #loadCounts(): Promise<void> {
    const counts = await ask('entries.counts', {});
    if (!counts.ok) return;
    this.counts = counts.value;
    this.#scheduleStuckCheck(counts.value.nextStuckAt);
  }

  /** An entry becomes stuck by time alone, without an event. */
  #scheduleStuckCheck(stuckAt: number | null): void {
    clearTimeout(this.#stuckTimer);
    if (stuckAt === null) return;
    const waitMs = Math.min(Math.max(0, stuckAt - clock.now) + 100, maxTimerMs);
    this.#stuckTimer = setTimeout(() => {
      void this.#loadCounts();
      for (const listener of this.#listeners) listener({ kind: 'missed' });
    }, waitMs);
  }

  async #loadState(): Promise<void> {
    const state = await ask('desk.state', {});
    this.isAuthorized = state.ok || state.problem.kind !== 'not-let-in';
    this.isAnswering = this.isAuthorized && (state.ok || state.problem.kind !== 'desk-gone');
    if (!state.ok) return;
    this.applyDeskState(state.value);
    clock.syncTo(state.value.now);
  }

  async #loadSettings(): Promise<void> {
    const settings = await ask('settings.get', {});
    if (settings.ok) this.settings = settings.value;
  }
}

export const desk = new DeskWatch();
