import { startWireServer, type ReceivedRequest } from '../../support/wire-server.ts';
import { test as base } from '../desk-test.ts';
import { goLive } from '../go-live.ts';
import type { ServerResponse } from 'node:http';

/** The answer to one request: JSON (status 200 unless given), text as it is, no answer ever, or a cut connection. */
export type Saying = { json: unknown; status?: number } | { text: string; type?: string } | 'nothing' | 'cut';
export type Service = (asked: ReceivedRequest & { json: Record<string, unknown> }) => Saying | Promise<Saying>;

export interface ToldService {
  /** sets what it answers from now on */
  says(service: Service): void;
  /** requests of this test, without the connection checks of the sync */
  asked(): ReceivedRequest[];
}

/** A live desk with a service whose answers the test defines. */
export const test = base.extend<{ told: ToldService }>({
  told: async ({ desk, keeping }, use) => {
    const { server, says } = await keeping.once('told', async () => {
      let service: Service = () => ({ status: 404, json: {} });
      const server = await startWireServer((one, response) => {
        const json: unknown = one.body === '' ? {} : JSON.parse(one.body);
        void Promise.resolve(service({ ...one, json: json as Record<string, unknown> })).then((said) =>
          say(response, said),
        );
      });
      await goLive(desk.page, server.origin);
      return { value: { server, says: (next: Service) => void (service = next) }, end: () => server.close() };
    });
    const before = server.arrived.length;
    await use({
      asked: () => server.arrived.slice(before).filter(({ path }) => !path.includes('desk-connection-check')),
      says,
    });
  },
});

function say(response: ServerResponse, said: Saying): void {
  if (said === 'nothing') return;
  if (said === 'cut') {
    response.socket?.destroy();
    return;
  }
  const [body, type] =
    'json' in said ? [JSON.stringify(said.json), 'application/json'] : [said.text, said.type ?? 'application/json'];
  response.writeHead('status' in said ? (said.status ?? 200) : 200, { 'content-type': `${type}; charset=utf-8` });
  response.end(body);
}

export { expect } from '@playwright/test';
