import type { NumberedEvent } from '../../../shared/contract/desk-events.ts';
import { downloadOf } from '../../support/bytes-of.ts';
import { token, port, files, tell, serveForEach, send, cookie } from './served-screens.ts';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';

serveForEach();

describe('a file that the desk made', () => {
  const body = new TextEncoder().encode('%PDF');

  it('is a download under its own name, once', async () => {
    files.set('f-1', downloadOf('标签 "1".pdf', 'application/pdf', body));
    const answer = await send('GET', '/files/f-1', { cookie: cookie() });
    expect(answer.text).toBe('%PDF');
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="__ _1_.pdf"; filename*=UTF-8''%E6%A0%87%E7%AD%BE%20%221%22.pdf`,
    );
    expect((await send('GET', '/files/f-1', { cookie: cookie() })).status).toBe(404);
  });
  it('is never displayed as a page', async () => {
    files.set('f-2', downloadOf('a.html', 'text/html', body));
    expect((await send('GET', '/files/f-2', { cookie: cookie() })).headers['content-type']).toBe(
      'application/octet-stream',
    );
  });
  it('is not used up by an unauthorized request', async () => {
    files.set('f-3', downloadOf('a.pdf', 'application/pdf', body));
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

  it('are sent with a subprotocol that does not repeat the token', async () => {
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
  ])('are not sent with %s', async (_what, status, headers, asked) => {
    await expect(listening(headers(), asked)).rejects.toThrow(String(status));
  });

  it('are cut off from a screen that sends too much', async () => {
    const screen = await listening({});
    const closed = new Promise((resolve) => screen.once('close', resolve));
    screen.send('x'.repeat(5000));
    expect(await closed).toBe(1009);
    expect((await send('GET', '/', { cookie: cookie() })).status).toBe(200);
  });
});
