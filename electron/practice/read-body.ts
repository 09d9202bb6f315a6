import type { IncomingMessage } from 'node:http';
import { refusal } from './answer.ts';

const longestBody = 4 * 1024 * 1024;

/** The text of a JSON request. Throws Refusal 413, 415 or, if it is not UTF-8, 400. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  if (type.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    throw refusal(415, 'NotJson', 'The body must be application/json');
  }
  if (encoding.toLowerCase() !== 'identity') throw refusal(415, 'Encoded', 'The body must not be compressed');
  if (Number(request.headers['content-length'] ?? 0) > longestBody) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > longestBody) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    throw refusal(400, 'NotUtf8', 'The body is not UTF-8');
  }
}

// The rest of the body is not read, so the connection cannot be reused.
const tooLarge = () => refusal(413, 'TooLarge', `The body is over ${longestBody} bytes`, { Connection: 'close' });
