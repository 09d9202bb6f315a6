import { type SchemeAnswer, type SchemeRequest, serveScheme } from '../../../electron/hosts/electron/serve-scheme.ts';
import type { Protocol, ProtocolRequest, ProtocolResponse } from 'electron';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';

const onFault = vi.fn();

type Answer = (request: SchemeRequest) => Promise<SchemeAnswer>;
type Ask = (
  answer: Answer,
  url?: string,
  method?: string,
) => Promise<{ status: unknown; headers: object; bytes: Buffer }>;

const byHandle: Ask = async (answer, url = 'app://desk/', method = 'GET') => {
  const given = Promise.withResolvers<Parameters<Protocol['handle']>[1]>();
  serveScheme({ handle: (_scheme, handler) => given.resolve(handler) }, 'app', answer, onFault);
  const handler = await given.promise;
  const { status, headers, body } = await handler(new Request(url, { method }));
  const bytes = body ? await buffer(Readable.fromWeb(body as never)) : Buffer.alloc(0);
  return { status, headers: Object.fromEntries(headers), bytes };
};

const byStream: Ask = async (answer, url = 'app://desk/', method = 'GET') => {
  const told = Promise.withResolvers<ProtocolResponse>();
  const registerStreamProtocol: Protocol['registerStreamProtocol'] = (_scheme, handler) => {
    handler({ url, method } as ProtocolRequest, (response) => told.resolve(response as ProtocolResponse));
    return true;
  };
  serveScheme({ handle: expect.unreachable, registerStreamProtocol }, 'app', answer, onFault);
  const { statusCode, headers = {}, data, error } = await told.promise;
  if (error !== undefined) throw new Error(String(error));
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { status: statusCode, headers: Object.fromEntries(named) as object, bytes: await buffer(data as Readable) };
};

describe.each([
  ['an Electron that passes on URLs and methods', byStream],
  ['an Electron that makes a Request of each', byHandle],
])('with %s, a request is answered', (_name, ask) => {
  it('with status, headers and every byte', async () => {
    const body = Uint8Array.from({ length: 200_000 }, (_, index) => index);
    const headers = { 'Content-Type': 'font/woff2', 'X-Frame-Options': 'DENY' };
    const answered = await ask(async () => ({ status: 200, headers, body }));
    expect(answered).toEqual({
      status: 200,
      headers: { 'content-type': 'font/woff2', 'x-frame-options': 'DENY' },
      bytes: Buffer.from(body),
    });
  });
  it('with a file while it is read', async () => {
    const file = Readable.toWeb(Readable.from([Buffer.from('one '), Buffer.from('two')])) as SchemeAnswer['body'];
    const { bytes } = await ask(async () => ({ status: 200, headers: {}, body: file }));
    expect(bytes.toString()).toBe('one two');
  });
  it('by its URL and method', async () => {
    const answer = vi.fn<Answer>(async () => ({ status: 404, headers: {}, body: null }));
    const { status, bytes } = await ask(answer, 'app://desk/a.js?b', 'HEAD');
    expect({ status, length: bytes.length }).toEqual({ status: 404, length: 0 });
    expect(answer.mock.calls[0]?.[0]).toMatchObject({ url: 'app://desk/a.js?b', method: 'HEAD' });
  });
  it('as failed if there is no answer', async () => {
    await expect(ask(() => Promise.reject(new Error('no')))).rejects.toThrow();
  });
});

it('a failed request is logged', async () => {
  const fault = new Error('no');
  await expect(byStream(() => Promise.reject(fault))).rejects.toThrow('-2');
  expect(onFault).toHaveBeenCalledWith(fault);
});
