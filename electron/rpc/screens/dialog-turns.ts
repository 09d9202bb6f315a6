/** Why no dialog of the system is shown: one stands open, or one was closed just now and no person has asked for another. */
export type DialogRefusal = 'dialog-open' | 'dialog-again';

/** Shows a dialog with `show`, or throws what `refused` makes of why none is shown. */
export type DialogTurns = <T>(show: () => Promise<T>, refused: (why: DialogRefusal) => Error) => Promise<T>;

/** So long a person who closed a dialog has peace (ms), unless it was they who asked for the next. Not for ever: a screen reader presses no key. */
export const cooldownMs = 3000;

/**
 * Dialogs of the system lie over all windows, so a page must not be able to hold a person up with them: there is one at a time, whatever it is
 * for, and no other one at once after it. `touchedAt` is when a person last pressed a key or a button, by the clock of `monotonic` (ms).
 */
export function dialogTurns(monotonic: () => number, touchedAt: () => number): DialogTurns {
  let open = false;
  let closedAt = -Infinity;
  return async (show, refused) => {
    if (open) throw refused('dialog-open');
    if (monotonic() - closedAt < cooldownMs && touchedAt() <= closedAt) throw refused('dialog-again');
    open = true;
    try {
      return await show();
    } finally {
      open = false;
      closedAt = monotonic();
    }
  };
}
