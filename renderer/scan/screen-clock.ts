/** Clock of the window's key events, in ms. */
export interface ScreenClock {
  now(): number;
  /** Calls `call` once after `ms`, unless the returned function is called first. */
  setTimer(ms: number, call: () => void): () => void;
  /** Whether key events are queued that the page has not handled yet, for example after a long task. */
  hasPendingKeys(): boolean;
}

declare global {
  interface Navigator {
    /** Chromium only */
    scheduling?: { isInputPending(): boolean };
  }
}

/** The window's clock. */
export const windowClock: ScreenClock = {
  now: () => performance.now(),
  setTimer(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  hasPendingKeys: () => navigator.scheduling?.isInputPending() ?? false,
};
