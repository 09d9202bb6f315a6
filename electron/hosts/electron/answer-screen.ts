import { fail, type Result } from '../../../shared/contract/problem.ts';
import { maxCallBytes } from '../../../shared/import/import-limit.ts';
import type { ScreenDesk } from '../../desk/calls/screen-desk.ts';
import { appHost, appScheme } from './app-scheme.ts';

/** Answers a call received over a channel from any sender. Never rejects. */
export async function answerScreen(
  desk: Pick<ScreenDesk, 'callFromScreen'>,
  frame: Frame | null,
  name: unknown,
  value: unknown,
  caller = '',
): Promise<Result<unknown>> {
  if (!isOurPage(frame)) return fail('unknown-command', 'Only the page of the desk may ask it.');
  if (typeof name !== 'string') return fail('invalid', 'A call names its procedure.');
  const plain = toPlainInput(value);
  if (!plain) return fail('invalid', `A call carries plain values, and at most ${maxCallBytes} characters of them.`);
  return desk.callFromScreen(name, plain.input, caller);
}

/** The parts of `WebFrameMain` needed here. */
interface Frame {
  url: string;
  parent: unknown;
}

/** Whether a message comes from our top-level page, not from a frame within it or another page. */
export function isOurPage(frame: Frame | null): boolean {
  if (!frame || frame.parent !== null || !URL.canParse(frame.url)) return false;
  const url = new URL(frame.url);
  return url.protocol === `${appScheme}:` && url.host === appHost;
}

/**
 * Reduces a message to plain JSON values, as the browser host would have received; undefined if that fails or it is too
 * long. A channel also carries cycles, maps and typed arrays of any size.
 */
function toPlainInput(value: unknown): { input: unknown } | undefined {
  try {
    const text: unknown = JSON.stringify(value, limitSize());
    return typeof text === 'string' && text.length <= maxCallBytes ? { input: JSON.parse(text) } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Aborts serialisation as soon as the limit is exceeded: a page could otherwise block the main process indefinitely.
 */
function limitSize(): (key: string, value: unknown) => unknown {
  let left = maxCallBytes;
  return (_key, value) => {
    left -= typeof value === 'string' ? value.length : 1;
    if (left < 0 || ArrayBuffer.isView(value)) throw new RangeError();
    return value;
  };
}
