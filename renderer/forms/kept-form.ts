import { desk } from '../state/desk-watch.svelte.ts';
import { pageStore } from '../state/page-store.ts';
import { ask } from '../transport/desk.ts';
import {
  isGone,
  isKept,
  isTyped,
  type Gone,
  type KeptForm,
  type KeptWhole,
  type TypedSinceWhole,
} from './kept-shape.ts';

type KeptValue = KeptWhole | TypedSinceWhole;

const restMs = 100;
/** a desk that did not answer is told again after this */
const againMs = 3000;
/** what the desk is being told under a name, by whichever form: one after the other, or what arrives late would stand in the place of the newer */
const underWay = new Map<string, Promise<void>>();
/** from here on the whole form is kept again */
const maxTyped = 200;

/**
 * Keeps what is typed in a form under a name: at the desk shortly after, and until the desk has it in the page's own store, which
 * survives a reload and ends with its window: what is half typed is someone's data. Each of practice and live keeps its own. A large form is
 * kept as a whole once, and then what is typed in it.
 */
export class FormKeeper {
  readonly #name: string;
  #whole = '';
  readonly #since = new Map<string, string>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #latest = new Map<string, KeptValue | Gone>();

  constructor(name: string) {
    this.#name = `form/${name}`;
  }

  keep(form: KeptForm | null): void {
    const at = Date.now();
    this.#whole = form === null ? '' : crypto.randomUUID();
    this.#since.clear();
    this.#put(this.#name, form ? { ...form, whole: this.#whole, at } : { gone: at });
    if (form === null) this.#put(`${this.#name}/typed`, { gone: at });
  }

  /** Keeps texts that were typed since the form was kept; false where it must be kept as a whole. */
  keepTyped(texts: ReadonlyMap<string, string>): boolean {
    if (this.#whole === '' || this.#since.size + texts.size > maxTyped) return false;
    for (const [path, text] of texts) this.#since.set(path, text);
    this.#put(`${this.#name}/typed`, { whole: this.#whole, at: Date.now(), texts: [...this.#since] });
    return true;
  }

  /** What was kept last; what was typed later comes last among its texts. A page that was killed may have lost what the desk has. */
  async recall(): Promise<KeptForm | null> {
    const names = [this.#name, `${this.#name}/typed`] as const;
    const [own, ownTyped] = names.map((name) => pageStore.read(placeOf(name)));
    const [whole, typed] = await Promise.all(names.map(recalled));
    for (const [at, value] of [own, ownTyped].entries()) this.#exposeOwn(names[at] ?? '', value);
    const found = [own, whole].flatMap((one) => joined(one, [ownTyped, typed]) ?? []);
    const last = found.toSorted((one, other) => other.at - one.at)[0];
    return last === undefined || (isGone(own) && own.gone >= last.at) ? null : last;
  }

  /** The page ended before the desk had it. */
  #exposeOwn(name: string, value: unknown): void {
    if (this.#latest.has(name) || !(isKept(value) || isTyped(value) || isGone(value))) return;
    this.#latest.set(name, value);
    this.#sendIn(name, restMs);
  }

  #put(name: string, given: KeptValue | Gone): void {
    const mode = desk.desk?.mode;
    const value = mode === undefined ? given : { ...given, of: mode };
    this.#latest.set(name, value);
    pageStore.write(placeOf(name), value);
    // the first of many waits least: what is typed on and on reaches the desk too
    if (!isGone(value) && this.#timers.has(name)) return;
    this.#sendIn(name, isGone(value) ? 0 : restMs);
  }

  #sendIn(name: string, ms: number): void {
    clearTimeout(this.#timers.get(name));
    this.#timers.set(
      name,
      setTimeout(() => this.#send(name), ms),
    );
  }

  #send(name: string): void {
    this.#timers.delete(name);
    const before = underWay.get(name) ?? Promise.resolve();
    const sent = before
      .then(() => this.#sendNewest(name))
      .finally(() => underWay.get(name) === sent && underWay.delete(name));
    underWay.set(name, sent);
  }

  async #sendNewest(name: string): Promise<void> {
    const value = this.#latest.get(name);
    if (value === undefined || isOther(value)) return;
    const answer = await ask('desk.remember', { name, value: isGone(value) ? null : value });
    if (this.#latest.get(name) !== value) return;
    if (answer.ok) {
      pageStore.forget(placeOf(name));
      this.#latest.delete(name);
    } else if (answer.problem.kind === 'desk-gone') this.#sendIn(name, againMs);
  }
}

const placeOf = (name: string): string => `${name} of ${desk.desk?.folder ?? ''}`;

/** Of practice where the desk is live now, or the other way: a window that had not heard of it yet kept it. */
function isOther(value: unknown): boolean {
  const of = typeof value === 'object' && value !== null && 'of' in value ? value.of : undefined;
  return of !== undefined && of !== desk.desk?.mode;
}

/** A whole with what was typed in it since, wherever that was kept. */
function joined(whole: unknown, typed: readonly unknown[]): (KeptForm & { at: number }) | null {
  if (!isKept(whole)) return null;
  const { whole: name, at = 0, of: _, ...kept } = whole;
  const since = typed
    .filter(isTyped)
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

async function recalled(name: string): Promise<unknown> {
  const answer = await ask('desk.recall', { name });
  return answer.ok && !isOther(answer.value.value) ? answer.value.value : null;
}
