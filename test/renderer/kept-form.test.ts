import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FormKeeper } from '../../renderer/forms/kept-form.ts';
import type { KeptForm } from '../../renderer/forms/kept-shape.ts';

const form = (text: string): KeptForm => ({ texts: [['Remark', text]], lists: [], leftOut: [] });

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

const textOf = async (keeper: FormKeeper) => (await keeper.recall())?.texts;

describe('a form that is stored while it is typed', () => {
  it('is the newest version, even if the first call arrives after the second', async () => {
    const keeper = new FormKeeper('label-order');
    keeper.keep(form('first'));
    await vi.advanceTimersByTimeAsync(500);
    keeper.keep(form('second'));
    await arrives();
    await arrives();
    expect(await textOf(new FormKeeper('label-order'))).toEqual([['Remark', 'second']]);
    expect(window.name).toBe('parcel-desk []');
  });

  it('is the newest version, even if the screen was left and reopened meanwhile', async () => {
    new FormKeeper('label-order').keep(form('before'));
    await vi.advanceTimersByTimeAsync(500);
    new FormKeeper('label-order').keep(form('after'));
    await arrives();
    await arrives();
    expect(await textOf(new FormKeeper('label-order'))).toEqual([['Remark', 'after']]);
  });

  it('is gone once its order is saved, even if it was still being stored', async () => {
    const keeper = new FormKeeper('label-order');
    keeper.keep(form('saved'));
    await vi.advanceTimersByTimeAsync(500);
    keeper.keep(null);
    await arrives();
    await arrives();
    expect(kept.get('form/label-order')).toBeNull();
  });
});
