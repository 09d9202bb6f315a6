import { z } from 'zod';

const head = 'parcel-desk ';
/** Where what is written while the page leaves is handed to the next one. */
const handed = 'parcel-desk handed over';
/** A page that is still there so long after it was to leave (ms) stays, as where a file was saved. */
const staysMs = 3000;

const named = z.array(z.tuple([z.string(), z.string().nullable()]));
type Texts = Map<string, string | null>;

/** What `window.name` held when it was written or read last, and what it says. */
let held: string | null = null;
let texts: Texts = new Map();
/** what was written since the page began to leave: its name does not reach the next page any more */
let late: Texts | null = null;

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
  if (!late) return;
  late.set(key, text);
  sessionStorage.setItem(handed, JSON.stringify([...late]));
}

/**
 * Texts that this window keeps over a reload, and a crash of its page. They are in memory alone and end with it: a browser writes its
 * `sessionStorage` to the disk some seconds later and leaves it there, so that only what is written while the page leaves goes through it. No
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
    const stay = (): void => {
      late = null;
      sessionStorage.removeItem(handed);
    };
    const leave = (): void => void (late ??= new Map());
    window.addEventListener('beforeunload', () => {
      leave();
      setTimeout(stay, staysMs);
    });
    window.addEventListener('pagehide', leave, true);
    window.addEventListener('pageshow', ({ persisted }) => persisted && stay());
  },
};
