import type { IncomingMessage } from 'node:http';

export type Body = { ok: true; text: string } | { ok: false; status: 400 | 413; message: string };

/** The text of a request, at most `most` bytes of it, and only if it is whole and UTF-8. */
export async function readBody(request: IncomingMessage, most: number): Promise<Body> {
  const tooLong: Body = { ok: false, status: 413, message: `A call is at most ${most} bytes long.` };
  if (Number(request.headers['content-length'] ?? 0) > most) return tooLong;
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > most) return tooLong;
      pieces.push(piece);
    }
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces)) };
  } catch {
    return { ok: false, status: 400, message: 'The call did not arrive whole.' };
  }
}
