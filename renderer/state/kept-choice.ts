import { ask } from '../transport/desk.ts';

const storageKeyOf = (name: string): string => `parcel-desk ${name}`;

/**
 * Saves a user's choice under a name: at once in the page's own store, and on the desk. `kept`: the desk's value, if it
 * includes more than may stay in a browser.
 */
export function storeChoice(name: string, value: unknown, kept = value): void {
  localStorage.setItem(storageKeyOf(name), JSON.stringify(value));
  void ask('desk.remember', { name, value: kept });
}

/**
 * Reads the page's own copy, which is available at once, or the desk's if there is none, for example after the address
 * changed.
 */
export async function loadChoice(name: string): Promise<unknown> {
  const kept = localStorage.getItem(storageKeyOf(name));
  return kept === null ? loadDeskChoice(name) : parsed(kept);
}

/** Reads the desk's copy. */
export async function loadDeskChoice(name: string): Promise<unknown> {
  const recalled = await ask('desk.recall', { name });
  return recalled.ok && recalled.value.at !== null ? recalled.value.value : null;
}

/** Calls `listener` when another window of the same desk changes the choice, until the returned function is called. */
export function subscribeChoice(name: string, listener: (value: unknown) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === storageKeyOf(name) && newValue !== null) listener(parsed(newValue));
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
