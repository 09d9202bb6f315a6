import { beforeEach, describe, expect, it, vi } from 'vitest';
import { actions } from '../../renderer/keys/acts.svelte.ts';
import { actionNames } from '../../renderer/keys/key-table.ts';
import { codeOfAction } from '../../renderer/scan/command-codes.ts';
import { scanDispatcher } from '../../renderer/scan/scan-desk.svelte.ts';
import { parseScannerSettings, scannerChoices } from '../../renderer/scan/scanner-choices.svelte.ts';
import { toasts } from '../../renderer/state/toasts.svelte.ts';

beforeEach(() => {
  scannerChoices.now = parseScannerSettings({ sounds: false });
  toasts.shown = [];
});
const scanned = async (text: string) => {
  scanDispatcher.dispatch({ text, again: null }, 0);
  await vi.waitFor(() => expect(toasts.shown.length).toBeGreaterThan(0));
};

describe('a desk command code', () => {
  it.each(actionNames)('runs its action: %s', async (act) => {
    const does = vi.fn();
    const end = actions.register({ [act]: does });
    await scanned(codeOfAction(act));
    expect(does).toHaveBeenCalledOnce();
    expect(toasts.shown.map(({ tone }) => tone)).toEqual(['accepted']);
    end();
  });

  it('is unique to its action', () => {
    expect(new Set(actionNames.map(codeOfAction)).size).toBe(actionNames.length);
  });

  it('warns if its action is unavailable, and reports an unknown code', async () => {
    await scanned(codeOfAction('save'));
    await scanned('QDCNOSUCHACT');
    await vi.waitFor(() => expect(toasts.shown.map(({ tone }) => tone)).toEqual(['warning', 'unknown']));
  });
});
