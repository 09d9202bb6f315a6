import { z } from 'zod';

const namePrefix = 'parcel-desk ';
/** Session storage key of the texts handed over to the next page. */
const handoverKey = 'parcel-desk handed over';
/**
 * The next page gets the name this page had when the browser started the navigation, before this page hears of it.
 * Texts written less than this long before (ms), or afterwards, may be missing in it.
 */
const maybeLateMs = 3000;

const named = z.array(z.tuple([z.string(), z.string().nullable()]));
type Texts = Map<string, string | null>;

/** The last value of `window.name`, and the texts in it. */
let lastWindowName: string | null = null;
let texts: Texts = new Map();
/** when each text was written, by `performance.now()` */
const writtenAt = new Map<string, number>();
/** Texts written since this time may be missing in the name the next page gets; null while no navigation is known. */
let unsafeSince: number | null = null;
let isLeaving = false;

function currentTexts(): Texts {
  const { name } = window;
  if (name === lastWindowName) return texts;
  const isFirst = lastWindowName === null;
  texts = read(name.startsWith(namePrefix) ? name.slice(namePrefix.length) : '[]');
  lastWindowName = name;
  if (isFirst) takeHandedOver();
  return texts;
}

/** The name may have been set by whoever opened the window. */
function read(json: string): Texts {
  try {
    return new Map(named.parse(JSON.parse(json)));
  } catch {
    return new Map();
  }
}

function takeHandedOver(): void {
  const last = sessionStorage.getItem(handoverKey);
  if (last === null) return;
  sessionStorage.removeItem(handoverKey);
  for (const [key, text] of read(last)) put(key, text);
}

function put(key: string, text: string | null): void {
  const all = currentTexts();
  if (text === null) all.delete(key);
  else all.set(key, text);
  lastWindowName = `${namePrefix}${JSON.stringify([...all])}`;
  window.name = lastWindowName;
  writtenAt.set(key, performance.now());
  if (isLeaving) handOver();
}

function handOver(): void {
  const from = (unsafeSince ??= performance.now() - maybeLateMs);
  const late = [...writtenAt].flatMap(([key, at]) => (at >= from ? [[key, texts.get(key) ?? null]] : []));
  if (late.length > 0) sessionStorage.setItem(handoverKey, JSON.stringify(late));
}

/**
 * Texts this window keeps over a reload or a crash of its page. They are only in memory and end with the window.
 * Browsers write `sessionStorage` to the disk some seconds later and leave it there, so only texts written while the
 * page leaves for the next go through it. Pages of other origins in this window do not see them
 * (`Cross-Origin-Opener-Policy`).
 */
export const windowStore = {
  getItem: (key: string): string | null => currentTexts().get(key) ?? null,
  setItem: (key: string, text: string): void => put(key, text),
  removeItem(key: string): void {
    if (currentTexts().has(key)) put(key, null);
  },
  /** Registers the navigation listeners; call before other listeners that save something when the page leaves. */
  start(): void {
    window.addEventListener('beforeunload', () => {
      unsafeSince = performance.now() - maybeLateMs;
    });
    // Without activation the window is closing: there is no next page, and the texts would stay on the disk.
    window.addEventListener('pageswap', ({ activation }) => {
      if (!activation) return;
      isLeaving = true;
      handOver();
    });
    window.addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      isLeaving = false;
      unsafeSince = null;
      sessionStorage.removeItem(handoverKey);
    });
  },
};

/** Values a window keeps over a reload. They end with it, so that no personal data stays in a browser. */
export const pageStore = {
  read(name: string): unknown {
    try {
      return JSON.parse(windowStore.getItem(name) ?? 'null');
    } catch {
      return null;
    }
  },
  write: (name: string, value: unknown): void => windowStore.setItem(name, JSON.stringify(value)),
  forget: (name: string): void => windowStore.removeItem(name),
};

/** Deletes personal data that earlier versions left in the browser at this address; the desk has it. */
export function clearLegacyData(): void {
  for (const name of Object.keys(localStorage))
    if (name.startsWith('form/') || name === 'parcel-desk meter') localStorage.removeItem(name);
}
