import { maxScreenStateBytes, screenStateReader, screenStateStore } from '../../electron/outbox/screen-state.ts';
import { openDeskReader } from '../../electron/storage/database/open-desk.ts';
import { openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestOutbox;
beforeEach(() => {
  desk = openTestOutbox();
});
afterEach(() => desk.close());

describe('the stored state of screens', () => {
  it('is read back, also by the read-only connection, with the time it was stored', () => {
    const memory = screenStateStore(desk.db, desk.now);
    const at = memory.remember('form/label-order', { Package: { Weight: 3 }, 中: null });
    const db = openDeskReader(desk.folder);
    expect(screenStateReader(db).recall('form/label-order')).toEqual({
      value: { Package: { Weight: 3 }, 中: null },
      at,
    });
    db.close();
    expect(memory.recall('form/other')).toEqual({ value: null, at: null });
  });

  it('is removed by null', () => {
    const memory = screenStateStore(desk.db, desk.now);
    memory.remember('a', 1);
    memory.remember('a', null);
    expect(memory.recall('a')).toEqual({ value: null, at: null });
  });

  it('is limited to 1 MiB per name, counted in bytes', () => {
    const memory = screenStateStore(desk.db, desk.now);
    const most = '中'.repeat((maxScreenStateBytes - 2) / 3);
    memory.remember('a', most);
    expect(() => memory.remember('a', `${most}中`)).toThrow('1 MiB');
    expect(memory.recall('a').value).toBe(most);
  });

  it('drops the oldest values to make room, by number and by size', () => {
    const memory = screenStateStore(desk.db, desk.now);
    for (let n = 0; n < 502; n++) {
      desk.advance(1);
      memory.remember(`n${n}`, n);
    }
    expect(memory.valuesWithPrefix('n')).toHaveLength(500);
    expect(memory.recall('n1').at).toBeNull();
    expect(memory.recall('n2').value).toBe(2);
    const big = 'x'.repeat(maxScreenStateBytes - 2);
    for (let n = 0; n < 65; n++) {
      desk.advance(1);
      memory.remember(`big${n}`, big);
    }
    expect(memory.valuesWithPrefix('big')).toHaveLength(64);
    expect(memory.valuesWithPrefix('n')).toEqual([]);
  });
});
