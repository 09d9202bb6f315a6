import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import type { HttpAnswer } from './exchange.ts';

type Body = Pick<HttpAnswer, 'body' | 'bodyState'>;
type Unpack = (data: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const unpackers: Record<string, Unpack> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  // Both zlib and raw deflate are sent under this name; the lower half of a zlib header's first byte is 8.
  deflate: (data, options) => promisify((data[0] ?? 0) % 16 === 8 ? inflate : inflateRaw)(data, options),
};

/**
 * Decodes received bytes to text: decompressed with a cap of `capBytes`, then read as UTF-8. `ended`: how the reception
 * ended; a truncated body is decoded as far as possible.
 */
export async function readBody(
  bytes: Buffer,
  encoding: string | null,
  ended: 'complete' | 'cut' | 'too-big',
  capBytes: number,
): Promise<Body> {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return decode(bytes, ended);
  if (ended !== 'complete') return { body: '', bodyState: ended };
  const unpack = Object.hasOwn(unpackers, name) ? unpackers[name] : undefined;
  if (!unpack) return { body: '', bodyState: 'garbled' };
  if (bytes.length === 0) return { body: '', bodyState: 'complete' };
  try {
    return decode(await unpack(bytes, { maxOutputLength: capBytes }), 'complete');
  } catch (error) {
    return { body: '', bodyState: stateOf(error) };
  }
}

function decode(bytes: Buffer, ended: Body['bodyState']): Body {
  try {
    return { body: new TextDecoder('utf-8', { fatal: true }).decode(bytes), bodyState: ended };
  } catch {
    const body = new TextDecoder('utf-8').decode(bytes);
    return { body, bodyState: ended === 'complete' ? 'garbled' : ended };
  }
}

function stateOf(error: unknown): Body['bodyState'] {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'too-big';
  return code === 'Z_BUF_ERROR' ? 'cut' : 'garbled';
}
