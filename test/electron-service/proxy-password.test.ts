import { createClient } from '../../electron/delivery/service/client.ts';
import { acceptsBasic, type ProxyPassword } from '../../electron/delivery/service/proxy-password.ts';
import { proxyRouter } from '../../electron/delivery/service/proxy-router.ts';
import type { SerializedRequest } from '../../electron/delivery/service/request.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { namedServiceCertificate, serviceHostName, startNamedService } from '../support/named-service.ts';
import { realTimer } from '../support/real-time.ts';
import { startSocksProxy } from '../support/socks-proxy.ts';
import { answerJson } from '../support/wire-server.ts';
import { afterEach, describe, expect, it } from 'vitest';

const ends: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
function ending<T extends { close(): Promise<unknown> }>(started: T): T {
  ends.push(() => started.close());
  return started;
}

const order: SerializedRequest = {
  method: 'POST',
  path: '/v1/directExpressLabelOrders',
  body: '{"Contact":"Zoe Akesson"}',
  answerSize: 'record',
};
const service = async () => ending(await startNamedService((_request, response) => answerJson(response, 201, {})));
const right: ProxyPassword = { name: 'desk', password: 'for:the proxy' };
const basic = `Basic ${btoa('desk:for:the proxy')}`;
const wrong: ProxyPassword = { name: 'desk', password: 'of yesterday' };

/** A client behind the proxy in `way`; `given` returns what a person enters each time the proxy asks. */
function clientBehind(way: string, given: () => ProxyPassword | null) {
  const asked: [string, ProxyPassword | null][] = [];
  const ways = ending(
    proxyRouter({
      monotonic: () => performance.now(),
      env: {},
      trust: () => ({ ca: [namedServiceCertificate] }),
      proxyFor: () => Promise.resolve(way),
      signIn(proxy, refused) {
        asked.push([proxy, refused]);
        return Promise.resolve(given());
      },
    }),
  );
  const { call } = createClient({
    origin: `https://${serviceHostName}`,
    dispatcher: ways.to,
    timeoutMs: 20_000,
    timer: realTimer,
    now: Date.now,
  });
  return { call: () => call(order), asked };
}

describe('a proxy that asks for a password', () => {
  it('gets the password a person enters', async () => {
    const { port } = await service();
    const proxy = ending(
      await startConnectProxy(port, (headers) => (headers['proxy-authorization'] === basic ? null : 407)),
    );
    let given: ProxyPassword | null = null;
    const { call, asked } = clientBehind(`PROXY ${proxy.address}`, () => given);
    expect(await call()).toMatchObject({ sent: 'never', cause: 'proxy', code: 'PROXY_407' });
    given = right;
    expect(await call()).toMatchObject({ kind: 'answer', status: 201 });
    expect(asked).toEqual([
      [`http://${proxy.address}`, null],
      [`http://${proxy.address}`, null],
    ]);
    const tries = proxy.requests.map(({ headers }) => headers['proxy-authorization']);
    expect(tries).toEqual([undefined, undefined, basic]);
  });

  it('and no longer accepts the old one causes another sign-in, and the order has not left', async () => {
    const { port } = await service();
    const rightOf = new Set([basic]);
    const proxy = ending(
      await startConnectProxy(port, (headers) => (rightOf.has(headers['proxy-authorization'] ?? '') ? null : 407)),
    );
    let given = right;
    const { call, asked } = clientBehind(`PROXY ${proxy.address}`, () => given);
    expect(await call()).toMatchObject({ kind: 'answer' });
    // The password has changed and the connection is gone.
    rightOf.clear();
    proxy.closeConnections();
    given = wrong;
    expect(await call()).toMatchObject({ sent: 'never', cause: 'proxy', code: 'PROXY_407' });
    expect(asked.slice(-2).map(([, refused]) => refused)).toEqual([right, wrong]);
  });

  it('and rejects it causes another sign-in within the same call', async () => {
    const { port } = await service();
    const http = ending(await startConnectProxy(port, () => 407));
    const socks = ending(await startSocksProxy(port, 'desk:for:the proxy'));
    for (const way of [`PROXY ${http.address}`, `SOCKS5 ${socks.address}`]) {
      const { call, asked } = clientBehind(way, () => wrong);
      expect(await call()).toMatchObject({ sent: 'never', cause: 'proxy' });
      expect(asked.map(([, refused]) => refused)).toEqual([null, wrong]);
    }
  });

  it('by another scheme than Basic gets none, and no person is asked for one', async () => {
    const { port } = await service();
    const proxy = ending(await startConnectProxy(port, () => 407, 'Negotiate'));
    const { call, asked } = clientBehind(`PROXY ${proxy.address}`, () => right);
    expect(await call()).toMatchObject({ sent: 'never', cause: 'proxy', code: 'PROXY_SIGN_IN' });
    expect(asked).toEqual([]);
  });
});

describe('a SOCKS proxy', () => {
  it('forwards the request and resolves the host name of the service', async () => {
    const { port } = await service();
    const proxy = ending(await startSocksProxy(port));
    const { call, asked } = clientBehind(`SOCKS5 ${proxy.address}`, () => right);
    expect(await call()).toMatchObject({ kind: 'answer', status: 201 });
    expect(await call()).toMatchObject({ kind: 'answer', status: 201 });
    expect(new Set(proxy.requests.map(({ target: to, user: name }) => `${to} ${String(name)}`))).toEqual(
      new Set([`${serviceHostName}:443 null`]),
    );
    expect(asked).toEqual([]);
  });

  it('that asks for a password gets the one a person enters; a wrong one causes another sign-in', async () => {
    const { port } = await service();
    const proxy = ending(await startSocksProxy(port, 'desk:for:the proxy'));
    let given: ProxyPassword | null = null;
    const { call, asked } = clientBehind(`SOCKS ${proxy.address}`, () => given);
    expect(await call()).toMatchObject({ sent: 'never', cause: 'proxy' });
    given = wrong;
    expect(await call()).toMatchObject({ sent: 'never', cause: 'proxy' });
    given = right;
    expect(await call()).toMatchObject({ kind: 'answer', status: 201 });
    expect(asked).toHaveLength(4);
    expect(proxy.requests).toEqual([{ target: `${serviceHostName}:443`, user: 'desk' }]);
  });

  it('that is unreachable means that the order never left', async () => {
    const gone = await startSocksProxy(1);
    await gone.close();
    const away = clientBehind(`SOCKS5 ${gone.address}`, () => null);
    expect(await away.call()).toMatchObject({ sent: 'never', cause: 'proxy', code: 'PROXY_ECONNREFUSED' });
  });

  it('in front of a server with an untrusted certificate gets no order', async () => {
    const { port } = await service();
    const proxy = ending(await startSocksProxy(port));
    const ways = ending(
      proxyRouter({
        monotonic: () => performance.now(),
        env: {},
        proxyFor: () => Promise.resolve(`SOCKS5 ${proxy.address}`),
      }),
    );
    const client = createClient({
      origin: `https://${serviceHostName}`,
      dispatcher: ways.to,
      timeoutMs: 20_000,
      timer: realTimer,
      now: Date.now,
    });
    expect(await client.call(order)).toMatchObject({ kind: 'no-answer', sent: 'never', cause: 'tls' });
  });
});

it.each([
  ['Basic realm="x"', true],
  ['Negotiate, Basic realm="x"', true],
  [['NTLM', 'basic'], true],
  ['NTLM', false],
  ['Basically', false],
  [undefined, false],
])('a proxy that offers %j accepts Basic authentication: %s', (asks, takes) => {
  expect(acceptsBasic(asks)).toBe(takes);
});
