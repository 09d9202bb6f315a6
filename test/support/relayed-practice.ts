import { routeOf } from '../../electron/practice/answer-request.ts';
import { startPractice } from '../../electron/practice/start-practice.ts';
import { keyOf } from '../../shared/service/create-facts.ts';
import { isCreate } from '../../shared/service/endpoints.ts';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RelayedPractice {
  /** base address of the service */
  url: string;
  /** how often a create with this key arrived */
  arrived(key: string): number;
  /** number of creates that arrived, by key */
  readonly creates: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

interface Relay {
  /** folder for the service's state */
  folder: string;
  /** 0: any free port */
  port?: number;
  /** whether a create with this key never reaches the service and gets no answer; `time` counts from 1 */
  swallowed?: (key: string, time: number) => boolean;
  /** message of a refusal, sent before the service sees the create; undefined: not refused */
  refused?: (key: string, time: number) => string | undefined;
}

const moment = 40;

/** Starts the practice service behind a relay on loopback that counts creates and drops or refuses some on request. */
export async function startRelayedPractice({ folder, port = 0, swallowed, refused }: Relay): Promise<RelayedPractice> {
  const practice = await startPractice({ folder, clock: Date.now, moment });
  const creates = new Map<string, number>();
  // An idle connection must not be closed at the moment a busy machine sends on it, because that would lose an answer.
  const quiet = { keepAliveTimeout: 60_000 };
  const server = createServer(quiet, (from, to) => void relay(from, to).catch(() => to.destroy()));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  async function relay(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const body = await bytesOf(from);
    const key = keyIn(from, body);
    if (key !== undefined) {
      const time = (creates.get(key) ?? 0) + 1;
      creates.set(key, time);
      if (swallowed?.(key, time)) return void to.socket?.destroy();
      const message = refused?.(key, time);
      if (message !== undefined) {
        to.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify({ Message: message }));
        return;
      }
    }
    const address = new URL(from.url ?? '/', practice.url);
    const asked = request(address, { method: from.method, headers: { ...from.headers, host: address.host } });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    to.writeHead(answer.statusCode ?? 502, answer.headers).end(await bytesOf(answer));
  }

  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    arrived: (key) => creates.get(key) ?? 0,
    creates,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await practice.close();
    },
  };
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** The key of a create; undefined for other requests. */
function keyIn({ method = '', url = '' }: IncomingMessage, body: Buffer): string | undefined {
  const { endpoint } = routeOf(method, url.split('?')[0] ?? '');
  return isCreate(endpoint) ? keyOf(endpoint, JSON.parse(body.toString())) : undefined;
}
