import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from './answer.ts';
import { answerRequest } from './answer-request.ts';
import { openPractice } from './practice.ts';

export interface PracticeOptions {
  /** where its file lies; made if it is not there */
  folder: string;
  /** 0: any free one */
  port?: number;
  /** ms since 1970 */
  clock: () => number;
  /** ms until an order made from now on is decided */
  moment?: number;
}

export interface RunningPractice {
  /** `http://127.0.0.1:PORT`, the base address of the service */
  url: string;
  close(): Promise<void>;
}

/** A moment for a trainee: long enough to see "Creating", short enough to wait for. */
const defaultMoment = 1500;

/**
 * Starts the practice service: all endpoints of the interface document over HTTP on 127.0.0.1, its state in `folder`.
 * Rejects as `openSqlite` throws, and where the port is taken.
 */
export async function startPractice(options: PracticeOptions): Promise<RunningPractice> {
  const { folder, port = 0, clock, moment = defaultMoment } = options;
  if (!(moment > 0)) throw new RangeError('a moment must be longer than nothing');
  const practice = openPractice(folder, clock, moment);
  const server = createServer(
    // Slow senders are cut off; the header and connection limits keep a flood from holding memory.
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 30_000,
      connectionsCheckingInterval: 5000,
      maxHeaderSize: 16_384,
    },
    (request, response) => void answerRequest(practice, hosts, request).then((answer) => send(response, answer)),
  );
  server.maxConnections = 1000;
  const hosts = new Set<string>();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    practice.close();
    throw error;
  }
  const { port: bound } = server.address() as AddressInfo;
  hosts.add(`127.0.0.1:${bound}`).add(`localhost:${bound}`);
  return {
    url: `http://127.0.0.1:${bound}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      practice.close();
    },
  };
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  if (response.destroyed) return;
  const text = body === undefined ? '' : JSON.stringify(body);
  response.writeHead(status, {
    ...(text !== '' && { 'Content-Type': 'application/json; charset=utf-8' }),
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(text);
}
