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
  const inputCopy = plainInput(value, rulesOf(name).file);
  return inputCopy.ok ? desk.callFromScreen(name, inputCopy.value, caller) : inputCopy;
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
 * cycles, maps and typed arrays of any size. Only the field named by `fileField` may hold bytes; they are not copied,
 * so the main process does no work for the content of a large file.
 */
function plainInput(value: unknown, fileField: string | undefined): Result<unknown> {
  try {
    const copy = plainCopier();
    if (fileField === undefined || !isPlainObject(value)) return ok(copy(value));
    const { [fileField]: content, ...others } = value;
    if (!(content instanceof Uint8Array)) return ok(copy(value));
    return ok({ ...copy.fields(others), [fileField]: copy.bytes(content) });
  } catch (error) {
    return { ok: false, problem: error instanceof ProblemError ? error.problem : notPlain().problem };
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Minimum size of a value as JSON, in characters: its quotes, or a digit and a comma. */
const minValueSize = 2;

/**
 * Copies the values of one message. Throws ProblemError `invalid` as soon as the message exceeds its size limit: a page
 * could otherwise block the main process indefinitely.
 */
function plainCopier() {
  let remainingSize = maxCallBytes;
  const ancestors: object[] = [];

  function addSize(size: number): void {
    remainingSize -= size;
    if (remainingSize < 0) throw notPlain();
  }

  function copy(value: unknown): unknown {
    addSize(typeof value === 'string' ? value.length + minValueSize : minValueSize);
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        // as in JSON: -0 becomes 0, NaN and infinity become null
        return Number.isFinite(value) ? value + 0 : null;
      case 'object':
        return value === null ? null : copyNested(value);
      default:
        throw notPlain();
    }
  }

  function copyNested(value: object): unknown {
    if (ancestors.includes(value)) throw notPlain();
    if (ancestors.length >= maxDepth) throw problem('invalid', `A call is nested at most ${maxDepth} levels deep.`);
    ancestors.push(value);
    const copied = Array.isArray(value) ? copyList(value) : isPlainObject(value) ? copyFields(value) : null;
    if (copied === null) throw notPlain();
    ancestors.pop();
    return copied;
  }

  function copyList(list: readonly unknown[]): unknown[] {
    // a sparse list of billions of gaps is refused before its first value is read
    if (list.length * minValueSize > remainingSize) throw notPlain();
    const copied: unknown[] = [];
    for (let index = 0; index < list.length; index += 1) {
      const item = list[index];
      copied.push(copy(item === undefined ? null : item));
    }
    return copied;
  }

  function copyFields(fields: Record<string, unknown>): object {
    const copied: Record<string, unknown> = {};
    for (const name of Object.keys(fields)) {
      const field = fields[name];
      if (field === undefined) continue;
      addSize(name.length);
      const value = copy(field);
      // an assignment would set the prototype instead of a field
      if (name === '__proto__')
        Object.defineProperty(copied, name, { value, writable: true, enumerable: true, configurable: true });
      else copied[name] = value;
    }
    return copied;
  }

  return Object.assign(copy, {
    fields: copyFields,
    /** Accepts bytes that fill their buffer; they count with their length in base64, as over HTTP. */
    bytes(content: Uint8Array): Uint8Array {
      const { buffer, byteLength } = content;
      if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== byteLength) throw notPlain();
      addSize(Math.ceil(byteLength / 3) * 4);
      return content;
    },
  });
}
