import { isTroubleActive } from '../../shared/drill/drill.ts';
import { answerRequest } from './answer-request.ts';
import type { Answer } from './answer.ts';
import { openPractice } from './practice.ts';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PracticeOptions {
  /** folder of its file; created if missing */
  folder: string;
  /** 0: any free port */
  port?: number;
  /** ms since 1970 */
  clock: () => number;
  /** ms until an order made from now on is decided */
  moment?: number;
}

export interface RunningPractice {
  /** `http://127.0.0.1:PORT`, the base address of the service */
  url: string;
  /** Starts or stops listening, depending on the drill in force. Rejects if its port was taken meanwhile. */
  applyDrill(): Promise<void>;
  close(): Promise<void>;
}

/** A moment for a trainee (ms): long enough to see "Creating", short enough to wait for. */
const defaultMoment = 1500;

/**
 * Starts the practice service: all endpoints of the interface document over HTTP on 127.0.0.1, its state in `folder`.
 * Rejects with the errors of `openSqlite`, and if the port is taken.
 */
export async function startPractice(options: PracticeOptions): Promise<RunningPractice> {
  const { folder, port = 0, clock, moment = defaultMoment } = options;
  if (!(moment > 0)) throw new RangeError('a moment must be longer than nothing');
  const practice = openPractice(folder, clock, moment);
  const server = createServer(
    // Disconnects slow senders; the header and connection limits keep a flood from exhausting memory.
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
  let last: Promise<unknown> = Promise.resolve();
  function inTurn(act: () => Promise<void>): Promise<void> {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  }
  async function shut(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
  let isClosed = false;
  async function look(): Promise<void> {
    if (isClosed) return;
    const drill = practice.drills.open();
    if (drill && isTroubleActive(drill, 'outage', clock())) await shut();
    else if (!server.listening) {
      server.listen(bound, '127.0.0.1');
      await once(server, 'listening');
    }
  }
  await look();
  return {
    url: `http://127.0.0.1:${bound}`,
    applyDrill: () => inTurn(look),
    close: () =>
      inTurn(async () => {
        isClosed = true;
        await shut();
        practice.close();
      }),
  };
}

function send(response: ServerResponse, { status, body, headers, isLost }: Answer): void {
  if (isLost) response.destroy();
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
