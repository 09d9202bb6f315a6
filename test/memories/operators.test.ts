import { operatorReader, operatorStore, hashPin } from '../../electron/operators/operators.ts';
import { badgeCode } from '../../shared/scan/read-code.ts';
import { openMemories, type TestMemories } from './open-memories.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestMemories;
beforeEach(() => (desk = openMemories()));
afterEach(() => desk.close());

describe('operators', () => {
  const opened = () => {
    let badges = 0;
    return operatorStore(desk.db, () => `BADGE${++badges}`);
  };

  it('are identified by a short code or a badge', async () => {
    const store = opened();
    const ana = store.save('Ana', { code: 'A1', pin: undefined, newBadge: false });
    expect(ana).toEqual({ name: 'Ana', code: 'a1', badge: badgeCode('BADGE1'), hasPin: false, rights: [] });
    expect((await store.identify('a1', undefined)).name).toBe('Ana');
    expect((await store.identify(ana.badge, undefined)).name).toBe('Ana');
    await expect(store.identify('a2', undefined)).rejects.toMatchObject({ problem: { params: { reason: 'unknown' } } });
    expect(operatorReader(desk.db)()).toEqual([ana]);
  });

  it('with a PIN must enter it; only its hash is stored, and it stays set until removed', async () => {
    const store = opened();
    store.save('Ana', { code: 'A1', pin: await hashPin('4711'), newBadge: false });
    store.save('Ana', { code: 'A2', pin: undefined, newBadge: false });
    await expect(store.identify('A2', undefined)).rejects.toMatchObject({
      problem: { params: { reason: 'pin-needed' } },
    });
    await expect(store.identify('A2', '1111')).rejects.toMatchObject({ problem: { params: { reason: 'pin-wrong' } } });
    expect((await store.identify('A2', '4711')).hasPin).toBe(true);
    expect(JSON.stringify(desk.db.prepare('SELECT * FROM operator').all())).not.toContain('4711');
    store.save('Ana', { code: 'A2', pin: null, newBadge: false });
    expect((await store.identify('A2', undefined)).hasPin).toBe(false);
  });

  it('lose an old badge when a new one is issued, and no two share a code', async () => {
    const store = opened();
    const old = store.save('Ana', { code: 'A1', pin: undefined, newBadge: false });
    store.save('Ana', { code: 'A1', pin: undefined, newBadge: true });
    await expect(store.identify(old.badge, undefined)).rejects.toMatchObject({
      problem: { params: { reason: 'unknown' } },
    });
    expect(() => store.save('Bo', { code: 'a1', pin: undefined, newBadge: false })).toThrow(/Ana has this code/);
    expect(store.forget('Ana')).toBe(true);
    expect(operatorReader(desk.db)()).toEqual([]);
  });
});
