import { gzipSync, brotliCompressSync, deflateRawSync, deflateSync } from 'node:zlib';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { RetryAgent, Agent } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient, type Client, type ClientOptions } from '../../electron/service/client.ts';
import { readJson } from '../../electron/service/read-json.ts';
import type { Exchange } from '../../electron/service/exchange.ts';
import { ProblemError } from '../../shared/contract/problem.ts';
import type { SerializedRequest } from '../../electron/service/request.ts';
import { realTimer } from '../support/real-time.ts';
import { answerJson, startWireServer, type Handler } from '../support/wire-server.ts';

const ends: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const post: SerializedRequest = {
  method: 'POST',
  path: '/v1/directExpressLabelOrders',
  body: '{"a":"ü漢"}',
  answers: 'record',
};
const get: SerializedRequest = { method: 'GET', path: '/v1/inventories?Skus=a,b', body: null, answers: 'list' };

function clientOf(origin: string, more: Partial<ClientOptions> = {}): Client {
  const client = createClient({ origin, timeoutMs: 2000, timer: realTimer, now: () => Date.now(), ...more });
  ends.push(() => client.close());
  return client;
}

async function serve(handler: Handler) {
  const server = await startWireServer(handler);
  ends.push(() => server.close());
  return server;
}

async function answeredBy(handler: Handler, sendable = post, more: Partial<ClientOptions> = {}): Promise<Exchange> {
  const server = await serve(handler);
  return clientOf(server.origin, more).call(sendable);
}

describe('a request', () => {
  it('arrives once, as UTF-8 JSON, under the base path, with the secret header', async () => {
    const server = await serve((_, response) => answerJson(response, 200, {}));
    const header = { name: 'x-token', value: 'abcdefgh' };
    await clientOf(`${server.origin}/base/`, { header }).call(post);
    expect(server.arrived).toHaveLength(1);
    expect(server.arrived[0]).toMatchObject({
      method: 'POST',
      path: '/base/v1/directExpressLabelOrders',
      body: post.body,
      headers: { 'content-type': 'application/json', accept: 'application/json', 'x-token': 'abcdefgh' },
    });
    expect(server.arrived[0]?.headers['content-length']).toBe(String(Buffer.byteLength(post.body ?? '')));
  });

  it('without a body says nothing of one', async () => {
    const server = await serve((_, response) => answerJson(response, 200, []));
    await clientOf(server.origin).call(get);
    expect(server.arrived[0]).toMatchObject({ method: 'GET', path: '/v1/inventories?Skus=a,b', body: '' });
    expect(server.arrived[0]?.headers['content-type']).toBeUndefined();
  });

  it('is sent once when a kept-alive connection dies after it arrived', async () => {
    const server = await serve((_, response, count) => {
      if (count % 2 === 1) answerJson(response, 200, {});
      else response.socket?.destroy();
    });
    const client = clientOf(server.origin);
    for (let round = 1; round <= 5; round += 1) {
      expect(await client.call(post)).toMatchObject({ kind: 'answer', status: 200 });
      expect(await client.call(post)).toMatchObject({ kind: 'no-answer', left: 'maybe', cause: 'broken' });
      expect(server.arrived).toHaveLength(round * 2);
    }
  });

  it('is sent once when the server closes an idle connection just before', async () => {
    const server = await serve((_, response) => {
      answerJson(response, 200, {}, { connection: 'keep-alive' });
      setTimeout(() => response.socket?.destroy(), 1);
    });
    const client = clientOf(server.origin);
    for (let round = 1; round <= 10; round += 1) await client.call(post);
    expect(server.arrived.length).toBeLessThanOrEqual(10);
  });

  it('is not repeated by a dispatcher that would', async () => {
    const server = await serve((_, response) => answerJson(response, 500, {}));
    const agent = new Agent();
    ends.push(() => agent.destroy());
    const dispatcher = new RetryAgent(agent, { methods: ['POST'], minTimeout: 1, maxRetries: 3 });
    await clientOf(server.origin, { dispatcher }).call(post);
    expect(server.arrived).toHaveLength(1);
  });
});

describe('an answer', () => {
  it('is told with status, type and text', async () => {
    const answer = await answeredBy((_, response) => answerJson(response, 201, { PackageId: 'ü漢' }));
    expect(answer).toEqual({
      kind: 'answer',
      status: 201,
      contentType: 'application/json; charset=utf-8',
      retryAfterMs: null,
      location: null,
      body: '{"PackageId":"ü漢"}',
      bodyState: 'complete',
    });
  });

  describe.each([301, 302, 303, 307, 308])('that redirects (%i)', (status) => {
    it.each([
      ['to another port', (origin: string) => `${origin}/v1/orders`],
      ['to another host', (origin: string) => `${origin.replace('127.0.0.1', 'localhost')}/v1/orders`],
      ['to plain http', (origin: string) => `http://user@${origin.slice('http://'.length)}/`],
      ['to an address without a scheme', (origin: string) => origin.slice('http:'.length)],
    ])('%s is not followed: no order, no question and no secret reach it', async (_where, to) => {
      const other = await serve((_, response) => answerJson(response, 200, {}));
      const header = { name: 'authorization', value: 'Bearer 12345678' };
      for (const sendable of [post, get]) {
        const answer = await answeredBy(
          (_, response) => response.writeHead(status, { location: to(other.origin) }).end(),
          sendable,
          { header },
        );
        expect(answer).toMatchObject({ kind: 'answer', status, location: to(other.origin) });
      }
      expect(other.arrived).toHaveLength(0);
    });
  });

  it.each([
    ['Retry-After in seconds', { 'retry-after': '7' }, 7000],
    [
      'Retry-After as a date, measured from the answer own Date',
      { 'retry-after': 'Wed, 21 Oct 2015 07:28:30 GMT', date: 'Wed, 21 Oct 2015 07:28:00 GMT' },
      30_000,
    ],
    [
      'a date that is over',
      { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT', date: 'Thu, 22 Oct 2015 07:28:00 GMT' },
      0,
    ],
    ['more than a day', { 'retry-after': '99999999999999' }, 86_400_000],
    ['nonsense', { 'retry-after': 'soon' }, null],
  ])('tells %s', async (_name, headers, ms) => {
    const answer = await answeredBy((_, response) => answerJson(response, 429, {}, headers));
    expect(answer).toMatchObject({ status: 429, retryAfterMs: ms });
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ])('packed with %s is unpacked', async (encoding, pack) => {
    const answer = await answeredBy((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
      response.end(pack(Buffer.from('{"ok":"漢"}')));
    });
    expect(answer).toMatchObject({ body: '{"ok":"漢"}', bodyState: 'complete' });
  });

  const bodies: [string, Buffer, Record<string, string>, string, string][] = [
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), {}, 'garbled', '{\ufffd}'],
    ['an unknown packing', Buffer.from('{}'), { 'content-encoding': 'zstd-x' }, 'garbled', ''],
    ['a packing it has not', Buffer.from('{}'), { 'content-encoding': 'gzip' }, 'garbled', ''],
    ['half a packing', gzipSync(Buffer.from('{"a":1}')).subarray(0, 15), { 'content-encoding': 'gzip' }, 'cut', ''],
    ['a byte order mark', Buffer.from('\ufeff{}'), {}, 'complete', '{}'],
    ['nothing', Buffer.alloc(0), {}, 'complete', ''],
  ];
  it.each(bodies)('with %s is told as such', async (_name, bytes, headers, bodyState, body) => {
    const answer = await answeredBy((_, response) => response.writeHead(200, headers).end(bytes));
    expect(answer).toMatchObject({ kind: 'answer', status: 200, bodyState, body });
  });

  it('that is cut after its head is an answer cut short', async () => {
    const answer = await answeredBy((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"PackageId":"A', () => response.socket?.destroy());
    });
    expect(answer).toMatchObject({ kind: 'answer', status: 200, bodyState: 'cut', body: '{"PackageId":"A' });
  });

  it('that stops in mid-body is cut when the time is over', async () => {
    const slow: Handler = (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"a":');
    };
    expect(await answeredBy(slow, post, { timeoutMs: 150 })).toMatchObject({ status: 200, bodyState: 'cut' });
  });

  it('bigger than its cap is given up, packed or not', async () => {
    const caps = { record: 1000, list: 2000 };
    const big = 'x'.repeat(1500);
    const plain: Handler = (_, response) => response.end(big);
    const bomb: Handler = (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)).subarray(0, 900));
    const smallBomb: Handler = (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(100_000)));
    expect(await answeredBy(plain, post, { caps })).toMatchObject({ status: 200, bodyState: 'too-big' });
    expect(await answeredBy(plain, get, { caps })).toMatchObject({ status: 200, bodyState: 'complete', body: big });
    expect(await answeredBy(smallBomb, post, { caps })).toMatchObject({ status: 200, bodyState: 'too-big', body: '' });
    expect(await answeredBy(bomb, post, { caps })).toMatchObject({ status: 200, bodyState: 'too-big', body: '' });
  });

  it.each([
    ['a record', post, 1 << 20],
    ['a list', get, 16 << 20],
  ])('is read up to its cap and no byte more, as it comes and unpacked: %s', async (_what, sendable, cap) => {
    const plain: (size: number) => Handler = (size) => (_, response) => response.end('x'.repeat(size));
    const packed: (size: number) => Handler = (size) => (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(size)));
    for (const answer of [plain, packed]) {
      expect(await answeredBy(answer(cap), sendable)).toMatchObject({ bodyState: 'complete' });
      expect(await answeredBy(answer(cap + 1), sendable)).toMatchObject({ bodyState: 'too-big' });
    }
  });

  it('that quotes the secret is kept without it', async () => {
    const header = { name: 'authorization', value: 'Bearer s3cret-"value"' };
    const echo: Handler = ({ headers }, response) =>
      answerJson(
        response,
        500,
        { Message: `bad ${String(headers['authorization'])}` },
        { location: 'http://x/s3cret-"value"' },
      );
    const answer = await answeredBy(echo, post, { header });
    expect(JSON.stringify(answer)).not.toContain('s3cret');
    expect(answer).toMatchObject({ body: '{"Message":"bad [secret]"}' });
  });

  it('that quotes the secret in another writing is kept without it, too', async () => {
    const header = { name: 'x-token', value: 's3cret/value+1=' };
    const written = (plain: string): string[] => [
      encodeURIComponent(plain),
      Buffer.from(plain).toString('hex'),
      ...['', 'a', 'ab', 'token: '].flatMap((before) =>
        (['base64', 'base64url'] as const).map((form) => Buffer.from(`${before}${plain} end`).toString(form)),
      ),
    ];
    for (const echoed of written(header.value)) {
      const echo: Handler = (_request, response) => answerJson(response, 500, { Message: `bad ${echoed}` });
      const answer = await answeredBy(echo, post, { header });
      const body = answer.kind === 'answer' ? answer.body : '';
      expect(body).toContain('bad ');
      expect(body).toContain('[secret]');
      const left = body.replace('{"Message":"bad ', '').replace('[secret]', '');
      for (const form of ['base64', 'base64url', 'hex'] as const)
        expect(Buffer.from(left, form).toString('latin1')).not.toContain('s3cret');
    }
  });

  it('that is nested 20,000 deep is broken JSON, and no fault', async () => {
    const deep = `${'['.repeat(20_000)}12345678901234567890${']'.repeat(20_000)}`;
    const sent: Handler = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(deep);
    const answer = await answeredBy(sent, post, {});
    expect(answer.kind).toBe('answer');
    if (answer.kind === 'answer') expect(readJson(answer)).toEqual({ kind: 'broken', how: 'broken-json' });
  });
});

describe('no answer', () => {
  it('of a port nobody listens on never left', async () => {
    const server = await startWireServer(() => undefined);
    await server.close();
    expect(await clientOf(server.origin).call(post)).toMatchObject({
      kind: 'no-answer',
      left: 'never',
      cause: 'refused',
    });
  });

  it('of a name that is none never left', async () => {
    const exchange = await clientOf('https://no-such-host.invalid').call(post);
    expect(exchange).toMatchObject({ kind: 'no-answer', left: 'never', cause: 'name' });
  });

  it('before the head may have left: reset, half a head, silence', async () => {
    const may = (cause: string) => ({ kind: 'no-answer', left: 'maybe', cause });
    expect(await answeredBy((_, response) => response.socket?.resetAndDestroy())).toMatchObject(may('broken'));
    expect(await answeredBy((_, response) => response.socket?.end('HTTP/1.1 200 O'))).toMatchObject(may('broken'));
    expect(await answeredBy(() => undefined, post, { timeoutMs: 100 })).toMatchObject(may('timeout'));
  });

  it.each([
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}x'],
    ['a length and chunks', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}'],
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['endless headers', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n{}`],
  ])('of %s is no answer, and may have left', async (_name, bytes) => {
    const exchange = await answeredBy((_, response) => response.socket?.end(bytes));
    expect(exchange).toMatchObject({ kind: 'no-answer', left: 'maybe' });
  });

  it('of a server whose certificate proves nothing never left', async () => {
    const seen: string[] = [];
    const { tlsServer } = await import('../support/tls-server.ts');
    const server = await tlsServer((text) => seen.push(text));
    ends.push(() => server.close());
    const exchange = await clientOf(server.origin).call(post);
    expect(exchange).toMatchObject({ kind: 'no-answer', left: 'never', cause: 'tls' });
    expect(seen).toEqual([]);
  });

  it('is not sent any more once given up while still connecting', async () => {
    const seen: string[] = [];
    // A TLS handshake that is never answered keeps the request waiting for its connection.
    const server = createTcpServer((socket) => socket.on('data', (data) => seen.push(data.toString('latin1'))));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const client = clientOf(`https://127.0.0.1:${port}`, { timeoutMs: 100 });
    expect(await client.call(post)).toMatchObject({ kind: 'no-answer', left: 'never', cause: 'timeout' });
    expect(seen.join('')).not.toContain('directExpress');
  });

  it('follows from giving up, with what is known of whether it left', async () => {
    const silent = await serve(() => undefined);
    const client = clientOf(silent.origin);
    const giveUp = new AbortController();
    const call = client.call(post, giveUp.signal);
    while (silent.arrived.length === 0) await new Promise((resolve) => setImmediate(resolve));
    giveUp.abort();
    expect(await call).toMatchObject({ kind: 'no-answer', left: 'maybe', cause: 'stopped' });
    expect(await client.call(post, giveUp.signal)).toMatchObject({ left: 'never', cause: 'stopped' });
    expect(silent.arrived).toHaveLength(1);
  });

  it('never names the secret', async () => {
    const header = { name: 'authorization', value: 'Bearer 12345678' };
    const server = await startWireServer(() => undefined);
    await server.close();
    expect(JSON.stringify(await clientOf(server.origin, { header }).call(post))).not.toContain('12345678');
  });
});

describe('a client', () => {
  it.each([
    ['host', 'x'],
    ['Content-Length', '3'],
    ['transfer-encoding', 'chunked'],
    ['Keep-Alive', '5'],
    ['bad name', 'x'],
    ['x-token', 'a\r\nx: y'],
    ['x-token', '漢'],
  ])('refuses the header %s: %j, without quoting it', (name, value) => {
    const make = () => clientOf('http://127.0.0.1:1', { header: { name, value } });
    expect(make).toThrow(ProblemError);
    expect(make).toThrow(expect.objectContaining({ message: expect.not.stringContaining(value) as string }));
  });

  it('refuses an address that is none', () => {
    expect(() => clientOf('ftp://x')).toThrow(/https/);
  });
});
