import type { windowStore as WindowStore } from '../../renderer/choices/page-store.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** Event at the end of a page; `activation` is null if there is no next page of the same origin. */
interface Happened {
  persisted?: boolean;
  activation?: object | null;
}

let windowStore: typeof WindowStore;
let heard: Map<string, (event: Happened) => void>;
let disk: Map<string, string>;

beforeEach(async () => {
  vi.useFakeTimers();
  heard = new Map();
  disk = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, text: string) => void disk.set(key, text),
    removeItem: (key: string) => void disk.delete(key),
  });
  vi.stubGlobal('window', {
    name: '',
    addEventListener: (kind: string, hear: (event: Happened) => void) => heard.set(kind, hear),
  });
  windowStore = await afterReload();
});
afterEach(() => vi.useRealTimers());

/** Loads the module as the next page of the window does, with the window name from before the page began to leave. */
async function afterReload(name = window.name): Promise<typeof WindowStore> {
  window.name = name;
  vi.resetModules();
  return (await import('../../renderer/choices/page-store.ts')).windowStore;
}

it('texts of a window survive a reload unless removed, and are in no storage that browsers write to disk', async () => {
  windowStore.setItem('a', 'Zoë "\n');
  windowStore.setItem('b', '2');
  windowStore.removeItem('b');
  expect(disk.size).toBe(0);
  const again = await afterReload();
  expect([again.getItem('a'), again.getItem('b'), again.getItem('name')]).toEqual(['Zoë "\n', null, null]);
});

it('only texts written while the page leaves are handed over, and they are removed by the next page', async () => {
  windowStore.start();
  windowStore.setItem('kept', 'Zoë');
  windowStore.setItem('gone', '1');
  const name = window.name;
  vi.advanceTimersByTime(3001);
  heard.get('pageswap')?.({ activation: {} });
  windowStore.setItem('late', '2');
  windowStore.removeItem('gone');
  expect([...disk.values()].join()).not.toContain('Zoë');
  const again = await afterReload(name);
  expect(['kept', 'late', 'gone'].map((key) => again.getItem(key))).toEqual(['Zoë', '2', null]);
  expect(disk.size).toBe(0);
});

it('texts written just before beforeunload are handed over, because the browser may already have taken an earlier name', async () => {
  windowStore.start();
  windowStore.setItem('before', '1');
  const name = window.name;
  vi.advanceTimersByTime(3001);
  windowStore.setItem('just', '2');
  heard.get('beforeunload')?.({});
  heard.get('pageswap')?.({ activation: {} });
  const again = await afterReload(name);
  expect(['before', 'just'].map((key) => again.getItem(key))).toEqual(['1', '2']);
});

it('texts written while the next page is slow to load are handed over when it loads', async () => {
  windowStore.start();
  const name = window.name;
  heard.get('beforeunload')?.({});
  windowStore.setItem('a', '1');
  vi.advanceTimersByTime(60_000);
  windowStore.setItem('b', '2');
  vi.advanceTimersByTime(60_000);
  heard.get('pageswap')?.({ activation: {} });
  const again = await afterReload(name);
  expect(['a', 'b'].map((key) => again.getItem(key))).toEqual(['1', '2']);
});

it('a page that stays after beforeunload, or whose window closes, leaves nothing in storage', () => {
  windowStore.start();
  heard.get('beforeunload')?.({});
  windowStore.setItem('a', '1');
  vi.advanceTimersByTime(3000);
  windowStore.setItem('a', '2');
  expect(disk.size).toBe(0);
});

it('nothing is stored for a next page of another origin', () => {
  windowStore.start();
  windowStore.setItem('a', '1');
  heard.get('beforeunload')?.({});
  heard.get('pageswap')?.({ activation: null });
  windowStore.setItem('a', '2');
  expect(disk.size).toBe(0);
});

it('a page restored from the back-forward cache takes back what it handed over', () => {
  windowStore.start();
  windowStore.setItem('a', '1');
  heard.get('pageswap')?.({ activation: {} });
  expect(disk.size).toBe(1);
  heard.get('pageshow')?.({ persisted: true });
  windowStore.setItem('a', '2');
  expect(disk.size).toBe(0);
});

it.each(['a name of another page', 'parcel-desk {', 'parcel-desk 7', 'parcel-desk null', 'parcel-desk [["a",{}]]'])(
  'a window with a foreign or malformed name starts empty and then stores texts: %s',
  (name) => {
    window.name = name;
    expect(windowStore.getItem('a')).toBeNull();
    windowStore.setItem('a', '1');
    expect(windowStore.getItem('a')).toBe('1');
  },
);
