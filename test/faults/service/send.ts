import type { Answer } from './answers.ts';
import type { Fault } from './faults.ts';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Sends a complete answer, or cuts the connection in the middle of it or after it. */
export async function send(
  response: ServerResponse,
  { status, body }: Answer,
  cut: 'in the middle' | 'behind it' | null = null,
): Promise<void> {
  // An empty answer cannot be cut in the middle, so it gets a body.
  const text = body === undefined ? (cut === 'in the middle' ? '{"Message":"taken"}' : '') : JSON.stringify(body);
  const bytes = Buffer.from(text);
  response.writeHead(status, {
    ...(text !== '' && { 'content-type': 'application/json; charset=utf-8' }),
    'content-length': bytes.length,
  });
  const { socket } = response;
  if (cut === 'in the middle') {
    await new Promise((resolve) => response.write(bytes.subarray(0, bytes.length >> 1), resolve));
    socket?.destroy();
    return;
  }
  await new Promise<void>((resolve) => response.end(bytes, resolve));
  if (cut === 'behind it') socket?.resetAndDestroy();
}

/** Sends the answer of a fault instead of the proper one. */
export function say(
  response: ServerResponse,
  { status, headers, retryAtMs, type = 'application/json', body = '' }: Extract<Fault, { kind: 'says' }>,
  due: Answer | null,
): void {
  const now = Date.now();
  response.writeHead(status === 'due' ? (due?.status ?? 200) : status, {
    ...headers,
    ...(retryAtMs !== undefined && {
      date: new Date(now).toUTCString(),
      'retry-after': new Date(now + retryAtMs).toUTCString(),
    }),
    ...(body !== '' && { 'content-type': type }),
  });
  response.end(body);
}

const pieceBytes = 1 << 16;

/** Sends a JSON answer of this many bytes, while the client reads it. */
export async function sendHuge(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes });
  function* pieces(): Generator<string> {
    yield '{"Message":"';
    for (let left = bytes - 14; left > 0; left -= pieceBytes) yield 'x'.repeat(Math.min(left, pieceBytes));
    yield '"}';
  }
  await pipeline(Readable.from(pieces(), { objectMode: false }), response);
}
