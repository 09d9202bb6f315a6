import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { windowStore as WindowStore } from '../../renderer/state/window-store.ts';

/** What a page is told of its end: `activation` is null where the next page is of somebody else. */
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

/** The program of a page that begins anew in the same window, whose name is that of before the page began to leave. */
async function afterReload(name = window.name): Promise<typeof WindowStore> {
  window.name = name;
  vi.resetModules();
  return (await import('../../renderer/state/window-store.ts')).windowStore;
}

it('what a window keeps is there after a reload, and what it forgot is not; nothing of it is where a browser writes it down', async () => {
  windowStore.setItem('a', 'Zoë "\n');
  windowStore.setItem('b', '2');
  windowStore.removeItem('b');
  expect(disk.size).toBe(0);
  const again = await afterReload();
  expect([again.getItem('a'), again.getItem('b'), again.getItem('name')]).toEqual(['Zoë "\n', null, null]);
});

it('what is written as the page leaves is handed over, alone and no longer than that', async () => {
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

it('what is written just before the page hears that it is to leave is handed over: the browser had set out with the name of before', async () => {
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

it('what is written while the next page is slow to come is handed over when it comes', async () => {
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

it('a page that was to leave and stays, or whose window is closed, has written nothing down', () => {
  windowStore.start();
  heard.get('beforeunload')?.({});
  windowStore.setItem('a', '1');
  vi.advanceTimersByTime(3000);
  windowStore.setItem('a', '2');
  expect(disk.size).toBe(0);
});

it('nothing is written down for a page of somebody else', () => {
  windowStore.start();
  windowStore.setItem('a', '1');
  heard.get('beforeunload')?.({});
  heard.get('pageswap')?.({ activation: null });
  windowStore.setItem('a', '2');
  expect(disk.size).toBe(0);
});

it('a page that comes back as it was left has handed nothing over', () => {
  windowStore.start();
  windowStore.setItem('a', '1');
  heard.get('pageswap')?.({ activation: {} });
  expect(disk.size).toBe(1);
  heard.get('pageshow')?.({ persisted: true });
  windowStore.setItem('a', '2');
  expect(disk.size).toBe(0);
});

it.each(['a name of another page', 'parcel-desk {', 'parcel-desk 7', 'parcel-desk null', 'parcel-desk [["a",{}]]'])(
  'a window that somebody named keeps nothing yet, and keeps from then on: %s',
  (name) => {
    window.name = name;
    expect(windowStore.getItem('a')).toBeNull();
    windowStore.setItem('a', '1');
    expect(windowStore.getItem('a')).toBe('1');
  },
);
