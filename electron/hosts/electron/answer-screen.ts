import { longestCall } from '../../../shared/import/import-limit.ts';
import { no, type Result } from '../../../shared/contract/problem.ts';
import { callOfScreen, type ScreenDesk } from '../../rpc/screens/screen-desk.ts';
import { appHost, appScheme } from './app-scheme.ts';

/** Answers a call that came over a channel, from whatever sent it. Never rejects. */
export async function answerScreen(
  desk: ScreenDesk,
  frame: Frame | null,
  name: unknown,
  value: unknown,
): Promise<Result<unknown>> {
  if (!isOurPage(frame)) return no('unknown-command', 'Only the page of the desk may ask it.');
  if (typeof name !== 'string') return no('invalid', 'A call names its procedure.');
  const plain = plainInput(value);
  if (!plain) return no('invalid', `A call carries plain values, and at most ${longestCall} characters of them.`);
  return callOfScreen(desk, name, plain.input);
}

/** What is asked of the frame a message came from; `WebFrameMain` has it. */
interface Frame {
  url: string;
  parent: unknown;
}

/** Whether a message comes from our page itself: not from a frame within it, and not from any other page. */
export function isOurPage(frame: Frame | null): boolean {
  if (!frame || frame.parent !== null || !URL.canParse(frame.url)) return false;
  const url = new URL(frame.url);
  return url.protocol === `${appScheme}:` && url.host === appHost;
}

/**
 * What came over a channel as plain JSON values, the same as the browser host would have received; undefined where it is
 * none, or too long. A channel carries more than JSON: circles, maps, typed arrays of any size.
 */
function plainInput(value: unknown): { input: unknown } | undefined {
  try {
    const text: unknown = JSON.stringify(value, withinBounds());
    return typeof text === 'string' && text.length <= longestCall ? { input: JSON.parse(text) } : undefined;
  } catch {
    return undefined;
  }
}

/** Ends the writing of what is too long as soon as that is known: a page would else hold the main process up for as long as it likes. */
function withinBounds(): (key: string, value: unknown) => unknown {
  let left = longestCall;
  return (_key, value) => {
    left -= typeof value === 'string' ? value.length : 1;
    if (left < 0 || ArrayBuffer.isView(value)) throw new RangeError();
    return value;
  };
}
