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
  /** number of creates with this key that arrived */
  arrivalsOf(key: string): number;
  /** number of creates that arrived, by key */
  readonly creates: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

interface RelayOptions {
  /** folder for the service's state */
  folder: string;
  /** port of the relay; 0: any free port */
  port?: number;
  /**
   * whether a create with this key is dropped before it reaches the service and gets no answer; `arrival` counts the
   * arrivals of the key from 1
   */
  isSwallowed?: (key: string, arrival: number) => boolean;
  /** message of a refusal that is sent without passing the create on; undefined: not refused */
  refusalFor?: (key: string, arrival: number) => string | undefined;
}

const momentMs = 40;

/**
 * Starts the practice service behind a relay on loopback. The relay counts creates, and drops or refuses the chosen
 * ones.
 */
export async function startRelayedPractice({
  folder,
  port = 0,
  isSwallowed: swallowed,
  refusalFor: refused,
}: RelayOptions): Promise<RelayedPractice> {
  const practice = await startPractice({ folder, clock: Date.now, moment: momentMs });
  const creates = new Map<string, number>();
  // Connections stay open while idle: if one were closed while a busy machine sends on it, an answer would be lost.
  const serverOptions = { keepAliveTimeout: 60_000 };
  const server = createServer(
    serverOptions,
    (incoming, outgoing) => void relay(incoming, outgoing).catch(() => outgoing.destroy()),
  );
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  async function relay(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readBody(incoming);
    const key = createKeyOf(incoming, body);
    if (key !== undefined) {
      const arrival = (creates.get(key) ?? 0) + 1;
      creates.set(key, arrival);
      if (swallowed?.(key, arrival)) return void outgoing.socket?.destroy();
      const message = refused?.(key, arrival);
      if (message !== undefined) {
        outgoing.writeHead(400, { 'Content-Type': 'application/json' }).end(JSON.stringify({ Message: message }));
        return;
      }
    }
    const address = new URL(incoming.url ?? '/', practice.url);
    const forwarded = request(address, {
      method: incoming.method,
      headers: { ...incoming.headers, host: address.host },
    });
    forwarded.end(body);
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(await readBody(answer));
  }

  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    arrivalsOf: (key) => creates.get(key) ?? 0,
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

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The key of a create; undefined for other requests. */
function createKeyOf({ method = '', url = '' }: IncomingMessage, body: Buffer): string | undefined {
  const { endpoint } = routeOf(method, url.split('?')[0] ?? '');
  return isCreate(endpoint) ? keyOf(endpoint, JSON.parse(body.toString())) : undefined;
}
