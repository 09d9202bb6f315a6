import { pageStore } from '../choices/page-store.ts';
import { desk } from '../state/desk-watch.svelte.ts';
import { runWhenIdle } from '../state/throttle.ts';
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

const sendDelayMs = 100;
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
    this.#scheduleSave(this.#name, form ? { ...form, whole: this.#snapshotId, at } : { gone: at });
    if (form === null) this.#scheduleSave(`${this.#name}/typed`, { gone: at });
  }

  /** Saves texts typed since the last whole save; false if the form must be saved as a whole. */
  saveChanges(texts: ReadonlyMap<string, string>): boolean {
    if (this.#snapshotId === '' || this.#changedTexts.size + texts.size > maxChangedTexts) return false;
    for (const [path, text] of texts) this.#changedTexts.set(path, text);
    this.#scheduleSave(`${this.#name}/typed`, {
      whole: this.#snapshotId,
      at: Date.now(),
      texts: [...this.#changedTexts],
    });
    return true;
  }

  /**
   * Returns the newest saved form, from the desk or the page store: a killed page may have lost what the desk has.
   * Texts typed after the form was saved as a whole come last in `texts`.
   */
  async load(): Promise<FormSnapshot | null> {
    const names = [this.#name, `${this.#name}/typed`] as const;
    const [pageSnapshot, pageChanges] = names.map((name) => pageStore.read(storageKey(name)));
    const [deskSnapshot, deskChanges] = await Promise.all(names.map(loadFromDesk));
    for (const [index, value] of [pageSnapshot, pageChanges].entries()) this.#resendFromPage(names[index] ?? '', value);
    const snapshots = [pageSnapshot, deskSnapshot].flatMap(
      (one) => mergeChanges(one, [pageChanges, deskChanges]) ?? [],
    );
    const newest = snapshots.toSorted((one, other) => other.at - one.at)[0];
    return newest === undefined || (isDeletedSnapshot(pageSnapshot) && pageSnapshot.gone >= newest.at) ? null : newest;
  }

  /** Sends a value that the desk did not have when the previous page ended. */
  #resendFromPage(name: string, value: unknown): void {
    if (this.#latest.has(name) || !(isStoredSnapshot(value) || isStoredChanges(value) || isDeletedSnapshot(value)))
      return;
    this.#latest.set(name, value);
    this.#scheduleSend(name, sendDelayMs);
  }

  #scheduleSave(name: string, newValue: StoredValue | DeletedSnapshot): void {
    const mode = desk.state?.mode;
    const value = mode === undefined ? newValue : { ...newValue, of: mode };
    this.#latest.set(name, value);
    pageStore.write(storageKey(name), value);
    // A pending timer is not restarted, so continuous typing reaches the desk too.
    if (!isDeletedSnapshot(value) && this.#timers.has(name)) return;
    this.#scheduleSend(name, isDeletedSnapshot(value) ? 0 : sendDelayMs);
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
    const previousSave = savesInProgress.get(name) ?? Promise.resolve();
    const currentSave = previousSave
      .then(() => this.#sendNewest(name))
      .finally(() => savesInProgress.get(name) === currentSave && savesInProgress.delete(name));
    savesInProgress.set(name, currentSave);
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

const storageKey = (name: string): string => `${name} of ${desk.state?.folder ?? ''}`;

/**
 * Whether a value belongs to the other mode (practice or live), saved by a window that had not yet noticed the switch.
 */
function isFromOtherMode(value: unknown): boolean {
  const of = typeof value === 'object' && value !== null && 'of' in value ? value.of : undefined;
  return of !== undefined && of !== desk.state?.mode;
}

/** Merges a whole save with the newest texts typed since, wherever those were stored. */
function mergeChanges(snapshot: unknown, changes: readonly unknown[]): (FormSnapshot & { at: number }) | null {
  if (!isStoredSnapshot(snapshot)) return null;
  const { whole: snapshotId, at = 0, of: _, ...snapshotFields } = snapshot;
  const newestChanges = changes
    .filter(isStoredChanges)
    .filter((one) => one.whole === snapshotId)
    .toSorted((one, other) => other.at - one.at)[0];
  if (newestChanges === undefined) return { ...snapshotFields, at };
  const changedTexts = new Map(newestChanges.texts);
  return {
    ...snapshotFields,
    at: newestChanges.at,
    texts: [...new Map([...snapshotFields.texts, ...changedTexts])],
    origins: (snapshotFields.origins ?? []).filter(([path]) => !changedTexts.has(path)),
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

/** Saves a form soon after each change, but not before `start`: until then the saved form has not been restored. */
export class FormAutosave {
  readonly #form: OrderForm;
  readonly #hasUserInput: () => boolean;
  readonly #store: FormSnapshotStore;
  readonly #saveWhenIdle = runWhenIdle(() => this.saveNow(), saveIntervalMs);
  #isOn = false;
  #changedBeforeStart = false;

  /** `hasUserInput` returns false while the form holds nothing a user typed; nothing is then saved. */
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
    if (this.#changedBeforeStart) this.#saveWhenIdle();
  }

  /** Stops saving: the form is submitted and must not be stored as half typed when the screen is left. */
  stop(): void {
    this.#isOn = false;
  }

  /** Called after each change. */
  schedule(): void {
    if (this.#isOn) this.#saveWhenIdle();
    else this.#changedBeforeStart = true;
  }

  saveNow(): void {
    if (!this.#isOn) return;
    const changedTexts = this.#form.changedTexts.takeTexts();
    if (changedTexts?.size === 0) return;
    const hasUserInput = this.#hasUserInput();
    if (hasUserInput && changedTexts !== null && this.#store.saveChanges(changedTexts)) return;
    this.#store.save(hasUserInput ? this.#form.takeSnapshot() : null);
  }

  /** Deletes the saved form. */
  discard(): void {
    this.#store.save(null);
  }
}
