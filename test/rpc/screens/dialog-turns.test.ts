import { createDialogGate, cooldownMs } from '../../../electron/desk/calls/dialog-gate.ts';
import { describe, expect, it } from 'vitest';

function dialogs() {
  const clock = { now: 1000, touchedAt: 0 };
  const turns = createDialogGate(
    () => clock.now,
    () => clock.touchedAt,
  );
  const show = (dialog: () => Promise<string> = () => Promise.resolve('chosen')) =>
    turns(dialog, (why) => new Error(why));
  return { clock, show };
}

describe('system dialogs opened by a page', () => {
  it('are shown one at a time, whatever their purpose', async () => {
    const { show, clock } = dialogs();
    let close: (chosen: string) => void = () => undefined;
    const first = show(() => new Promise((resolve) => (close = resolve)));
    clock.now += 10 * cooldownMs;
    clock.touchedAt = clock.now;
    await expect(show()).rejects.toThrow('dialog-open');
    close('first');
    expect(await first).toBe('first');
  });

  it('are not shown again right after a person closed one, however often they are requested', async () => {
    const { show, clock } = dialogs();
    await show();
    for (let asked = 0; asked < 5; asked++) await expect(show()).rejects.toThrow('dialog-again');
    clock.now += cooldownMs - 1;
    await expect(show()).rejects.toThrow('dialog-again');
    clock.now += 1;
    expect(await show()).toBe('chosen');
  });

  it('are shown at once if a person pressed a key since, but not for an earlier key', async () => {
    const { show, clock } = dialogs();
    clock.touchedAt = clock.now;
    await show();
    await expect(show()).rejects.toThrow('dialog-again');
    clock.now += 1;
    clock.touchedAt = clock.now;
    expect(await show()).toBe('chosen');
  });

  it('count as closed if showing one failed', async () => {
    const { show, clock } = dialogs();
    await expect(show(() => Promise.reject(new Error('no display')))).rejects.toThrow('no display');
    await expect(show()).rejects.toThrow('dialog-again');
    clock.now += cooldownMs;
    expect(await show()).toBe('chosen');
  });
});
