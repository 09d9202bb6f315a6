import { maxDepth, isTooDeep } from '../../../shared/text/nesting-depth.ts';

/** A line of standard input: its text, or in `broken` why it cannot be read. */
export type Line = { text: string } | { broken: string };

/** The maximum length of a line (bytes). */
const maxLineBytes = 32 * 1024 * 1024;

/**
 * Splits a byte stream into lines, without byte order mark, carriage returns and empty lines; the last line may have no
 * line end. A line that is not UTF-8 or too long is returned as broken and does not affect the others.
 */
export async function* readLines(input: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let pieces: Buffer[] = [];
  let lineBytes = 0;
  let isFirst = true;

  function* endLine(): Generator<Line> {
    const line =
      lineBytes > maxLineBytes
        ? { broken: `The line is longer than ${maxLineBytes} bytes.` }
        : decodeLine(pieces, isFirst);
    isFirst = false;
    pieces = [];
    lineBytes = 0;
    if ('broken' in line || line.text.trim() !== '') yield line;
  }

  for await (const chunk of input) {
    let lineStart = 0;
    for (let lineEnd = chunk.indexOf(10); lineEnd >= 0; lineEnd = chunk.indexOf(10, lineStart)) {
      pieces.push(chunk.subarray(lineStart, lineEnd));
      lineBytes += lineEnd - lineStart;
      yield* endLine();
      lineStart = lineEnd + 1;
    }
    lineBytes += chunk.length - lineStart;
    // beyond the limit, bytes are only counted
    if (lineBytes <= maxLineBytes) pieces.push(chunk.subarray(lineStart));
  }
  if (lineBytes > 0) yield* endLine();
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeLine(pieces: readonly Buffer[], isFirst: boolean): Line {
  try {
    const text = strictDecoder.decode(Buffer.concat(pieces)).replace(/\r$/, '');
    return { text: isFirst ? text.replace(/^\uFEFF/, '') : text };
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
  for await (const line of readLines(input)) yield 'broken' in line ? brokenLine(line.broken) : parseRequest(line.text);
}

function parseRequest(text: string): RequestLine {
  try {
    const request: unknown = JSON.parse(text);
    if (isTooDeep(request)) return brokenLine(`A request is nested at most ${String(maxDepth)} levels deep.`);
    return { request };
  } catch {
    return brokenLine('The line is no JSON. Write one request a line, as {"endpoint": 2, "body": {…}}.');
  }
}

const brokenLine = (message: string): RequestLine => ({
  issue: { in: 'request', path: '$', code: 'not-json', params: {}, message },
});
