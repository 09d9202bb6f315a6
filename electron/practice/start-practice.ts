import { isTroubleActive } from '../../shared/drill/drill.ts';
import { answerRequest } from './answer-request.ts';
import type { Answer } from './answer.ts';
import { openPractice } from './practice.ts';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PracticeOptions {
  /** folder of the service's database; created if missing */
  folder: string;
  /** 0: any free port */
  port?: number;
  /** ms since 1970 */
  clock: () => number;
  /** length of a moment for objects made from now on (ms) */
  moment?: number;
}

export interface RunningPractice {
  /** `http://127.0.0.1:PORT`, the base address of the service */
  url: string;
  /** Stops listening during an outage of the running drill, and starts again after it. Rejects if the port is taken. */
  applyDrill(): Promise<void>;
  close(): Promise<void>;
}

/** Default length of a moment (ms): long enough to see "Creating", short enough to wait for. */
const defaultMomentMs = 1500;

/**
 * Starts the practice service: all endpoints of the interface document over HTTP on 127.0.0.1, its state in `folder`.
 * Rejects with the errors of `openSqlite`, and if the port is taken.
 */
export async function startPractice(options: PracticeOptions): Promise<RunningPractice> {
  const { folder, port = 0, clock, moment = defaultMomentMs } = options;
  if (!(moment > 0)) throw new RangeError('a moment must be longer than nothing');
  const practice = openPractice(folder, clock, moment);
  const server = createServer(
    // disconnects slow clients; the limits on headers and connections keep a flood from exhausting memory
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
  const { port: boundPort } = server.address() as AddressInfo;
  hosts.add(`127.0.0.1:${boundPort}`).add(`localhost:${boundPort}`);
  let lastTask: Promise<unknown> = Promise.resolve();
  function runInTurn(task: () => Promise<void>): Promise<void> {
    const turn = lastTask.then(task);
    lastTask = turn.catch(() => undefined);
    return turn;
  }
  async function closeServer(): Promise<void> {
    if (!server.listening) return;
    const closing = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closing;
  }
  let isClosed = false;
  async function applyOutage(): Promise<void> {
    if (isClosed) return;
    const drill = practice.drills.findOpen();
    if (drill && isTroubleActive(drill, 'outage', clock())) await closeServer();
    else if (!server.listening) {
      server.listen(boundPort, '127.0.0.1');
      await once(server, 'listening');
    }
  }
  await applyOutage();
  return {
    url: `http://127.0.0.1:${boundPort}`,
    applyDrill: () => runInTurn(applyOutage),
    close: () =>
      runInTurn(async () => {
        isClosed = true;
        await closeServer();
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
