import { FormSnapshotStore } from '../../renderer/forms/form-autosave.ts';
import type { FormSnapshot } from '../../renderer/forms/form-snapshot.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const form = (text: string): FormSnapshot => ({ texts: [['Remark', text]], lists: [], leftOut: [] });

/** Forms the desk has stored, and the calls still under way, which may arrive in any order. */
let kept: Map<string, unknown>;
let onTheLine: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  kept = new Map();
  onTheLine = [];
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  const call = (procedure: string, { name, value }: { name: string; value?: unknown }) => {
    if (procedure === 'desk.recall') return Promise.resolve({ ok: true, value: { value: kept.get(name) ?? null } });
    return new Promise((answer) => {
      onTheLine.push(() => {
        kept.set(name, value);
        answer({ ok: true, value: {} });
      });
    });
  };
  vi.stubGlobal('window', { name: '', parcelDesk: { call } });
});

/** Lets time pass in which all calls under way arrive, the last one first. */
async function arrives(): Promise<void> {
  await vi.advanceTimersByTimeAsync(500);
  for (const come of onTheLine.splice(0).reverse()) come();
  await vi.advanceTimersByTimeAsync(500);
}

const textOf = async (keeper: FormSnapshotStore) => (await keeper.load())?.texts;

describe('a form that is stored while it is typed', () => {
  it('is the newest version, even if the first call arrives after the second', async () => {
    const keeper = new FormSnapshotStore('label-order');
    keeper.save(form('first'));
    await vi.advanceTimersByTimeAsync(500);
    keeper.save(form('second'));
    await arrives();
    await arrives();
    expect(await textOf(new FormSnapshotStore('label-order'))).toEqual([['Remark', 'second']]);
    expect(window.name).toBe('parcel-desk []');
  });

  it('is the newest version, even if the screen was left and reopened meanwhile', async () => {
    new FormSnapshotStore('label-order').save(form('before'));
    await vi.advanceTimersByTimeAsync(500);
    new FormSnapshotStore('label-order').save(form('after'));
    await arrives();
    await arrives();
    expect(await textOf(new FormSnapshotStore('label-order'))).toEqual([['Remark', 'after']]);
  });

  it('is gone once its order is saved, even if it was still being stored', async () => {
    const keeper = new FormSnapshotStore('label-order');
    keeper.save(form('saved'));
    await vi.advanceTimersByTimeAsync(500);
    keeper.save(null);
    await arrives();
    await arrives();
    expect(kept.get('form/label-order')).toBeNull();
  });
});
