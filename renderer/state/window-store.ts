import { z } from 'zod';

const head = 'parcel-desk ';
/** Session storage key of the texts handed over to the next page. */
const handed = 'parcel-desk handed over';
/**
 * The next page gets the name this page had when the browser started the navigation, before this page hears of it.
 * Texts written less than this long before (ms), or afterwards, may be missing in it.
 */
const maybeLateMs = 3000;

const named = z.array(z.tuple([z.string(), z.string().nullable()]));
type Texts = Map<string, string | null>;

/** The last value of `window.name`, and the texts in it. */
let held: string | null = null;
let texts: Texts = new Map();
/** when each text was written, by `performance.now()` */
const writtenAt = new Map<string, number>();
/** Texts written since this time may be missing in the name the next page gets; null while no navigation is known. */
let lateFrom: number | null = null;
let hasLeft = false;

function opened(): Texts {
  const { name } = window;
  if (name === held) return texts;
  const isFirst = held === null;
  texts = read(name.startsWith(head) ? name.slice(head.length) : '[]');
  held = name;
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
  const last = sessionStorage.getItem(handed);
  if (last === null) return;
  sessionStorage.removeItem(handed);
  for (const [key, text] of read(last)) put(key, text);
}

function put(key: string, text: string | null): void {
  const all = opened();
  if (text === null) all.delete(key);
  else all.set(key, text);
  held = `${head}${JSON.stringify([...all])}`;
  window.name = held;
  writtenAt.set(key, performance.now());
  if (hasLeft) handOver();
}

function handOver(): void {
  const from = (lateFrom ??= performance.now() - maybeLateMs);
  const late = [...writtenAt].flatMap(([key, at]) => (at >= from ? [[key, texts.get(key) ?? null]] : []));
  if (late.length > 0) sessionStorage.setItem(handed, JSON.stringify(late));
}

/**
 * Texts this window keeps over a reload or a crash of its page. They are only in memory and end with the window.
 * Browsers write `sessionStorage` to the disk some seconds later and leave it there, so only texts written while the
 * page leaves for the next go through it. Pages of other origins in this window do not see them
 * (`Cross-Origin-Opener-Policy`).
 */
export const windowStore = {
  getItem: (key: string): string | null => opened().get(key) ?? null,
  setItem: (key: string, text: string): void => put(key, text),
  removeItem(key: string): void {
    if (opened().has(key)) put(key, null);
  },
  /** Registers the navigation listeners; call before other listeners that save something when the page leaves. */
  start(): void {
    window.addEventListener('beforeunload', () => {
      lateFrom = performance.now() - maybeLateMs;
    });
    // Without activation the window is closing: there is no next page, and the texts would stay on the disk.
    window.addEventListener('pageswap', ({ activation }) => {
      if (!activation) return;
      hasLeft = true;
      handOver();
    });
    window.addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      hasLeft = false;
      lateFrom = null;
      sessionStorage.removeItem(handed);
    });
  },
};
