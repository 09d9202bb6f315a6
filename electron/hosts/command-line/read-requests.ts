import { maxDepth, isTooDeep } from '../../../shared/text/nesting-depth.ts';

/** A line of standard input: its text, or why it has none. */
export type Line = { text: string } | { broken: string };

/** The maximum length of a line (bytes). */
const maxLineBytes = 32 * 1024 * 1024;

/**
 * Splits a byte stream into lines: without byte order mark, carriage returns and empty lines; the last one may lack its
 * end. A line that is not UTF-8 or too long is returned as broken and does not affect the others.
 */
export async function* readLines(input: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let pieces: Buffer[] = [];
  let lineBytes = 0;
  let first = true;

  function* finish(): Generator<Line> {
    const line =
      lineBytes > maxLineBytes ? { broken: `The line is longer than ${maxLineBytes} bytes.` } : decode(pieces, first);
    first = false;
    pieces = [];
    lineBytes = 0;
    if ('broken' in line || line.text.trim() !== '') yield line;
  }

  for await (const chunk of input) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      pieces.push(chunk.subarray(from, end));
      lineBytes += end - from;
      yield* finish();
      from = end + 1;
    }
    lineBytes += chunk.length - from;
    // beyond the limit bytes are counted, not kept
    if (lineBytes <= maxLineBytes) pieces.push(chunk.subarray(from));
  }
  if (lineBytes > 0) yield* finish();
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(pieces: readonly Buffer[], first: boolean): Line {
  try {
    const text = strict.decode(Buffer.concat(pieces)).replace(/\r$/, '');
    return { text: first ? text.replace(/^\uFEFF/, '') : text };
  } catch {
    return { broken: 'The line is not UTF-8.' };
  }
}

export interface BrokenLine {
  in: 'request';
  path: '$';
  code: 'not-json';
  params: Record<string, never>;
  message: string;
}

/** An unchecked request from a line of standard input, or the problem of the line. */
export type RequestLine = { request: unknown } | { issue: BrokenLine };

/** Requests from standard input, one JSON value per line. */
export async function* readRequests(input: AsyncIterable<Buffer>): AsyncGenerator<RequestLine> {
  for await (const line of readLines(input)) yield 'broken' in line ? broken(line.broken) : parse(line.text);
}

function parse(text: string): RequestLine {
  try {
    const request: unknown = JSON.parse(text);
    if (isTooDeep(request)) return broken(`A request is nested at most ${String(maxDepth)} levels deep.`);
    return { request };
  } catch {
    return broken('The line is no JSON. Write one request a line, as {"endpoint": 2, "body": {…}}.');
  }
}

const broken = (message: string): RequestLine => ({
  issue: { in: 'request', path: '$', code: 'not-json', params: {}, message },
});
