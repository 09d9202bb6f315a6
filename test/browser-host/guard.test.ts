import { describe, expect, it } from 'vitest';
import { refuse, type Knock } from '../../electron/browser-host/guard.ts';

const token = 'k'.repeat(43);
const door = { port: 4711, token };
const host = '127.0.0.1:4711';
const cookie = `parcel-desk-4711=${token}`;

const status = (knock: Partial<Knock>) =>
  refuse({ url: '/', method: 'GET', headers: {}, ...knock, ...(knock.headers && { headers: knock.headers }) }, door)
    ?.status;

describe('the guard lets in', () => {
  it('a page of this host with the cookie', () => {
    expect(
      status({ headers: { host, cookie, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' } }),
    ).toBeUndefined();
  });
  it('the same by the name localhost', () => {
    expect(status({ headers: { host: 'localhost:4711', cookie, origin: 'http://localhost:4711' } })).toBeUndefined();
  });
  it('the printed address, wherever it was clicked', () => {
    expect(status({ url: `/?token=${token}`, headers: { host, 'sec-fetch-site': 'cross-site' } })).toBeUndefined();
  });
  it('the right one of two cookies of the same name', () => {
    expect(status({ headers: { host, cookie: `parcel-desk-4711=old; ${cookie}` } })).toBeUndefined();
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
  it.each(['cross-site', 'same-site'])('what a page of a %s sends without an Origin', (site) => {
    expect(status({ headers: { host, cookie, 'sec-fetch-site': site } })).toBe(403);
  });
  it.each([
    ['no token', undefined],
    ['the token of another start', `parcel-desk-4711=${'x'.repeat(43)}`],
    ['the cookie of another port', `parcel-desk-4712=${token}`],
    ['a token that is longer', `parcel-desk-4711=${token}k`],
    ['a token cut short', `parcel-desk-4711=${token.slice(1)}`],
    ['an empty token', 'parcel-desk-4711='],
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
  it('names the first thing that is wrong', () => {
    expect(status({ headers: { host: 'evil.example', origin: 'null' } })).toBe(421);
    expect(status({ headers: { host, origin: 'null' } })).toBe(403);
  });
});
