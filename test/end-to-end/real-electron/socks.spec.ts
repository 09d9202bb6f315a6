import { serviceHostName, startNamedService } from '../../support/named-service.ts';
import { startSocksProxy, type SocksProxy } from '../../support/socks-proxy.ts';
import { ask } from '../ask.ts';
import { test as base, expect } from '../desk-test.ts';
import { switchTo } from '../go-live.ts';
import { randomUUID } from 'node:crypto';

const test = base.extend<{ socks: SocksProxy }>({
  socks: async ({}, use) => {
    const service = await startNamedService((_request, response) => response.end('{}'));
    const proxy = await startSocksProxy(service.port);
    await use(proxy);
    await proxy.close();
    await service.close();
  },
  hostArguments: async ({ socks }, use) => use([`--proxy-server=socks5://${socks.address}`]),
});

test('requests to the service go through the SOCKS proxy of the system, and its certificate must be trusted all the same', async ({
  desk,
  socks,
}) => {
  const { page } = desk;
  await ask(page, 'desk.setService', { commandId: randomUUID(), address: `https://${serviceHostName}` });
  await switchTo(page, 'live');
  await expect(page.getByText('certificate is not trusted')).toBeVisible();
  expect(new Set(socks.requests.map(({ target: to }) => to))).toEqual(new Set([`${serviceHostName}:443`]));
});
