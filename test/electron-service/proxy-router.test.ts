import { createClient } from '../../electron/delivery/service/client.ts';
import { systemTrust, proxyRouter, type ProxyRouterHost } from '../../electron/delivery/service/proxy-router.ts';
import { parseProxyRoutes } from '../../electron/delivery/service/proxy-routes.ts';
import type { SerializedRequest } from '../../electron/delivery/service/request.ts';
import { startConnectProxy, type ConnectProxy } from '../support/connect-proxy.ts';
import { namedServiceCertificate, serviceHostName, startNamedService } from '../support/named-service.ts';
import { realTimer } from '../support/real-time.ts';
import { answerJson, startWireServer } from '../support/wire-server.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';

const ends: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
const secret = 'hush-51c0-for-the-service';
const order: SerializedRequest = {
  method: 'POST',
  path: '/v1/directExpressLabelOrders',
  body: '{"Contact":"Zoe Akesson"}',
  answerSize: 'record',
};
const trust = () => ({ ca: [namedServiceCertificate] });

/** A service with a host name, and the headers of the requests that reached it. */
async function service() {
  const arrived: IncomingHttpHeaders[] = [];
  const started = await startNamedService(({ headers }, response) => {
    arrived.push(headers);
    answerJson(response, 201, {});
  });
  ends.push(() => started.close());
  return { ...started, arrived };
}
async function proxyTo(port: number, refuses?: () => number | null): Promise<ConnectProxy> {
  const proxy = await startConnectProxy(port, refuses);
  ends.push(() => proxy.close());
  return proxy;
}
function clientBy(host: Partial<ProxyRouterHost>, origin = `https://${serviceHostName}`) {
  const ways = proxyRouter({ monotonic: () => performance.now(), env: {}, ...host });
  ends.push(() => ways.close());
  const header = { name: 'X-Key', value: secret };
  return createClient({ origin, header, dispatcher: ways.to, timeoutMs: 20_000, timer: realTimer, now: Date.now });
}

describe('the route to a service', () => {
  it('is a tunnel through the proxy the system names, which sees neither secret nor order', async () => {
    const { port, arrived } = await service();
    const proxy = await proxyTo(port);
    const client = clientBy({ trust, proxyFor: () => Promise.resolve(`PROXY ${proxy.address}; DIRECT`) });
    expect(await client.call(order)).toMatchObject({ kind: 'answer', status: 201 });
    expect(await client.call(order)).toMatchObject({ kind: 'answer', status: 201 });
    expect(arrived.map((headers) => headers['x-key'])).toEqual([secret, secret]);
    expect(new Set(proxy.requests.map(({ line }) => line))).toEqual(new Set([`CONNECT ${serviceHostName}:443`]));
    expect(JSON.stringify(proxy.requests)).not.toContain(secret);
    const seen = proxy.receivedBytes().toString('latin1');
    expect(seen.length).toBeGreaterThan(100);
    expect(seen).not.toContain(secret);
    expect(seen).not.toContain('Akesson');
  });

  it('trusts no certificate behind a proxy that it would not trust without one', async () => {
    const { port, arrived } = await service();
    const proxy = await proxyTo(port);
    const client = clientBy({ proxyFor: () => Promise.resolve(`PROXY ${proxy.address}`) });
    expect(await client.call(order)).toMatchObject({ kind: 'no-answer', sent: 'never', cause: 'tls' });
    expect(arrived).toEqual([]);
  });

  it('is blocked by a proxy that asks for a password, is unreachable or is of an unsupported kind, and nothing left', async () => {
    const { port, arrived } = await service();
    const proxy = await proxyTo(port, () => 407);
    const asks = clientBy({ trust, proxyFor: () => Promise.resolve(`PROXY ${proxy.address}`) });
    expect(await asks.call(order)).toMatchObject({ sent: 'never', cause: 'proxy', code: 'PROXY_407' });
    expect(proxy.requests[0]?.headers['proxy-authorization']).toBeUndefined();
    const gone = await startConnectProxy(port);
    await gone.close();
    const away = clientBy({ trust, proxyFor: () => Promise.resolve(`PROXY ${gone.address}`) });
    expect(await away.call(order)).toMatchObject({ sent: 'never', cause: 'proxy', code: 'PROXY_ECONNREFUSED' });
    const socks = clientBy({ trust, proxyFor: () => Promise.resolve('SOCKS4 127.0.0.1:1') });
    expect(await socks.call(order)).toMatchObject({ sent: 'never', cause: 'proxy', code: 'PROXY_KIND' });
    expect(arrived).toEqual([]);
  });

  it('takes the next proxy the system names after one was unreachable', async () => {
    const { port } = await service();
    const proxy = await proxyTo(port);
    const gone = await startConnectProxy(port);
    await gone.close();
    const client = clientBy({
      trust,
      proxyFor: () => Promise.resolve(`PROXY ${gone.address}; PROXY ${proxy.address}`),
    });
    expect(await client.call(order)).toMatchObject({ sent: 'never', cause: 'proxy' });
    expect(await client.call(order)).toMatchObject({ kind: 'answer', status: 201 });
    expect(proxy.requests).toHaveLength(1);
  });

  it('to this machine is direct, whatever system and environment configure', async () => {
    const server = await startWireServer((_request, response) => answerJson(response, 201, {}));
    ends.push(() => server.close());
    const proxy = await proxyTo(1);
    const env = { HTTP_PROXY: `http://${proxy.address}`, HTTPS_PROXY: `http://${proxy.address}` };
    for (const host of [{ env }, { proxyFor: () => Promise.resolve(`PROXY ${proxy.address}`) }])
      expect(await clientBy(host, server.origin).call(order)).toMatchObject({ kind: 'answer', status: 201 });
    expect(proxy.requests).toEqual([]);
  });

  it('is the proxy in the environment, with the password in its address, if the system names none', async () => {
    const { port, arrived } = await service();
    const proxy = await proxyTo(port);
    const env = { HTTPS_PROXY: `http://desk:for-the-proxy@${proxy.address}` };
    expect(await clientBy({ trust, env }).call(order)).toMatchObject({ kind: 'answer', status: 201 });
    expect(proxy.requests[0]?.headers['proxy-authorization']).toBe(`Basic ${btoa('desk:for-the-proxy')}`);
    // The password does not reach the service.
    expect(arrived[0]?.['proxy-authorization']).toBeUndefined();
    const without = clientBy({ trust, env: { ...env, NO_PROXY: serviceHostName } });
    expect(await without.call(order)).toMatchObject({ kind: 'no-answer', sent: 'never', cause: 'name' });
    expect(await clientBy({ trust, env: { HTTPS_PROXY: 'no address' } }).call(order)).toMatchObject({
      cause: 'proxy',
      code: 'PROXY_SETTING',
    });
    expect(proxy.requests).toHaveLength(1);
  });
});

it.each([
  ['', ['']],
  ['DIRECT', ['']],
  ['PROXY a.example:3128; DIRECT', ['http://a.example:3128', '']],
  ['HTTPS a.example:443;PROXY [::1]:80', ['https://a.example:443', 'http://[::1]:80']],
  ['SOCKS5 a:1; proxy b:2', ['socks5://a:1', 'http://b:2']],
  ['SOCKS a:1', ['socks5://a:1']],
  ['SOCKS4 a:1', []],
  ['PROXY name:password@a.example:3128', []],
  ['PROXY a.example:99999999', []],
  ['PROXY a.example:3128/path?x', []],
  ['PROXY a b; PROXY', []],
])('the system proxy setting %j gives the routes %j', (answer, ways) => {
  expect(parseProxyRoutes(answer)).toEqual(ways);
});

describe('the certificates of the system', () => {
  it('are trusted in addition to those of the runtime', () => {
    const trusted = systemTrust({ getCACertificates: (kind) => (kind === 'system' ? ['ours', 'both'] : ['both']) });
    expect(trusted).toEqual({ ca: ['both', 'ours'] });
  });
  it('are left out if the runtime cannot list them, so that its own stay in force', () => {
    expect(systemTrust({})).toBeUndefined();
  });
});
