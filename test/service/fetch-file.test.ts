import { fetchFile } from '../../electron/delivery/service/fetch-file.ts';
import { isPrivateAddress, isPrivateHost } from '../../electron/platform/private-address.ts';
import { after } from '../support/raw-labels.ts';
import { tlsCertificate, startHttpAndHttps } from '../support/tls-server.ts';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const heard: { path: string; headers: IncomingHttpHeaders }[] = [];
const answers: Record<string, RequestListener> = {
  '/label.pdf?key=1': (_, response) => response.end('%PDF-1.4 a label'),
  '/elsewhere': (_, response) => response.writeHead(302, { location: '/label.pdf?key=1' }).end(),
  '/large': (_, response) => response.end(Buffer.alloc(5000)),
  '/packed': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('a'.repeat(9000))),
  '/cut': (_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    setTimeout(() => response.destroy(), 20);
  },
  '/never': () => undefined,
};
let doors: Awaited<ReturnType<typeof startHttpAndHttps>>;
beforeAll(async () => {
  doors = await startHttpAndHttps(
    (request, response) => {
      heard.push({ path: request.url ?? '', headers: request.headers });
      (answers[request.url ?? ''] ?? ((_, other) => other.writeHead(404).end()))(request, response);
    },
    (_, response) => response.end('not encrypted'),
  );
});
afterAll(() => doors.close());

const ask = (path: string, more: Partial<Parameters<typeof fetchFile>[1]> = {}) =>
  fetchFile(new URL(path, doors.https), {
    timeoutMs: 5000,
    capBytes: 1000,
    allowPrivate: true,
    timer: { after },
    ca: [tlsCertificate],
    ...more,
  });

describe('a file at an address written by someone else', () => {
  it('is fetched whole, with no header that identifies the desk', async () => {
    const fetched = await ask('/label.pdf?key=1');
    expect('bytes' in fetched && Buffer.from(fetched.bytes).toString()).toBe('%PDF-1.4 a label');
    const headers = Object.keys(heard.at(-1)?.headers ?? {}).toSorted();
    expect(headers).toEqual(['accept', 'accept-encoding', 'connection', 'host']);
  });

  it.each([
    ['/elsewhere', { refused: 'not-fetched', said: 'status 302' }],
    ['/nothing', { refused: 'not-fetched', said: 'status 404' }],
    ['/large', { refused: 'too-large' }],
    ['/packed', { refused: 'not-fetched', said: 'gzip' }],
    ['/cut', { refused: 'not-fetched', said: 'The connection broke before an answer came.' }],
  ])('%s is not followed, repeated or accepted in part', async (path, wanted) => {
    const before = heard.length;
    expect(await ask(path)).toEqual(wanted);
    expect(heard).toHaveLength(before + 1);
  });

  it('is given up after the timeout, and refused from a server with an untrusted certificate', async () => {
    expect(await ask('/never', { timeoutMs: 50 })).toMatchObject({ refused: 'not-fetched' });
    expect(await ask('/label.pdf?key=1', { ca: [] })).toMatchObject({ said: expect.stringContaining('TLS') as string });
  });

  it('is never requested from this machine or the local network unless that is allowed, whatever the name', async () => {
    const before = heard.length;
    const port = new URL(doors.https).port;
    for (const host of ['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433', '10.1.2.3'])
      expect(
        await fetchFile(new URL(`https://${host}:${port}/label.pdf?key=1`), {
          timeoutMs: 5000,
          capBytes: 1000,
          allowPrivate: false,
          timer: { after },
          ca: [tlsCertificate],
        }),
        host,
      ).toEqual({ refused: 'private-address' });
    expect(heard).toHaveLength(before);
  });

  it.each([
    '0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 127.255.255.255 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255',
    '::127.0.0.1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:0:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b:1::7f00:1 2002:7f00:1:: 2001:0:7f00:1:: 3fff::1',
    ':: ::1 fc00::1 fd12:3456::1 fe80::1 ff02::1 ::ffff:10.0.0.1 ::ffff:7f00:1 64:ff9b::a00:1 2002:a00:1:: 2001:db8::1 name.example',
  ])('is at a private address if it resolves to %s', (addresses) => {
    for (const address of addresses.split(' ')) expect(isPrivateAddress(address), address).toBe(true);
  });

  it.each([
    '0x7f.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '127.1',
    '①②⑦.0.0.1',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    'localhost.',
    'a.localhost',
  ])('is at a private host if its URL contains %s', (host) =>
    expect(isPrivateHost(new URL(`https://${host}/label.pdf`))).toBe(true),
  );

  it('is at a public address otherwise', () => {
    for (const address of ['1.1.1.1', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])
      expect(isPrivateAddress(address), address).toBe(false);
  });
});
