import { maxDepth, isTooDeep } from '../../../shared/text/nesting-depth.ts';
import { readLines } from './read-lines.ts';

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
