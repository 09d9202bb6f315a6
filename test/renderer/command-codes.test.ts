import { actions } from '../../renderer/keys/actions.svelte.ts';
import { actionNames, codeOfAction } from '../../renderer/keys/key-table.ts';
import { scanDispatcher } from '../../renderer/scan/scan-dispatcher.svelte.ts';
import { parseScannerSettings, scannerChoices } from '../../renderer/state/scanner-choices.svelte.ts';
import { toasts } from '../../renderer/state/toasts.svelte.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';

beforeEach(() => {
  scannerChoices.current = parseScannerSettings({ sounds: false });
  toasts.shown = [];
});
const scanned = async (text: string) => {
  scanDispatcher.dispatch({ text, repeatedAfterMs: null }, 0);
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
