import { beforeEach, expect, it, vi } from 'vitest';
import { windowStore } from '../../renderer/state/window-store.ts';

beforeEach(() => void vi.stubGlobal('window', { name: '' }));

/** The program of a page that begins anew in the same window. */
async function afterReload(): Promise<typeof windowStore> {
  vi.resetModules();
  return (await import('../../renderer/state/window-store.ts')).windowStore;
}

it('what a window keeps is there after a reload, and what it forgot is not', async () => {
  windowStore.setItem('a', 'Zoë "\n');
  windowStore.setItem('b', '2');
  windowStore.removeItem('b');
  const again = await afterReload();
  expect([again.getItem('a'), again.getItem('b'), again.getItem('name')]).toEqual(['Zoë "\n', null, null]);
});

it.each(['a name of another page', 'parcel-desk {', 'parcel-desk 7', 'parcel-desk null'])(
  'a window that somebody named keeps nothing yet, and keeps from then on: %s',
  (name) => {
    window.name = name;
    expect(windowStore.getItem('a')).toBeNull();
    windowStore.setItem('a', '1');
    expect(windowStore.getItem('a')).toBe('1');
  },
);
