import { appHost, appScheme } from './app-scheme.ts';

/** What is asked of the frame a message came from; `WebFrameMain` has it. */
export interface Frame {
  url: string;
  parent: unknown;
}

/** Whether a message comes from our page itself: not from a frame within it, and not from any other page. */
export function isOurPage(frame: Frame | null): boolean {
  if (!frame || frame.parent !== null || !URL.canParse(frame.url)) return false;
  const url = new URL(frame.url);
  return url.protocol === `${appScheme}:` && url.host === appHost;
}
