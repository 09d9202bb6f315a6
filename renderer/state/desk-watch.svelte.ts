import type { DeskState } from '../../shared/contract/desk-state.ts';
import type { Counts } from '../../shared/contract/entry-answers.ts';
import type { SyncStatus } from '../../shared/contract/sync-procedures.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { ask, listen, type ClientEvent } from '../transport/desk.ts';
import { clock } from './clock.svelte.ts';
import { throttled } from './throttled.ts';

type Listener = (event: ClientEvent) => void;

/** Maximum delay of a timer (ms). */
const longestTimer = 2 ** 31 - 1;

/**
 * State of the desk that every screen shows: connection, counts, practice or live. Kept up to date by the desk's
 * events.
 */
class DeskWatch {
  sync = $state.raw<SyncStatus | null>(null);
  counts = $state.raw<Counts | null>(null);
  desk = $state.raw<DeskState | null>(null);
  settings = $state.raw<Settings | null>(null);
  /** False if the desk does not answer, for example because its host was closed. */
  answers = $state(true);
  /** False if the host runs but this page was not opened with the address of its current start. */
  isAuthorized = $state(true);
  /** The page has requested a switch and reloads when the answer arrives. */
  #isSwitching = false;
  readonly #listeners = new Set<Listener>();
  readonly #unsubscribed = new WeakSet<Listener>();
  #stuckTimer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Subscribes to the desk's events until the returned function is called. A listener that returns, such as a list that
   * outlives its screen, is sent `missed` first.
   */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#unsubscribed.delete(listener)) listener({ kind: 'missed' });
    return () => {
      this.#listeners.delete(listener);
      this.#unsubscribed.add(listener);
    };
  }

  /** Loads the desk's state; screens store things by its folder. */
  refreshDeskState(): Promise<void> {
    return this.#askDesk();
  }

  /** Applies a new desk state. A different folder reloads the page, so that nothing of it carries over. */
  applyDeskState(state: DeskState): void {
    if (this.desk === null || this.desk.folder === state.folder) this.desk = state;
    else if (!this.#isSwitching) location.reload();
  }

  /** Switches to the other folder; desk events reload the page only after `go` has its answer. */
  async switchWorkspace(go: () => Promise<DeskState | null>): Promise<void> {
    this.#isSwitching = true;
    const state = await go();
    this.#isSwitching = false;
    if (state) this.applyDeskState(state);
    else await this.#askDesk();
  }

  start(): () => void {
    const askAll = throttled(async () => {
      await Promise.all([this.#askSync(), this.#askCounts(), this.#askDesk(), this.#askSettings()]);
    }, 100);
    const askCounts = throttled(() => this.#askCounts(), 300);
    askAll();
    return listen((event) => {
      switch (event.kind) {
        case 'sync':
          this.sync = event.status;
          break;
        case 'entries':
          askCounts();
          break;
        case 'settings':
          void this.#askSettings();
          break;
        case 'desk':
        case 'missed':
          askAll();
          break;
        case 'link':
          this.answers = event.up;
          // A restarted host no longer accepts this page, and reports that only to calls.
          if (!event.up) void this.#askDesk();
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

  async #askSync(): Promise<void> {
    const status = await ask('sync.status', {});
    if (status.ok) this.sync = status.value;
  }

  async #askCounts(): Promise<void> {
    const counts = await ask('entries.counts', {});
    if (!counts.ok) return;
    this.counts = counts.value;
    this.#scheduleStuckCheck(counts.value.nextStuckAt);
  }

  /** An entry becomes stuck by time alone, without an event. */
  #scheduleStuckCheck(at: number | null): void {
    clearTimeout(this.#stuckTimer);
    if (at === null) return;
    const wait = Math.min(Math.max(0, at - clock.now) + 100, longestTimer);
    this.#stuckTimer = setTimeout(() => {
      void this.#askCounts();
      for (const listener of this.#listeners) listener({ kind: 'missed' });
    }, wait);
  }

  async #askDesk(): Promise<void> {
    const state = await ask('desk.state', {});
    this.isAuthorized = state.ok || state.problem.kind !== 'not-let-in';
    this.answers = this.isAuthorized && (state.ok || state.problem.kind !== 'desk-gone');
    if (!state.ok) return;
    this.applyDeskState(state.value);
    clock.syncTo(state.value.now);
  }

  async #askSettings(): Promise<void> {
    const settings = await ask('settings.get', {});
    if (settings.ok) this.settings = settings.value;
  }
}

export const desk = new DeskWatch();
