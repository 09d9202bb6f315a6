/** Time as the keys of a window tell it, in ms. */
export interface ScreenClock {
  now(): number;
  /** Calls back once after `ms`, unless the returned function is called before. */
  after(ms: number, call: () => void): () => void;
  /** keys have come that the page has not heard yet, as after a long piece of work */
  keysWait(): boolean;
}

declare global {
  interface Navigator {
    /** Chromium only */
    scheduling?: { isInputPending(): boolean };
  }
}

/** The window's own clock. */
export const windowClock: ScreenClock = {
  now: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  keysWait: () => navigator.scheduling?.isInputPending() ?? false,
};
