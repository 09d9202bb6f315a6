import { z } from 'zod';

const head = 'parcel-desk ';
/** Where what was written last before the page left is handed to the next one. */
const handed = 'parcel-desk handed over';
/**
 * The next page has the name that this one had when a browser set out for it, which is before this one hears of it: what was written
 * shortly before (ms) may have come too late, as everything that is written until the next is there.
 */
const maybeLateMs = 3000;

const named = z.array(z.tuple([z.string(), z.string().nullable()]));
type Texts = Map<string, string | null>;

/** What `window.name` held when it was written or read last, and what it says. */
let held: string | null = null;
let texts: Texts = new Map();
/** when each text was written, by `performance.now()` */
const writtenAt = new Map<string, number>();
/** what was written before reaches the next page by the name; null: it is not known to leave */
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

/** Whoever opened the window may have named it. */
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
 * Texts that this window keeps over a reload, and a crash of its page. They are in memory alone and end with it: a browser writes its
 * `sessionStorage` to the disk some seconds later and leaves it there, so that only what is written as the page leaves for the next goes through it. No
 * page of another origin in this window sees them (`Cross-Origin-Opener-Policy`).
 */
export const windowStore = {
  getItem: (key: string): string | null => opened().get(key) ?? null,
  setItem: (key: string, text: string): void => put(key, text),
  removeItem(key: string): void {
    if (opened().has(key)) put(key, null);
  },
  /** Hears of the page's leaving, before whoever has something to keep then. */
  start(): void {
    window.addEventListener('beforeunload', () => {
      lateFrom = performance.now() - maybeLateMs;
    });
    // not as a window is closed: there is no next page then, and what is written stays on the disk
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
