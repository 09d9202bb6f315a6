import { findRefusal, type RequestInfo } from '../../../electron/hosts/browser/serve-screens.ts';
import { describe, expect, it } from 'vitest';

const token = 'k'.repeat(43);
const pass = 'p'.repeat(43);
const door = { port: 4711, token, pagePass: pass };
const host = '127.0.0.1:4711';
const cookie = `parcel-desk-4711=${pass}`;
const call = { url: '/rpc/settings.get', method: 'POST' };
const events = { url: '/events', method: 'GET' };
const authorization = `Bearer ${token}`;
const protocols = `parcel-desk.events, parcel-desk.token.${token}`;

const status = (knock: Partial<RequestInfo>) =>
  findRefusal(
    { url: '/', method: 'GET', headers: {}, ...knock, ...(knock.headers && { headers: knock.headers }) },
    door,
  )?.status;

describe('the guard accepts', () => {
  it('a page of this host with the cookie', () => {
    expect(
      status({ headers: { host, cookie, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' } }),
    ).toBeUndefined();
  });
  it('the same page by the name localhost', () => {
    expect(status({ headers: { host: 'localhost:4711', cookie, origin: 'http://localhost:4711' } })).toBeUndefined();
  });
  it('the printed address, wherever it was clicked', () => {
    expect(status({ url: `/?token=${token}`, headers: { host, 'sec-fetch-site': 'cross-site' } })).toBeUndefined();
  });
  it('the correct one of two cookies of the same name', () => {
    expect(status({ headers: { host, cookie: `parcel-desk-4711=old; ${cookie}` } })).toBeUndefined();
  });
});

describe('the token of the page', () => {
  it('authorizes calls and event sockets without a cookie', () => {
    expect(status({ ...call, headers: { host, authorization } })).toBeUndefined();
    expect(status({ ...events, headers: { host, 'sec-websocket-protocol': protocols } })).toBeUndefined();
  });
  it('is not replaced by the cookie, which is sent to every web server of this machine', () => {
    expect(status({ ...call, headers: { host, cookie } })).toBe(401);
    expect(status({ ...events, headers: { host, cookie } })).toBe(401);
    expect(status({ url: `/?token=${pass}`, headers: { host, cookie } })).toBe(401);
    expect(status({ ...call, headers: { host, cookie, authorization: `Bearer ${pass}` } })).toBe(401);
    const asProtocol = `parcel-desk.events, parcel-desk.token.${pass}`;
    expect(status({ ...events, headers: { host, cookie, 'sec-websocket-protocol': asProtocol } })).toBe(401);
  });
  it('is accepted whole and in its place only', () => {
    for (const given of [token, `bearer ${token}`, `Bearer ${token}k`, `Bearer ${token.slice(1)}`, 'Bearer ', ''])
      expect(status({ ...call, headers: { host, authorization: given } })).toBe(401);
    for (const given of ['parcel-desk.events', token, `parcel-desk.token.${token}k`, 'parcel-desk.token.', ''])
      expect(status({ ...events, headers: { host, 'sec-websocket-protocol': given } })).toBe(401);
    expect(status({ ...call, headers: { host, cookie: `parcel-desk-4711=${token}` } })).toBe(401);
  });
  it('does not authorize another site', () => {
    expect(status({ ...call, headers: { host, authorization, origin: 'http://127.0.0.1:9' } })).toBe(403);
    expect(status({ ...call, headers: { host, authorization, 'sec-fetch-site': 'same-site' } })).toBe(403);
  });
});

describe('the guard refuses', () => {
  it.each([
    'evil.example:4711',
    '127.0.0.1',
    '127.0.0.1:80',
    '[::1]:4711',
    '0.0.0.0:4711',
    '127.0.0.1:4711.evil.example',
    '',
  ])('another Host: %j', (name) => {
    expect(status({ headers: { host: name, cookie } })).toBe(421);
  });
  it('no Host at all', () => {
    expect(status({ headers: { cookie } })).toBe(421);
  });
  it.each([
    'null',
    'http://evil.example',
    'https://127.0.0.1:4711',
    'http://127.0.0.1:9',
    'http://localhost:4711',
    'file://',
    '',
  ])('another Origin: %j', (origin) => {
    expect(status({ method: 'POST', url: '/rpc/settings.get', headers: { host, cookie, origin } })).toBe(403);
  });
  it.each(['cross-site', 'same-site'])('a request from a page of a %s without an Origin', (site) => {
    expect(status({ headers: { host, cookie, 'sec-fetch-site': site } })).toBe(403);
  });
  it.each([
    ['no cookie', undefined],
    ['the cookie of another start', `parcel-desk-4711=${'x'.repeat(43)}`],
    ['the cookie of another port', `parcel-desk-4712=${pass}`],
    ['a pass that is longer', `parcel-desk-4711=${pass}k`],
    ['a truncated pass', `parcel-desk-4711=${pass.slice(1)}`],
    ['an empty pass', 'parcel-desk-4711='],
    ['the token as a cookie', `parcel-desk-4711=${token}`],
  ])('%s', (_what, given) => {
    expect(status({ headers: { host, ...(given !== undefined && { cookie: given }) } })).toBe(401);
  });
  it('a wrong token in the address, even with the right cookie', () => {
    expect(status({ url: '/?token=wrong', headers: { host, cookie } })).toBe(401);
  });
  it('a token in the address of anything but the first page', () => {
    expect(status({ url: `/assets/a.js?token=${token}`, headers: { host } })).toBe(401);
    expect(status({ url: `/rpc/settings.get?token=${token}`, method: 'POST', headers: { host } })).toBe(401);
    expect(status({ url: `/?token=${token}`, method: 'POST', headers: { host } })).toBe(401);
  });
  it('with the status of the first problem', () => {
    expect(status({ headers: { host: 'evil.example', origin: 'null' } })).toBe(421);
    expect(status({ headers: { host, origin: 'null' } })).toBe(403);
  });
});
