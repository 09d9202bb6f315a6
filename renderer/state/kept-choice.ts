import { ask } from '../transport/desk.ts';

const placeOf = (name: string): string => `parcel-desk ${name}`;

/**
 * Keeps how a person wants something: at once in the page's own store, and at the desk. `name` is one for each such thing; `told` where the
 * desk keeps more of it than may stay in a browser.
 */
export function storeChoice(name: string, value: unknown, kept = value): void {
  localStorage.setItem(placeOf(name), JSON.stringify(value));
  void ask('desk.remember', { name, value: kept });
}

/** The page's own copy is there at once; the desk's is asked when there is none, as after the address has changed. */
export async function loadChoice(name: string): Promise<unknown> {
  const kept = localStorage.getItem(placeOf(name));
  return kept === null ? loadDeskChoice(name) : parsed(kept);
}

/** What the desk has. */
export async function loadDeskChoice(name: string): Promise<unknown> {
  const recalled = await ask('desk.recall', { name });
  return recalled.ok && recalled.value.at !== null ? recalled.value.value : null;
}

/** Hears what another window of the same desk chose, for as long as the returned function is not called. */
export function subscribeChoice(name: string, listener: (value: unknown) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === placeOf(name) && newValue !== null) listener(parsed(newValue));
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
