import { CommandIds, type IdStorage } from '../../renderer/state/commands.ts';
import { describe, expect, it } from 'vitest';

function keep(): IdStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

describe('command ids', () => {
  it('are the same for the same action with the same content, even after a reload', () => {
    const store = keep();
    let made = 0;
    const make = () => `id-${++made}`;
    const first = new CommandIds(store, make).idFor('save', { a: 1 });
    expect(new CommandIds(store, make).idFor('save', { a: 1 })).toBe(first);
  });

  it('differ for other content, another action, and after the answer', () => {
    let made = 0;
    const ids = new CommandIds(keep(), () => `id-${++made}`);
    const first = ids.idFor('save', { a: 1 });
    expect(ids.idFor('save', { a: 2 })).not.toBe(first);
    expect(ids.idFor('withdraw', { a: 1 })).not.toBe(first);
    const last = ids.idFor('save', { a: 1 });
    ids.forget('save');
    expect(ids.idFor('save', { a: 1 })).not.toBe(last);
  });
});
