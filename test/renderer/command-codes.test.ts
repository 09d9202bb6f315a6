import { beforeEach, describe, expect, it, vi } from 'vitest';
import { acts } from '../../renderer/keys/acts.svelte.ts';
import { actNames } from '../../renderer/keys/key-table.ts';
import { codeOfAct } from '../../renderer/scan/command-codes.ts';
import { scanDesk } from '../../renderer/scan/scan-desk.svelte.ts';
import { readScannerChosen, scannerChoices } from '../../renderer/scan/scanner-choices.svelte.ts';
import { toasts } from '../../renderer/state/toasts.svelte.ts';

beforeEach(() => {
  scannerChoices.now = readScannerChosen({ sounds: false });
  toasts.shown = [];
});
const scanned = async (text: string) => {
  scanDesk.take({ text, again: null }, 0);
  await vi.waitFor(() => expect(toasts.shown.length).toBeGreaterThan(0));
};

describe('a desk command code', () => {
  it.each(actNames)('runs its action: %s', async (act) => {
    const does = vi.fn();
    const end = acts.offer({ [act]: does });
    await scanned(codeOfAct(act));
    expect(does).toHaveBeenCalledOnce();
    expect(toasts.shown.map(({ tone }) => tone)).toEqual(['accepted']);
    end();
  });

  it('is unique to its action', () => {
    expect(new Set(actNames.map(codeOfAct)).size).toBe(actNames.length);
  });

  it('warns if its action is unavailable, and reports an unknown code', async () => {
    await scanned(codeOfAct('save'));
    await scanned('QDCNOSUCHACT');
    await vi.waitFor(() => expect(toasts.shown.map(({ tone }) => tone)).toEqual(['warning', 'unknown']));
  });
});
