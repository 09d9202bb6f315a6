import { ask } from '../transport/desk.ts';
import { origins } from './field-origins.svelte.ts';
import type { KeptForm } from './order-form.svelte.ts';

const restMs = 150;

const isPairOf = (pair: unknown, second: 'string' | 'number'): pair is [string, unknown] =>
  Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string' && typeof pair[1] === second;

function isKept(value: unknown): value is KeptForm {
  if (typeof value !== 'object' || value === null) return false;
  if (!('texts' in value) || !('lists' in value) || !('leftOut' in value)) return false;
  const { texts, lists, leftOut } = value;
  const brought = 'origins' in value ? value.origins : [];
  return (
    Array.isArray(texts) &&
    texts.every((pair) => isPairOf(pair, 'string')) &&
    Array.isArray(lists) &&
    lists.every((pair) => isPairOf(pair, 'number')) &&
    Array.isArray(leftOut) &&
    leftOut.every((path) => typeof path === 'string') &&
    Array.isArray(brought) &&
    brought.every((pair) => isPairOf(pair, 'string') && origins.some((known) => known === pair[1]))
  );
}

/**
 * Keeps what is typed in a form under a name: at once in the page's own store, which survives a reload, and shortly after at
 * the desk, which survives the page.
 */
export class FormKeeper {
  readonly #name: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(name: string) {
    this.#name = `form/${name}`;
  }

  keep(form: KeptForm | null): void {
    if (form === null) localStorage.removeItem(this.#name);
    else localStorage.setItem(this.#name, JSON.stringify(form));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => void ask('desk.remember', { name: this.#name, value: form }),
      form === null ? 0 : restMs,
    );
  }

  async recall(): Promise<KeptForm | null> {
    const own = readOwn(localStorage.getItem(this.#name));
    if (own !== null) return own;
    const recalled = await ask('desk.recall', { name: this.#name });
    return recalled.ok && isKept(recalled.value.value) ? recalled.value.value : null;
  }
}

function readOwn(text: string | null): KeptForm | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isKept(value) ? value : null;
  } catch {
    return null;
  }
}
