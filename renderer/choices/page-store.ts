import { z } from 'zod';

const namePrefix = 'parcel-desk ';
/** Session storage key of the texts handed over to the next page. */
const handoverKey = 'parcel-desk handed over';
/**
 * The next page gets the name this page had when the browser started the navigation, before this page is notified.
 * Texts written less than this long before (ms), or afterwards, may be missing in it.
 */
const unsafeMs = 3000;

const textsSchema = z.array(z.tuple([z.string(), z.string().nullable()]));
type Texts = Map<string, string | null>;

/** The last value of `window.name`, and the texts in it. */
let lastWindowName: string | null = null;
let texts: Texts = new Map();
/** Time at which each text was written, on the clock of `performance.now()`. */
const writtenAt = new Map<string, number>();
/** Texts written since this time may be missing in the name the next page gets; null while no navigation is known. */
let unsafeSince: number | null = null;
let isLeaving = false;

function currentTexts(): Texts {
  const { name } = window;
  if (name === lastWindowName) return texts;
  const isFirstRead = lastWindowName === null;
  texts = parseTexts(name.startsWith(namePrefix) ? name.slice(namePrefix.length) : '[]');
  lastWindowName = name;
  if (isFirstRead) takeHandedOver();
  return texts;
}

/** The window's name is not trusted: it may have been set by the page that opened the window. */
function parseTexts(json: string): Texts {
  try {
    return new Map(textsSchema.parse(JSON.parse(json)));
  } catch {
    return new Map();
  }
}

function takeHandedOver(): void {
  const handedOver = sessionStorage.getItem(handoverKey);
  if (handedOver === null) return;
  sessionStorage.removeItem(handoverKey);
  for (const [key, text] of parseTexts(handedOver)) writeText(key, text);
}

function writeText(key: string, text: string | null): void {
  const current = currentTexts();
  if (text === null) current.delete(key);
  else current.set(key, text);
  lastWindowName = `${namePrefix}${JSON.stringify([...current])}`;
  window.name = lastWindowName;
  writtenAt.set(key, performance.now());
  if (isLeaving) handOverLateTexts();
}

function handOverLateTexts(): void {
  const since = (unsafeSince ??= performance.now() - unsafeMs);
  const lateTexts = [...writtenAt].flatMap(([key, time]) => (time >= since ? [[key, texts.get(key) ?? null]] : []));
  if (lateTexts.length > 0) sessionStorage.setItem(handoverKey, JSON.stringify(lateTexts));
}

/**
 * Texts this window keeps over a reload or a crash of its page. They are only in memory and end with the window.
 * Browsers write `sessionStorage` to the disk some seconds later and leave it there, so only texts written while the
 * page leaves for the next go through it. Pages of other origins in this window do not see them
 * (`Cross-Origin-Opener-Policy`).
 */
export const windowStore = {
  getItem: (key: string): string | null => currentTexts().get(key) ?? null,
  setItem: (key: string, text: string): void => writeText(key, text),
  removeItem(key: string): void {
    if (currentTexts().has(key)) writeText(key, null);
  },
  /** Registers the navigation listeners; call before other listeners that save something when the page leaves. */
  start(): void {
    window.addEventListener('beforeunload', () => {
      unsafeSince = performance.now() - unsafeMs;
    });
    // Without activation the window is closing: there is no next page, and the texts would stay on the disk.
    window.addEventListener('pageswap', ({ activation }) => {
      if (!activation) return;
      isLeaving = true;
      handOverLateTexts();
    });
    window.addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      isLeaving = false;
      unsafeSince = null;
      sessionStorage.removeItem(handoverKey);
    });
  },
};

/** Values a window keeps over a reload. They end with the window, so that no personal data stays in a browser. */
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
