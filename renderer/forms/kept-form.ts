import { ask } from '../transport/desk.ts';
import { isKeptAsked } from './asked-fields.svelte.ts';
import { origins, type KeptOrigins } from './field-origins.svelte.ts';
import type { KeptLines } from './form-lines.svelte.ts';

/** What a form keeps over a reload. */
export interface KeptForm extends Partial<KeptOrigins>, KeptLines {
  texts: [path: string, text: string][];
  leftOut: string[];
  /** fields that somebody went past */
  left?: string[];
}

interface KeptWhole extends KeptForm {
  whole?: string;
  at?: number;
}

/** What was typed since a form was kept as a whole. */
interface TypedSince {
  /** the whole it belongs to */
  whole: string;
  /** when it was kept (ms) */
  at: number;
  texts: [path: string, text: string][];
}

const restMs = 100;
/** from here on the whole form is kept again */
const mostTyped = 200;

const isPairOf = (pair: unknown, second: 'string' | 'number'): pair is [string, unknown] =>
  Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string' && typeof pair[1] === second;
const areNumbers = (pairs: unknown): boolean => Array.isArray(pairs) && pairs.every((pair) => isPairOf(pair, 'number'));
const arePaths = (paths: unknown): boolean => Array.isArray(paths) && paths.every((path) => typeof path === 'string');
const areTexts = (texts: unknown): texts is [string, string][] =>
  Array.isArray(texts) && texts.every((pair) => isPairOf(pair, 'string'));

function isKept(value: unknown): value is KeptWhole {
  if (typeof value !== 'object' || value === null) return false;
  if (!('texts' in value) || !('lists' in value) || !('leftOut' in value)) return false;
  const { texts, lists, leftOut } = value;
  const brought = 'origins' in value ? value.origins : [];
  return (
    areTexts(texts) &&
    areNumbers(lists) &&
    (!('came' in value) || areNumbers(value.came)) &&
    arePaths(leftOut) &&
    (!('left' in value) || arePaths(value.left)) &&
    (!('seen' in value) || arePaths(value.seen)) &&
    (!('asked' in value) || isKeptAsked(value.asked)) &&
    Array.isArray(brought) &&
    brought.every((pair) => isPairOf(pair, 'string') && origins.some((known) => known === pair[1]))
  );
}

function isTyped(value: unknown): value is TypedSince {
  return (
    typeof value === 'object' &&
    value !== null &&
    'whole' in value &&
    'at' in value &&
    'texts' in value &&
    areTexts(value.texts)
  );
}

/**
 * Keeps what is typed in a form under a name: at once in the page's own store, which survives a reload, and shortly after at
 * the desk, which survives the page. A large form is kept as a whole once, and then what is typed in it.
 */
export class FormKeeper {
  readonly #name: string;
  #whole = '';
  readonly #since = new Map<string, string>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(name: string) {
    this.#name = `form/${name}`;
  }

  keep(form: KeptForm | null): void {
    this.#whole = form === null ? '' : crypto.randomUUID();
    this.#since.clear();
    this.#put(this.#name, form && { ...form, whole: this.#whole, at: Date.now() });
    if (form === null) this.#put(`${this.#name}/typed`, null);
  }

  /** Keeps texts that were typed since the form was kept; false where it must be kept as a whole. */
  keepTyped(texts: ReadonlyMap<string, string>): boolean {
    if (this.#whole === '' || this.#since.size + texts.size > mostTyped) return false;
    for (const [path, text] of texts) this.#since.set(path, text);
    const typed: TypedSince = { whole: this.#whole, at: Date.now(), texts: [...this.#since] };
    this.#put(`${this.#name}/typed`, typed);
    return true;
  }

  /** What was kept last; what was typed later comes last among its texts. A page that was killed may have lost what the desk has. */
  async recall(): Promise<KeptForm | null> {
    const names = [this.#name, `${this.#name}/typed`] as const;
    const [own, ownTyped] = names.map((name) => read(localStorage.getItem(name)));
    const [whole, typed] = await Promise.all(names.map(recalled));
    const kept = [joined(own, ownTyped), joined(whole, typed)].filter((one) => one !== null);
    return kept.reduce<(KeptForm & { at: number }) | null>(
      (last, one) => (last && last.at >= one.at ? last : one),
      null,
    );
  }

  #put(name: string, value: object | null): void {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
    // the first of many waits least: what is typed on and on reaches the desk too
    if (value !== null && this.#timers.has(name)) return;
    clearTimeout(this.#timers.get(name));
    const tell = () => {
      this.#timers.delete(name);
      void ask('desk.remember', { name, value: read(localStorage.getItem(name)) });
    };
    this.#timers.set(name, setTimeout(tell, value === null ? 0 : restMs));
  }
}

function joined(whole: unknown, typed: unknown): (KeptForm & { at: number }) | null {
  if (!isKept(whole)) return null;
  const { whole: name, at = 0, ...kept } = whole;
  if (!isTyped(typed) || typed.whole !== name) return { ...kept, at };
  const later = new Map(typed.texts);
  return {
    ...kept,
    at: typed.at,
    texts: [...new Map([...kept.texts, ...later])],
    origins: (kept.origins ?? []).filter(([path]) => !later.has(path)),
  };
}

async function recalled(name: string): Promise<unknown> {
  const answer = await ask('desk.recall', { name });
  return answer.ok ? answer.value.value : null;
}

function read(text: string | null): unknown {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}
