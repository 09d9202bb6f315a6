import { serveScreens } from '../../../electron/hosts/browser/serve-screens.ts';
import {
  token,
  folder,
  server,
  port,
  calls,
  serveForEach,
  type Answer,
  send,
  cookie,
  json,
  silent,
} from './served-screens.ts';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';

serveForEach();

describe('the printed address', () => {
  it('opens the page on every visit, and sets a cookie that scripts and other sites never get', async () => {
    const address = new URL(server.url);
    expect(address.hostname).toBe('127.0.0.1');
    for (let times = 0; times < 2; times += 1) {
      const answer = await send('GET', `/${address.search}`);
      expect(answer.status).toBe(200);
      expect(answer.text).toContain('<title>desk</title>');
      expect(answer.headers['set-cookie']).toEqual([`${cookie()}; Path=/; HttpOnly; SameSite=Strict`]);
    }
    expect(cookie()).not.toContain(token);
  });

  it('leads to the page, which requires the cookie', async () => {
    expect((await send('GET', '/')).status).toBe(401);
    const page = await send('GET', '/', { cookie: cookie() });
    expect(page.status).toBe(200);
    expect(page.text).toContain('<title>desk</title>');
  });

  it('is on loopback only', async () => {
    const { networkInterfaces } = await import('node:os');
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter((address) => !address.internal && address.family === 'IPv4');
    for (const { address } of others) {
      const reached = await new Promise((resolve) => {
        const socket = connect({ host: address, port, timeout: 1000 });
        socket
          .on('connect', () => resolve(true))
          .on('error', () => resolve(false))
          .on('timeout', () => resolve(false));
      });
      expect(reached).toBe(false);
    }
  });
});

describe('a call', () => {
  it('reaches the desk and returns its answer', async () => {
    const answer = await send('POST', '/rpc/settings.get', json(), '{}');
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ ok: true, value: 'heard' });
    expect(calls).toEqual([{ name: 'settings.get', input: {} }]);
  });

  const refused: [string, number, () => Promise<Answer>][] = [
    ['a foreign Host', 421, () => send('POST', '/rpc/settings.get', { ...json(), host: 'evil.example' }, '{}')],
    ['Origin null', 403, () => send('POST', '/rpc/settings.get', { ...json(), origin: 'null' }, '{}')],
    [
      'a foreign Origin',
      403,
      () => send('POST', '/rpc/settings.get', { ...json(), origin: 'http://evil.example' }, '{}'),
    ],
    ['no token', 401, () => send('POST', '/rpc/settings.get', { 'content-type': 'application/json' }, '{}')],
    [
      'the cookie alone',
      401,
      () => send('POST', '/rpc/settings.get', { cookie: cookie(), 'content-type': 'application/json' }, '{}'),
    ],
    ['a form', 415, () => send('POST', '/rpc/settings.get', { ...json(), 'content-type': 'text/plain' }, '{}')],
    ['no content type', 415, () => send('POST', '/rpc/settings.get', { authorization: `Bearer ${token}` }, '{}')],
    ['GET', 405, () => send('GET', '/rpc/settings.get', json())],
    ['an unknown procedure', 404, () => send('POST', '/rpc/settings.wipe', json(), '{}')],
    ['a name every object has', 404, () => send('POST', '/rpc/constructor', json(), '{}')],
    ['a path on the disk', 404, () => send('POST', '/rpc/labels.pdf', json(), '{"path":"/etc/passwd"}')],
    ['broken JSON', 400, () => send('POST', '/rpc/settings.get', json(), '{')],
    ['bytes that are not UTF-8', 400, () => send('POST', '/rpc/settings.get', json(), Buffer.from([0x22, 0xff, 0x22]))],
    ['an endless body', 413, () => send('POST', '/rpc/settings.get', { ...json(), 'content-length': '99999999999' })],
  ];
  it.each(refused)('with %s is refused: %i', async (_what, status, ask) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(calls).toEqual([]);
  });
});

describe('pages', () => {
  it.each(['/../package.json', '/..%2fpackage.json', '/%2e%2e/package.json', '/assets/../../x.js', '/none.js'])(
    'are not found at %s',
    async (path) => {
      expect((await send('GET', path, { cookie: cookie() })).status).toBe(404);
    },
  );
  it('can only be read', async () => {
    expect((await send('DELETE', '/index.html', { cookie: cookie() })).status).toBe(405);
    expect((await send('HEAD', '/index.html', { cookie: cookie() })).status).toBe(200);
  });
});

describe('a slow client', () => {
  it.each([
    ['head', 'POST /rpc/settings.get HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n'],
    [
      'body',
      `POST /rpc/settings.get HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    ],
  ])('that never ends its %s is disconnected', async (_what, sent) => {
    const patience = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 50 };
    const slow = await serveScreens(silent, { folder, port: 0, token }, patience);
    const socket = connect(Number(new URL(slow.url).port), '127.0.0.1');
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    socket.on('error', () => undefined);
    socket.write(sent.replace('PORT', new URL(slow.url).port));
    await ended;
    await slow.close();
  });
});

describe('a port that is taken', () => {
  it('is reported, not shared', async () => {
    await expect(serveScreens(silent, { folder, port, token })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
