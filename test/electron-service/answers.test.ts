import { readJson } from '../../electron/delivery/service/read-json.ts';
import { answerJson, type Handler } from '../support/wire-server.ts';
import { endAfterEach, post, get, serve, answeredBy } from './calling.ts';
import { gzipSync, brotliCompressSync, deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

endAfterEach();

describe('an answer', () => {
  it('is reported with its status, content type and text', async () => {
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
    ])('%s is not followed: no order, query or secret reaches that address', async (_where, to) => {
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
      'Retry-After as a date, measured from the Date of the answer',
      { 'retry-after': 'Wed, 21 Oct 2015 07:28:30 GMT', date: 'Wed, 21 Oct 2015 07:28:00 GMT' },
      30_000,
    ],
    [
      'a date in the past as no wait',
      { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT', date: 'Thu, 22 Oct 2015 07:28:00 GMT' },
      0,
    ],
    ['more than a day as one day', { 'retry-after': '99999999999999' }, 86_400_000],
    ['nonsense as no Retry-After', { 'retry-after': 'soon' }, null],
  ])('reports %s', async (_name, headers, ms) => {
    const answer = await answeredBy((_, response) => answerJson(response, 429, {}, headers));
    expect(answer).toMatchObject({ status: 429, retryAfterMs: ms });
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ])('compressed with %s is decompressed', async (encoding, pack) => {
    const answer = await answeredBy((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
      response.end(pack(Buffer.from('{"ok":"漢"}')));
    });
    expect(answer).toMatchObject({ body: '{"ok":"漢"}', bodyState: 'complete' });
  });

  const bodies: [string, Buffer, Record<string, string>, string, string][] = [
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), {}, 'garbled', '{\ufffd}'],
    ['an unknown encoding', Buffer.from('{}'), { 'content-encoding': 'zstd-x' }, 'garbled', ''],
    ['an encoding it does not have', Buffer.from('{}'), { 'content-encoding': 'gzip' }, 'garbled', ''],
    ['half a gzip stream', gzipSync(Buffer.from('{"a":1}')).subarray(0, 15), { 'content-encoding': 'gzip' }, 'cut', ''],
    ['a byte order mark', Buffer.from('\ufeff{}'), {}, 'complete', '{}'],
    ['an empty body', Buffer.alloc(0), {}, 'complete', ''],
  ];
  it.each(bodies)(
    'with %s is reported with its text and body state',
    async (_name, bytes, headers, bodyState, body) => {
      const answer = await answeredBy((_, response) => response.writeHead(200, headers).end(bytes));
      expect(answer).toMatchObject({ kind: 'answer', status: 200, bodyState, body });
    },
  );

  it('whose connection breaks after its head is reported as cut', async () => {
    const answer = await answeredBy((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"PackageId":"A', () => response.socket?.destroy());
    });
    expect(answer).toMatchObject({ kind: 'answer', status: 200, bodyState: 'cut', body: '{"PackageId":"A' });
  });

  it('that stops in mid-body is reported as cut at the timeout', async () => {
    const slow: Handler = (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"a":');
    };
    expect(await answeredBy(slow, post, { timeoutMs: 1500 })).toMatchObject({ status: 200, bodyState: 'cut' });
  });

  it('larger than its size limit is given up, compressed or not', async () => {
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
  ])('is read up to its size limit and not a byte further, compressed or not: %s', async (_what, sendable, cap) => {
    const plain: (size: number) => Handler = (size) => (_, response) => response.end('x'.repeat(size));
    const packed: (size: number) => Handler = (size) => (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(size)));
    for (const answer of [plain, packed]) {
      expect(await answeredBy(answer(cap), sendable)).toMatchObject({ bodyState: 'complete' });
      expect(await answeredBy(answer(cap + 1), sendable)).toMatchObject({ bodyState: 'too-big' });
    }
  });

  it('that quotes the secret is returned without it', async () => {
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

  it('that quotes the secret in another encoding is returned without it', async () => {
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

  it('nested 20,000 levels deep is read as broken JSON and throws nothing', async () => {
    const deep = `${'['.repeat(20_000)}12345678901234567890${']'.repeat(20_000)}`;
    const sent: Handler = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(deep);
    const answer = await answeredBy(sent, post, {});
    expect(answer.kind).toBe('answer');
    if (answer.kind === 'answer') expect(readJson(answer)).toEqual({ kind: 'broken', fault: 'broken-json' });
  });
});
