/** Why no system dialog is shown: one is open, or one was just closed and no person has asked for another since. */
export type DialogRefusal = 'dialog-open' | 'dialog-again';

/** Shows a dialog with `show`, or throws the error that `makeError` returns for the reason. */
export type ShowDialog = <T>(show: () => Promise<T>, makeError: (reason: DialogRefusal) => Error) => Promise<T>;

/**
 * How long no new dialog appears after one was closed (ms), unless the person asked for it. Limited, since a screen
 * reader presses no keys.
 */
export const cooldownMs = 3000;

/**
 * System dialogs cover all windows, so a page must not be able to block a person with them: only one is shown at a
 * time, whatever its purpose, and none directly after another. `touchedAt` is the time of a person's last key or button
 * press, by the clock of `monotonic` (ms).
 */
export function createDialogGate(monotonic: () => number, touchedAt: () => number): ShowDialog {
  let isOpen = false;
  let closedAt = -Infinity;
  return async (show, makeError) => {
    if (isOpen) throw makeError('dialog-open');
    if (monotonic() - closedAt < cooldownMs && touchedAt() <= closedAt) throw makeError('dialog-again');
    isOpen = true;
    try {
      return await show();
    } finally {
      isOpen = false;
      closedAt = monotonic();
    }
  };
}
