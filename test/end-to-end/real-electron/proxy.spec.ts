import { startConnectProxy, type ConnectProxy } from '../../support/connect-proxy.ts';
import { serviceHostName, startNamedService } from '../../support/named-service.ts';
import { ask } from '../ask.ts';
import { test as base, expect } from '../desk-test.ts';
import { switchTo } from '../go-live.ts';
import { randomUUID } from 'node:crypto';

const secret = 'hush-9e11-not-for-proxies';

const test = base.extend<{ tunnels: ConnectProxy; arrived: string[] }>({
  arrived: async ({}, use) => use([]),
  tunnels: async ({ arrived }, use) => {
    const service = await startNamedService(({ url = '' }, response) => {
      arrived.push(url);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
    const proxy = await startConnectProxy(service.port);
    await use(proxy);
    await proxy.close();
    await service.close();
  },
  hostArguments: async ({ tunnels }, use) => use([`--proxy-server=http://${tunnels.address}`]),
});

test('requests to the service go through a tunnel of the system proxy, and none is sent without a trusted certificate', async ({
  desk,
  tunnels: proxy,
  arrived,
}) => {
  const { page } = desk;
  await ask(page, 'desk.setService', { commandId: randomUUID(), address: `https://${serviceHostName}` });
  await ask(page, 'settings.set', { values: { headerName: 'X-Key' } });
  await ask(page, 'desk.setSecret', { commandId: randomUUID(), value: secret });
  await switchTo(page, 'live');
  await expect.poll(() => proxy.requests.length).toBeGreaterThan(0);
  // The practice service is on this machine, and Chromium sends no requests of its own.
  expect(new Set(proxy.requests.map(({ line }) => line))).toEqual(new Set([`CONNECT ${serviceHostName}:443`]));
  await expect(
    page.getByText('The connection is not secure: the service’s certificate is not trusted. Nothing is sent.'),
  ).toBeVisible();
  expect(arrived).toEqual([]);
  expect(JSON.stringify(proxy.requests)).not.toContain(secret);
  expect(proxy.receivedBytes().includes(secret)).toBe(false);
});
