import { rulesOf } from '../../../shared/contract/desk-contract.ts';
import { fail, ok, problem, ProblemError, type Result } from '../../../shared/contract/problem.ts';
import { maxCallBytes } from '../../../shared/import/import-limit.ts';
import { maxDepth } from '../../../shared/text/nesting-depth.ts';
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
  const plain = plainInput(value, rulesOf(name).file);
  return plain.ok ? desk.callFromScreen(name, plain.value, caller) : plain;
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

const notPlain = (): ProblemError =>
  problem('invalid', `A call carries plain values, and at most ${maxCallBytes} characters of them.`);

/**
 * Copies a message as the plain values that the browser host would have received as JSON: a channel also carries
 * cycles, maps and typed arrays of any size. Only the field `file` may hold bytes, which are passed on as they are,
 * like texts: however large a file is, the main process does no work for its content.
 */
function plainInput(value: unknown, file: string | undefined): Result<unknown> {
  try {
    const copy = plainCopier();
    if (file === undefined || !isPlainObject(value)) return ok(copy(value));
    const { [file]: content, ...others } = value;
    if (!(content instanceof Uint8Array)) return ok(copy(value));
    return ok({ ...copy.fields(others), [file]: copy.bytes(content) });
  } catch (error) {
    return { ok: false, problem: error instanceof ProblemError ? error.problem : notPlain().problem };
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What each value takes as JSON at least (characters): its quotes, or a digit and a comma. */
const leastPerValue = 2;

/**
 * Copies values of one message up to its limit. Throws ProblemError `invalid` as soon as that is exceeded: a page could
 * otherwise block the main process indefinitely.
 */
function plainCopier() {
  let left = maxCallBytes;
  const ancestors: object[] = [];

  function count(size: number): void {
    left -= size;
    if (left < 0) throw notPlain();
  }

  function copy(value: unknown): unknown {
    count(typeof value === 'string' ? value.length + leastPerValue : leastPerValue);
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        // as JSON writes them: without the sign of a zero
        return Number.isFinite(value) ? value + 0 : null;
      case 'object':
        return value === null ? null : within(value);
      default:
        throw notPlain();
    }
  }

  function within(value: object): unknown {
    if (ancestors.includes(value)) throw notPlain();
    if (ancestors.length >= maxDepth) throw problem('invalid', `A call is nested at most ${maxDepth} levels deep.`);
    ancestors.push(value);
    const copied = Array.isArray(value) ? copyList(value) : isPlainObject(value) ? copyFields(value) : null;
    if (copied === null) throw notPlain();
    ancestors.pop();
    return copied;
  }

  function copyList(list: readonly unknown[]): unknown[] {
    // a list of billions of gaps is refused before its first value
    if (list.length * leastPerValue > left) throw notPlain();
    const copied: unknown[] = [];
    for (let at = 0; at < list.length; at += 1) {
      const one = list[at];
      copied.push(copy(one === undefined ? null : one));
    }
    return copied;
  }

  function copyFields(fields: Record<string, unknown>): object {
    const copied: Record<string, unknown> = {};
    for (const name of Object.keys(fields)) {
      const one = fields[name];
      if (one === undefined) continue;
      count(name.length);
      const value = copy(one);
      // a field of this name is a field like any other
      if (name === '__proto__')
        Object.defineProperty(copied, name, { value, writable: true, enumerable: true, configurable: true });
      else copied[name] = value;
    }
    return copied;
  }

  return Object.assign(copy, {
    fields: copyFields,
    /** Bytes of their own, which count as the base64 that they would be over HTTP. */
    bytes(content: Uint8Array): Uint8Array {
      const { buffer, byteLength } = content;
      if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== byteLength) throw notPlain();
      count(Math.ceil(byteLength / 3) * 4);
      return content;
    },
  });
}
