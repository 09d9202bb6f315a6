import type { IncomingMessage } from 'node:http';
import { maxCallBytes } from '../../../shared/import/import-limit.ts';
import { pageHeader } from '../../../shared/contract/host-token.ts';
import { fail, type Result } from '../../../shared/contract/problem.ts';
import { callFromScreen, isOpenToScreens, type ScreenDesk } from '../../rpc/screens/screen-desk.ts';

export interface CallAnswer {
  status: 200 | 400 | 404 | 405 | 413 | 415;
  result: Result<unknown>;
}

const call = '/rpc/';

export const isCall = (path: string) => path.startsWith(call);

/**
 * `POST /rpc/PROCEDURE` with a JSON body, answered with a Result. JSON is required because a form of another site
 * cannot send it without a preflight; authorisation happened before.
 */
export async function answerCall(desk: ScreenDesk, path: string, request: IncomingMessage): Promise<CallAnswer> {
  if (request.method !== 'POST') return { status: 405, result: fail('unknown-command', 'Calls are made with POST.') };
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    return { status: 415, result: fail('invalid', 'Calls are made with Content-Type: application/json.') };
  const name = path.slice(call.length);
  if (!isOpenToScreens(name))
    return { status: 404, result: fail('unknown-command', 'The desk has no such procedure for screens.') };
  const body = await readBody(request, maxCallBytes);
  if (!body.ok) return { status: body.status, result: fail('invalid', body.message) };
  let input: unknown;
  try {
    input = JSON.parse(body.text);
  } catch {
    return { status: 400, result: fail('invalid', 'The call is no JSON.') };
  }
  const page = request.headers[pageHeader];
  const caller = typeof page === 'string' ? page.slice(0, 64) : '';
  return { status: 200, result: await callFromScreen(desk, name, input, caller) };
}

type Body = { ok: true; text: string } | { ok: false; status: 400 | 413; message: string };

/** Reads a request body of at most `most` bytes; it must be complete and UTF-8. */
async function readBody(request: IncomingMessage, most: number): Promise<Body> {
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
