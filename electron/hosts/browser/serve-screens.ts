import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileHeaders, fileIdOfAddress } from '../pages/file-page.ts';
import { pageHeaders } from '../pages/page-headers.ts';
import { readPage } from '../pages/read-page.ts';
import type { ScreenDesk } from '../../rpc/screens/screen-desk.ts';
import { answerCall, isCall } from './answer-call.ts';
import { eventsPath, findRefusal, tokenInAddress, type ServerConfig } from './guard.ts';
import { pushEvents } from './push-events.ts';
import { pagesCookie } from './token.ts';

export interface ScreenServer {
  /** the address to open, with the token of this start */
  url: string;
  /** closes every connection and frees the port; the desk stays open */
  close(): Promise<void>;
}

/** Timeouts for receiving a request (ms), which limit how long a slow client holds a connection. */
const defaultTimeouts = { headersTimeout: 5000, requestTimeout: 15_000, connectionsCheckingInterval: 1000 };

/**
 * Serves the built screens of `folder` and their desk, on loopback only. `token` must be new at every start. Rejects if
 * the port is taken.
 */
export async function serveScreens(
  desk: ScreenDesk,
  { folder, port, token }: { folder: string; port: number; token: string },
  timeouts = defaultTimeouts,
): Promise<ScreenServer> {
  const events = pushEvents();
  desk.onEvent((event) => events.emit(event));

  const server = createServer({ maxHeaderSize: 16 * 1024, ...timeouts }, (request, response) => {
    respond(desk, folder, config, request, response).catch(() => response.destroy());
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refusal = findRefusal(requestInfoOf(request), config);
    if (!refusal && request.url === eventsPath) events.accept(request, socket, head);
    else socket.end(`HTTP/1.1 ${String(refusal?.status ?? 404)} Refused\r\nConnection: close\r\n\r\n`);
  });
  server.on('clientError', (_error, socket) => socket.destroy());

  const config: ServerConfig = {
    port: await listen(server, port),
    token,
    pagePass: randomBytes(32).toString('base64url'),
  };
  return {
    url: `http://127.0.0.1:${String(config.port)}/?token=${token}`,
    close() {
      events.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      if (typeof address === 'object' && address) resolve(address.port);
      else reject(new Error('listening without an address'));
    });
  });
}

const requestInfoOf = (request: IncomingMessage) => ({
  url: request.url ?? '',
  method: request.method ?? '',
  headers: request.headers,
});

async function respond(
  desk: ScreenDesk,
  folder: string,
  config: ServerConfig,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = findRefusal(requestInfoOf(request), config);
  if (refusal) return sendText(response, refusal.status, refusal.message);

  const url = request.url ?? '';
  const path = url.split('?', 1)[0] ?? '';
  if (isCall(path)) {
    const { status, result } = await answerCall(desk, path, request);
    // the unread rest of a refused body must not be parsed as the next request
    if (!request.complete) response.setHeader('Connection', 'close');
    response.writeHead(status, { ...pageHeaders, 'Content-Type': 'application/json' });
    response.end(JSON.stringify(result));
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return sendText(response, 405, 'Pages are read with GET.');
  // the page removes the token from its address before it shows anything
  if (tokenInAddress(url) !== null) response.setHeader('Set-Cookie', pagesCookie(config.port, config.pagePass));
  const id = fileIdOfAddress(path);
  if (id !== null && request.method === 'GET') {
    const file = await desk.takeFile(id);
    if (!file) return sendText(response, 404, 'This file was fetched before, or is too old. Make it again.');
    response.writeHead(200, { ...fileHeaders(file), 'Content-Length': file.bytes });
    // a client may disconnect halfway
    await pipeline(file.body, response).catch(() => undefined);
    return;
  }
  const page = await readPage(folder, path);
  response.writeHead(page.status, page.headers);
  response.end(request.method === 'HEAD' ? undefined : page.body);
}

function sendText(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { ...pageHeaders, 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(`${message}\n`);
}
