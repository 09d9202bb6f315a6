import type { Counts } from '../../shared/contract/entry-answers.ts';
import type { SyncStatus } from '../../shared/contract/sync-procedures.ts';
import type { DeskState } from '../../shared/contract/desk-state.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { ask, listen, type ClientEvent } from '../transport/desk.ts';
import { clock } from './clock.svelte.ts';
import { soon } from './soon.ts';

type Listener = (event: ClientEvent) => void;

/** ms; what a timer can wait at all */
const longestTimer = 2 ** 31 - 1;

/** What every screen shows of the desk: connection, counts, practice or live. Kept true by the desk's own events. */
class DeskWatch {
  sync = $state.raw<SyncStatus | null>(null);
  counts = $state.raw<Counts | null>(null);
  desk = $state.raw<DeskState | null>(null);
  settings = $state.raw<Settings | null>(null);
  /** false: the desk itself does not answer, as when its host was closed */
  answers = $state(true);
  /** false: the host runs, but this page was not opened by the address of its present start */
  letIn = $state(true);
  /** the page has asked to go over, and begins anew when it has the answer */
  #goesOver = false;
  readonly #listeners = new Set<Listener>();
  readonly #wereAway = new WeakSet<Listener>();
  #stuckTimer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Hears the desk's events for as long as the returned function is not called. What comes back to hear again, as a list that outlives
   * its screen, has missed some, and is told so.
   */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#wereAway.delete(listener)) listener({ kind: 'missed' });
    return () => {
      this.#listeners.delete(listener);
      this.#wereAway.add(listener);
    };
  }

  /** Asks what the desk is; screens keep things by its folder. */
  know(): Promise<void> {
    return this.#askDesk();
  }

  /** In another folder everything is another: nothing of the page may go over with it. */
  came(state: DeskState): void {
    if (this.desk === null || this.desk.folder === state.folder) this.desk = state;
    else if (!this.#goesOver) location.reload();
  }

  /** Goes over to the other folder: what the desk tells meanwhile takes the page away only when `go` has its answer. */
  async goOver(go: () => Promise<DeskState | null>): Promise<void> {
    this.#goesOver = true;
    const state = await go();
    this.#goesOver = false;
    if (state) this.came(state);
    else await this.#askDesk();
  }

  start(): () => void {
    const askAll = soon(async () => {
      await Promise.all([this.#askSync(), this.#askCounts(), this.#askDesk(), this.#askSettings()]);
    }, 100);
    const askCounts = soon(() => this.#askCounts(), 300);
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
          // a host that was started again does not let this page in any more, and says so to calls only
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
    this.#expectStuck(counts.value.nextStuckAt);
  }

  /** That an entry is stuck comes with time alone, and no event tells it. */
  #expectStuck(at: number | null): void {
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
    this.letIn = state.ok || state.problem.kind !== 'not-let-in';
    this.answers = this.letIn && (state.ok || state.problem.kind !== 'desk-gone');
    if (!state.ok) return;
    this.came(state.value);
    clock.follow(state.value.now);
  }

  async #askSettings(): Promise<void> {
    const settings = await ask('settings.get', {});
    if (settings.ok) this.settings = settings.value;
  }
}

export const desk = new DeskWatch();
