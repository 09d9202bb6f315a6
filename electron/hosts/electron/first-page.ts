import { ipcMain, type WebContents } from 'electron';
import { paintedChannel } from './channels.ts';

/** From page load to its first content (ms), and the maximum that anything waits for it. */
const paintDelayMs = 500;
const maxIdleWaitMs = 5000;

export interface FirstPage {
  /** settles at the first paint, or with `calm` if none is reported */
  painted: Promise<void>;
  /** settles when the start page is complete */
  whenIdle: Promise<void>;
  /** call for the contents of each visible window */
  watch(contents: WebContents): void;
}

/** Lets background work of the start wait until the person can work. */
export function firstPage(after: (ms: number, run: () => void) => void): FirstPage {
  const painted = Promise.withResolvers<void>();
  const whenIdle = Promise.withResolvers<void>();
  ipcMain.once(paintedChannel, () => painted.resolve());
  after(maxIdleWaitMs, whenIdle.resolve);
  void whenIdle.promise.then(painted.resolve);
  return {
    painted: painted.promise,
    whenIdle: whenIdle.promise,
    watch: (contents) => void contents.once('did-finish-load', () => after(paintDelayMs, whenIdle.resolve)),
  };
}
