import { pageStore } from '../choices/page-store.ts';
import { desk } from '../state/desk-watch.svelte.ts';
import { whenIdle } from '../state/throttled.ts';
import { ask } from '../transport/desk.ts';
import {
  isDeletedSnapshot,
  isStoredSnapshot,
  isStoredChanges,
  type DeletedSnapshot,
  type FormSnapshot,
  type StoredSnapshot,
  type StoredChanges,
} from './form-snapshot.ts';
import type { OrderForm } from './order-form.svelte.ts';

type StoredValue = StoredSnapshot | StoredChanges;

const restMs = 100;
/** Delay in ms before an unanswered save is sent to the desk again. */
const retryMs = 3000;
/**
 * Save in progress per name, across all forms: saves run one after the other, or a late one would overwrite a newer
 * one.
 */
const savesInProgress = new Map<string, Promise<void>>();
/** Number of changed texts above which the whole form is saved again. */
const maxChangedTexts = 200;

/**
 * Saves a half-typed form under a name: on the desk shortly after a change and, until the desk has it, in the page's
 * own store. That store survives a reload and ends with its window, because half-typed text is personal data. Practice
 * and live are kept apart. A large form is saved as a whole once, and from then on only the texts typed since.
 */
export class FormSnapshotStore {
  readonly #name: string;
  #snapshotId = '';
  readonly #changedTexts = new Map<string, string>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #latest = new Map<string, StoredValue | DeletedSnapshot>();

  constructor(name: string) {
    this.#name = `form/${name}`;
  }

  save(form: FormSnapshot | null): void {
    const at = Date.now();
    this.#snapshotId = form === null ? '' : crypto.randomUUID();
    this.#changedTexts.clear();
    this.#put(this.#name, form ? { ...form, whole: this.#snapshotId, at } : { gone: at });
    if (form === null) this.#put(`${this.#name}/typed`, { gone: at });
  }

  /** Saves texts typed since the last whole save; false if the form must be saved as a whole. */
  saveChanges(texts: ReadonlyMap<string, string>): boolean {
    if (this.#snapshotId === '' || this.#changedTexts.size + texts.size > maxChangedTexts) return false;
    for (const [path, text] of texts) this.#changedTexts.set(path, text);
    this.#put(`${this.#name}/typed`, { whole: this.#snapshotId, at: Date.now(), texts: [...this.#changedTexts] });
    return true;
  }

  /**
   * Returns the newest saved form, from the desk or the page store: a killed page may have lost what the desk has.
   * Texts typed after the whole save come last in `texts`.
   */
  async load(): Promise<FormSnapshot | null> {
    const names = [this.#name, `${this.#name}/typed`] as const;
    const [own, ownTyped] = names.map((name) => pageStore.read(storageKey(name)));
    const [whole, typed] = await Promise.all(names.map(loadFromDesk));
    for (const [at, value] of [own, ownTyped].entries()) this.#resendOwn(names[at] ?? '', value);
    const found = [own, whole].flatMap((one) => mergeChanges(one, [ownTyped, typed]) ?? []);
    const last = found.toSorted((one, other) => other.at - one.at)[0];
    return last === undefined || (isDeletedSnapshot(own) && own.gone >= last.at) ? null : last;
  }

  /** Sends a value that the desk did not have when the previous page ended. */
  #resendOwn(name: string, value: unknown): void {
    if (this.#latest.has(name) || !(isStoredSnapshot(value) || isStoredChanges(value) || isDeletedSnapshot(value)))
      return;
    this.#latest.set(name, value);
    this.#scheduleSend(name, restMs);
  }

  #put(name: string, given: StoredValue | DeletedSnapshot): void {
    const mode = desk.desk?.mode;
    const value = mode === undefined ? given : { ...given, of: mode };
    this.#latest.set(name, value);
    pageStore.write(storageKey(name), value);
    // A pending timer is not restarted, so continuous typing reaches the desk too.
    if (!isDeletedSnapshot(value) && this.#timers.has(name)) return;
    this.#scheduleSend(name, isDeletedSnapshot(value) ? 0 : restMs);
  }

  #scheduleSend(name: string, ms: number): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.set(
      name,
      setTimeout(() => this.#send(name), ms),
    );
  }

  #send(name: string): void {
    this.#timers.delete(name);
    const before = savesInProgress.get(name) ?? Promise.resolve();
    const sent = before
      .then(() => this.#sendNewest(name))
      .finally(() => savesInProgress.get(name) === sent && savesInProgress.delete(name));
    savesInProgress.set(name, sent);
  }

  async #sendNewest(name: string): Promise<void> {
    const value = this.#latest.get(name);
    if (value === undefined || isFromOtherMode(value)) return;
    const answer = await ask('desk.remember', { name, value: isDeletedSnapshot(value) ? null : value });
    if (this.#latest.get(name) !== value) return;
    if (answer.ok) {
      pageStore.forget(storageKey(name));
      this.#latest.delete(name);
    } else if (answer.problem.kind === 'desk-gone') this.#scheduleSend(name, retryMs);
  }
}

const storageKey = (name: string): string => `${name} of ${desk.desk?.folder ?? ''}`;

/**
 * Whether a value belongs to the other mode (practice or live), saved by a window that had not yet noticed the switch.
 */
function isFromOtherMode(value: unknown): boolean {
  const of = typeof value === 'object' && value !== null && 'of' in value ? value.of : undefined;
  return of !== undefined && of !== desk.desk?.mode;
}

/** Merges a whole save with the newest texts typed since, wherever those were stored. */
function mergeChanges(whole: unknown, typed: readonly unknown[]): (FormSnapshot & { at: number }) | null {
  if (!isStoredSnapshot(whole)) return null;
  const { whole: name, at = 0, of: _, ...kept } = whole;
  const since = typed
    .filter(isStoredChanges)
    .filter((one) => one.whole === name)
    .toSorted((one, other) => other.at - one.at)[0];
  if (since === undefined) return { ...kept, at };
  const later = new Map(since.texts);
  return {
    ...kept,
    at: since.at,
    texts: [...new Map([...kept.texts, ...later])],
    origins: (kept.origins ?? []).filter(([path]) => !later.has(path)),
  };
}

async function loadFromDesk(name: string): Promise<unknown> {
  const answer = await ask('desk.recall', { name });
  return answer.ok && !isFromOtherMode(answer.value.value) ? answer.value.value : null;
}

/**
 * Interval in ms at which a form is saved. The desk has it a moment later, so a crash costs less than half a second of
 * typing.
 */
const saveIntervalMs = 100;

/**
 * Saves a form soon after each change, but not before it is started: until then the saved form has not been restored.
 */
export class FormAutosave {
  readonly #form: OrderForm;
  readonly #hasUserInput: () => boolean;
  readonly #store: FormSnapshotStore;
  readonly #saveWhenIdle = whenIdle(() => this.saveNow(), saveIntervalMs);
  #isOn = false;
  #changedBefore = false;

  /** The predicate is false while the form holds nothing a user typed, so that nothing is saved. */
  constructor(form: OrderForm, name: string, hasUserInput: () => boolean) {
    this.#form = form;
    this.#hasUserInput = hasUserInput;
    this.#store = new FormSnapshotStore(name);
  }

  /** The last saved form; null if there is none. */
  load(): Promise<FormSnapshot | null> {
    return this.#store.load();
  }

  start(): void {
    this.#isOn = true;
    if (this.#changedBefore) this.#saveWhenIdle();
  }

  /** Stops saving: the form is submitted and must not be stored as half typed when the screen is left. */
  stop(): void {
    this.#isOn = false;
  }

  /** Called after each change. */
  schedule(): void {
    if (this.#isOn) this.#saveWhenIdle();
    else this.#changedBefore = true;
  }

  saveNow(): void {
    if (!this.#isOn) return;
    const typed = this.#form.changedTexts.take();
    if (typed?.size === 0) return;
    const isWorthIt = this.#hasUserInput();
    if (isWorthIt && typed !== null && this.#store.saveChanges(typed)) return;
    this.#store.save(isWorthIt ? this.#form.snapshot() : null);
  }

  /** Deletes the saved form. */
  discard(): void {
    this.#store.save(null);
  }
}
