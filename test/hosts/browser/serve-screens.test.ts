import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { serveScreens, type ScreenServer } from '../../../electron/hosts/browser/serve-screens.ts';
import type { MadeFile } from '../../../electron/rpc/screens/screen-desk.ts';
import type { NumberedEvent } from '../../../shared/contract/desk-events.ts';
import { ok } from '../../../shared/contract/problem.ts';
import { madeFile } from '../../support/bytes-of.ts';

const token = 't'.repeat(43);
let folder: string;
let server: ScreenServer;
let port: number;
let calls: { name: string; input: unknown }[];
let files: Map<string, MadeFile>;
let tell: (event: NumberedEvent) => void;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'screens-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>desk</title>');
  calls = [];
  files = new Map();
  server = await serveScreens(
    {
      call: (name, input) => {
        calls.push({ name, input });
        return Promise.resolve(ok('heard'));
      },
      onEvent: (listener) => (tell = listener),
      takeFile: (id) => {
        const file = files.get(id) ?? null;
        files.delete(id);
        return Promise.resolve(file);
      },
      close: () => Promise.resolve(),
    },
    { folder, port: 0, token },
  );
  port = Number(new URL(server.url).port);
  const [kept = ''] = (await send('GET', `/?token=${token}`)).headers['set-cookie'] ?? [];
  cookie = () => kept.split(';', 1)[0] ?? '';
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends exactly these headers and this path, as no browser or fetch would. */
function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(pieces).toString(),
        }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** What a browser keeps of the printed address, and sends to every port of 127.0.0.1. */
let cookie: () => string;
const json = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

describe('the address that is printed', () => {
  it('opens the page as often as it is asked for, and gives a cookie that scripts and other sites never get', async () => {
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

  it('leads to the page, which is closed without the cookie', async () => {
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
  it('reaches the desk and brings its answer', async () => {
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
    ['a procedure nobody wrote', 404, () => send('POST', '/rpc/settings.wipe', json(), '{}')],
    ['a name every object has', 404, () => send('POST', '/rpc/constructor', json(), '{}')],
    ['a path on the disk', 404, () => send('POST', '/rpc/labels.pdf', json(), '{"path":"/etc/passwd"}')],
    ['broken JSON', 400, () => send('POST', '/rpc/settings.get', json(), '{')],
    ['bytes that are no UTF-8', 400, () => send('POST', '/rpc/settings.get', json(), Buffer.from([0x22, 0xff, 0x22]))],
    [
      'a body without end',
      413,
      () => send('POST', '/rpc/settings.get', { ...json(), 'content-length': '99999999999' }),
    ],
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
    'are missing at %s',
    async (path) => {
      expect((await send('GET', path, { cookie: cookie() })).status).toBe(404);
    },
  );
  it('are only read', async () => {
    expect((await send('DELETE', '/index.html', { cookie: cookie() })).status).toBe(405);
    expect((await send('HEAD', '/index.html', { cookie: cookie() })).status).toBe(200);
  });
});

describe('a file the desk made', () => {
  const body = new TextEncoder().encode('%PDF');

  it('is a download under its own name, once', async () => {
    files.set('f-1', madeFile('标签 "1".pdf', 'application/pdf', body));
    const answer = await send('GET', '/files/f-1', { cookie: cookie() });
    expect(answer.text).toBe('%PDF');
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="__ _1_.pdf"; filename*=UTF-8''%E6%A0%87%E7%AD%BE%20%221%22.pdf`,
    );
    expect((await send('GET', '/files/f-1', { cookie: cookie() })).status).toBe(404);
  });
  it('is never shown as a page', async () => {
    files.set('f-2', madeFile('a.html', 'text/html', body));
    expect((await send('GET', '/files/f-2', { cookie: cookie() })).headers['content-type']).toBe(
      'application/octet-stream',
    );
  });
  it('is not spent by one who may not have it', async () => {
    files.set('f-3', madeFile('a.pdf', 'application/pdf', body));
    expect((await send('GET', '/files/f-3')).status).toBe(401);
    expect((await send('HEAD', '/files/f-3', { cookie: cookie() })).status).toBe(404);
    expect((await send('GET', '/files/f-3', { cookie: cookie() })).status).toBe(200);
  });
});

describe('events', () => {
  const event: NumberedEvent = { n: 1, event: { kind: 'settings' } };

  const protocols = ['parcel-desk.events', `parcel-desk.token.${token}`];

  it('reach every screen that listens', async () => {
    const screens = await Promise.all([1, 2].map(() => listening({})));
    const heard = screens.map(
      (screen) => new Promise((resolve) => screen.once('message', (data: Buffer) => resolve(data.toString()))),
    );
    tell(event);
    expect((await Promise.all(heard)).map((text) => JSON.parse(text as string))).toEqual([event, event]);
  });

  it('come by a subprotocol that does not say the token back', async () => {
    expect((await listening({})).protocol).toBe('parcel-desk.events');
  });

  function listening(headers: Record<string, string>, asked: string[] = protocols): Promise<WebSocket> {
    const screen = new WebSocket(`ws://127.0.0.1:${String(port)}/events`, asked, { headers });
    return new Promise((resolve, reject) => screen.once('open', () => resolve(screen)).once('error', reject));
  }

  it.each([
    ['no token', 401, () => ({}), ['parcel-desk.events']],
    ['the cookie alone', 401, () => ({ cookie: cookie() }), []],
    ['a foreign origin', 403, () => ({ origin: 'http://evil.example' }), protocols],
    ['origin null', 403, () => ({ origin: 'null' }), protocols],
    ['a foreign host', 421, () => ({ host: 'evil.example' }), protocols],
  ])('are not told with %s', async (_what, status, headers, asked) => {
    await expect(listening(headers(), asked)).rejects.toThrow(String(status));
  });

  it('are cut off from a screen that talks too much', async () => {
    const screen = await listening({});
    const closed = new Promise((resolve) => screen.once('close', resolve));
    screen.send('x'.repeat(5000));
    expect(await closed).toBe(1009);
    expect((await send('GET', '/', { cookie: cookie() })).status).toBe(200);
  });
});

describe('a slow page', () => {
  it.each([
    ['head', 'POST /rpc/settings.get HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n'],
    [
      'body',
      `POST /rpc/settings.get HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    ],
  ])('that never ends its %s is let go', async (_what, sent) => {
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

const silent = {
  call: () => Promise.resolve(ok(1)),
  onEvent: () => undefined,
  takeFile: () => Promise.resolve(null),
  close: () => Promise.resolve(),
};

describe('a port that is taken', () => {
  it('is told, not shared', async () => {
    await expect(serveScreens(silent, { folder, port, token })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
