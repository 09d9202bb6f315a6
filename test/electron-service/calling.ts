import { createClient, type Client, type ClientOptions } from '../../electron/delivery/service/client.ts';
import type { Exchange } from '../../electron/delivery/service/exchange.ts';
import type { SerializedRequest } from '../../electron/delivery/service/request.ts';
import { realTimer } from '../support/real-time.ts';
import { startWireServer, type Handler } from '../support/wire-server.ts';
import { afterEach } from 'vitest';

export const ends: (() => Promise<unknown> | void)[] = [];
export function endAfterEach(): void {
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
}

export const post: SerializedRequest = {
  method: 'POST',
  path: '/v1/directExpressLabelOrders',
  body: '{"a":"ü漢"}',
  answerSize: 'record',
};
export const get: SerializedRequest = {
  method: 'GET',
  path: '/v1/inventories?Skus=a,b',
  body: null,
  answerSize: 'list',
};

export function clientOf(origin: string, more: Partial<ClientOptions> = {}): Client {
  const client = createClient({ origin, timeoutMs: 60_000, timer: realTimer, now: () => Date.now(), ...more });
  ends.push(() => client.close());
  return client;
}

export async function serve(handler: Handler) {
  const server = await startWireServer(handler);
  ends.push(() => server.close());
  return server;
}

export async function answeredBy(
  handler: Handler,
  sendable = post,
  more: Partial<ClientOptions> = {},
): Promise<Exchange> {
  const server = await serve(handler);
  return clientOf(server.origin, more).call(sendable);
}
