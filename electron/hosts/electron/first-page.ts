import { ipcMain, type WebContents } from 'electron';
import { paintedChannel } from './channels.ts';

/** From a page that has come to what it shows first (ms), and the longest that anything waits for it. */
const paintedMs = 500;
const latestCalmMs = 5000;

export interface FirstPage {
  /** settles when the page shows something; where nothing tells so, as `calm` does */
  painted: Promise<void>;
  /** settles when a person has what they waited for */
  calm: Promise<void>;
  /** told of the contents of each window that a person sees */
  watch(contents: WebContents): void;
}

/** What a start waits for before it takes the cores for what nobody waits for yet. */
export function firstPage(after: (ms: number, run: () => void) => void): FirstPage {
  const painted = Promise.withResolvers<void>();
  const calm = Promise.withResolvers<void>();
  ipcMain.once(paintedChannel, () => painted.resolve());
  after(latestCalmMs, calm.resolve);
  void calm.promise.then(painted.resolve);
  return {
    painted: painted.promise,
    calm: calm.promise,
    watch: (contents) => void contents.once('did-finish-load', () => after(paintedMs, calm.resolve)),
  };
}
