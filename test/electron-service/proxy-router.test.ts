import type { IncomingHttpHeaders } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from '../../electron/service/client.ts';
import { proxiesIn } from '../../electron/service/proxies-in.ts';
import type { SerializedRequest } from '../../electron/service/request.ts';
import { systemTrust, proxyRouter, type ProxyRouterHost } from '../../electron/service/proxy-router.ts';
import { startConnectProxy, type ConnectProxy } from '../support/connect-proxy.ts';
import { certOfNamed, nameOfService, startNamedService } from '../support/named-service.ts';
import { realTimer } from '../support/real-time.ts';
import { answerJson, startWireServer } from '../support/wire-server.ts';

const ends: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
const secret = 'hush-51c0-for-the-service';
const order: SerializedRequest = {
  method: 'POST',
  path: '/v1/directExpressLabelOrders',
  body: '{"Contact":"Zoe Akesson"}',
  answers: 'record',
};
const trust = () => ({ ca: [certOfNamed] });

/** A service with a name, and the headers it was asked with. */
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
function clientBy(host: Partial<ProxyRouterHost>, origin = `https://${nameOfService}`) {
  const ways = proxyRouter({ monotonic: () => performance.now(), env: {}, ...host });
  ends.push(() => ways.close());
  const header = { name: 'X-Key', value: secret };
  return createClient({ origin, header, dispatcher: ways.to, timeoutMs: 20_000, timer: realTimer, now: Date.now });
}

describe('the way to a service', () => {
  it('goes through the proxy the system names, in a tunnel that shows neither secret nor order', async () => {
    const { port, arrived } = await service();
    const proxy = await proxyTo(port);
    const client = clientBy({ trust, proxyFor: () => Promise.resolve(`PROXY ${proxy.place}; DIRECT`) });
    expect(await client.call(order)).toMatchObject({ kind: 'answer', status: 201 });
    expect(await client.call(order)).toMatchObject({ kind: 'answer', status: 201 });
    expect(arrived.map((headers) => headers['x-key'])).toEqual([secret, secret]);
    expect(new Set(proxy.asked.map(({ line }) => line))).toEqual(new Set([`CONNECT ${nameOfService}:443`]));
    expect(JSON.stringify(proxy.asked)).not.toContain(secret);
    const seen = proxy.seen().toString('latin1');
    expect(seen.length).toBeGreaterThan(100);
    expect(seen).not.toContain(secret);
    expect(seen).not.toContain('Akesson');
  });

  it('trusts nobody behind a proxy whom it would not trust without', async () => {
    const { port, arrived } = await service();
    const proxy = await proxyTo(port);
    const client = clientBy({ proxyFor: () => Promise.resolve(`PROXY ${proxy.place}`) });
    expect(await client.call(order)).toMatchObject({ kind: 'no-answer', left: 'never', cause: 'tls' });
    expect(arrived).toEqual([]);
  });

  it('takes a proxy that asks for a password, or is not there, as a proxy that does not let it through: nothing left', async () => {
    const { port, arrived } = await service();
    const proxy = await proxyTo(port, () => 407);
    const asks = clientBy({ trust, proxyFor: () => Promise.resolve(`PROXY ${proxy.place}`) });
    expect(await asks.call(order)).toMatchObject({ left: 'never', cause: 'proxy', code: 'PROXY_407' });
    expect(proxy.asked[0]?.headers['proxy-authorization']).toBeUndefined();
    const gone = await startConnectProxy(port);
    await gone.close();
    const away = clientBy({ trust, proxyFor: () => Promise.resolve(`PROXY ${gone.place}`) });
    expect(await away.call(order)).toMatchObject({ left: 'never', cause: 'proxy', code: 'PROXY_ECONNREFUSED' });
    const socks = clientBy({ trust, proxyFor: () => Promise.resolve('SOCKS4 127.0.0.1:1') });
    expect(await socks.call(order)).toMatchObject({ left: 'never', cause: 'proxy', code: 'PROXY_KIND' });
    expect(arrived).toEqual([]);
  });

  it('passes over a proxy that is not there, for the next way the system names', async () => {
    const { port } = await service();
    const proxy = await proxyTo(port);
    const gone = await startConnectProxy(port);
    await gone.close();
    const client = clientBy({ trust, proxyFor: () => Promise.resolve(`PROXY ${gone.place}; PROXY ${proxy.place}`) });
    expect(await client.call(order)).toMatchObject({ left: 'never', cause: 'proxy' });
    expect(await client.call(order)).toMatchObject({ kind: 'answer', status: 201 });
    expect(proxy.asked).toHaveLength(1);
  });

  it('to this machine itself is straight, whatever system and environment say', async () => {
    const server = await startWireServer((_request, response) => answerJson(response, 201, {}));
    ends.push(() => server.close());
    const proxy = await proxyTo(1);
    const env = { HTTP_PROXY: `http://${proxy.place}`, HTTPS_PROXY: `http://${proxy.place}` };
    for (const host of [{ env }, { proxyFor: () => Promise.resolve(`PROXY ${proxy.place}`) }])
      expect(await clientBy(host, server.origin).call(order)).toMatchObject({ kind: 'answer', status: 201 });
    expect(proxy.asked).toEqual([]);
  });

  it('without a word of the system is the one the environment names, with the password that stands there', async () => {
    const { port, arrived } = await service();
    const proxy = await proxyTo(port);
    const env = { HTTPS_PROXY: `http://desk:for-the-proxy@${proxy.place}` };
    expect(await clientBy({ trust, env }).call(order)).toMatchObject({ kind: 'answer', status: 201 });
    expect(proxy.asked[0]?.headers['proxy-authorization']).toBe(`Basic ${btoa('desk:for-the-proxy')}`);
    // the service is told nothing of it
    expect(arrived[0]?.['proxy-authorization']).toBeUndefined();
    const without = clientBy({ trust, env: { ...env, NO_PROXY: nameOfService } });
    expect(await without.call(order)).toMatchObject({ kind: 'no-answer', left: 'never', cause: 'name' });
    expect(await clientBy({ trust, env: { HTTPS_PROXY: 'no address' } }).call(order)).toMatchObject({
      cause: 'proxy',
      code: 'PROXY_SETTING',
    });
    expect(proxy.asked).toHaveLength(1);
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
])('of what the system names, %j, the ways are %j', (answer, ways) => {
  expect(proxiesIn(answer)).toEqual(ways);
});

describe('the certificates of the system', () => {
  it('are trusted beside those of the runtime', () => {
    const trusted = systemTrust({ getCACertificates: (kind) => (kind === 'system' ? ['ours', 'both'] : ['both']) });
    expect(trusted).toEqual({ ca: ['both', 'ours'] });
  });
  it('are unknown where the runtime cannot tell them, and its own stay', () => {
    expect(systemTrust({})).toBeUndefined();
  });
});
