const head = 'parcel-desk ';

/** What `window.name` held when it was written or read last, and what it says. */
let [held, texts] = ['', new Map<string, string>()];

function opened(): Map<string, string> {
  const { name } = window;
  if (name === held) return texts;
  texts = read(name);
  held = name;
  return texts;
}

/** Whoever opened the window may have named it. */
function read(name: string): Map<string, string> {
  try {
    return new Map(name.startsWith(head) ? (JSON.parse(name.slice(head.length)) as [string, string][]) : []);
  } catch {
    return new Map();
  }
}

function keep(): void {
  held = `${head}${JSON.stringify([...texts])}`;
  window.name = held;
}

/**
 * Texts that this window keeps over a reload, and a crash of its page. They are in memory alone and end with it: a browser writes its
 * `sessionStorage` to the disk and leaves it there. No page of another origin in this window sees them (`Cross-Origin-Opener-Policy`).
 */
export const windowStore = {
  getItem: (key: string): string | null => opened().get(key) ?? null,
  setItem(key: string, text: string): void {
    opened().set(key, text);
    keep();
  },
  removeItem(key: string): void {
    if (opened().delete(key)) keep();
  },
};
