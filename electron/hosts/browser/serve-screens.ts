import type { NumberedEvent } from '../../../shared/contract/desk-events.ts';
import { tokenProtocolPrefix, pageHeader, tokenParameter, eventProtocol } from '../../../shared/contract/host-token.ts';
import { fail, type Result } from '../../../shared/contract/problem.ts';
import { maxCallBytes } from '../../../shared/import/import-limit.ts';
import { isOpenToScreens } from '../../desk/calls/answer-calls.ts';
import type { ScreenDesk } from '../../desk/calls/screen-desk.ts';
import { fileHeaders, fileIdOfAddress, pageHeaders, readPage } from '../pages.ts';
import { createHash, timingSafeEqual, randomBytes } from 'node:crypto';
import { type IncomingMessage, createServer, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { WebSocket, WebSocketServer } from 'ws';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time, which reveals neither the first difference nor the length of the expected token. */
export function isSameToken(token: string, expected: string): boolean {
  return timingSafeEqual(digest(token), digest(expected));
}

/**
 * Cookies are not separated by port: the port in the name keeps the cookies of two hosts on one machine apart, but
 * every web server on the machine receives the value. So it only grants the built pages and files at unguessable
 * addresses.
 */
export const cookieName = (port: number) => `parcel-desk-${port}`;

/** All values of `name` in a Cookie header; another server on this machine may have set one as well. */
export function cookieValues(header: string | undefined, name: string): string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/**
 * The cookie set when the printed address is opened: hidden from scripts, and not sent with requests of other sites.
 */
export function pagesCookie(port: number, pass: string): string {
  return `${cookieName(port)}=${pass}; Path=/; HttpOnly; SameSite=Strict`;
}

const bearerPattern = /^Bearer ([A-Za-z0-9_-]+)$/;

/** The token of a call: in a header that no other site can make a browser send. */
export const tokenInHeader = (authorization: string | undefined): string =>
  bearerPattern.exec(authorization ?? '')?.[1] ?? '';

/** The token among the subprotocols of an event socket: the only part of the handshake a page controls. */
export function tokenInProtocols(protocols: string | undefined): string {
  const protocolNames = (protocols ?? '').split(',').map((one) => one.trim());
  return protocolNames.find((one) => one.startsWith(tokenProtocolPrefix))?.slice(tokenProtocolPrefix.length) ?? '';
}

export interface CallAnswer {
  status: 200 | 400 | 404 | 405 | 413 | 415;
  result: Result<unknown>;
}

const callPrefix = '/rpc/';

export const isCall = (path: string) => path.startsWith(callPrefix);

/**
 * `POST /rpc/PROCEDURE` with a JSON body, answered with a Result. JSON is required because a form of another site
 * cannot send it without a preflight; authorisation happened before.
 */
export async function answerCall(desk: ScreenDesk, path: string, request: IncomingMessage): Promise<CallAnswer> {
  if (request.method !== 'POST') return { status: 405, result: fail('unknown-command', 'Calls are made with POST.') };
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    return { status: 415, result: fail('invalid', 'Calls are made with Content-Type: application/json.') };
  const name = path.slice(callPrefix.length);
  if (!isOpenToScreens(name))
    return { status: 404, result: fail('unknown-command', 'The desk has no such procedure for screens.') };
  const body = await readBody(request, maxCallBytes);
  if (!body.ok) return { status: body.status, result: fail('invalid', body.message) };
  let input: unknown;
  try {
    input = JSON.parse(body.text);
  } catch {
    return { status: 400, result: fail('invalid', 'The call is no JSON.') };
  }
  const page = request.headers[pageHeader];
  const caller = typeof page === 'string' ? page.slice(0, 64) : '';
  return { status: 200, result: await desk.callFromScreen(name, input, caller) };
}

type Body = { ok: true; text: string } | { ok: false; status: 400 | 413; message: string };

/** Reads a request body of at most `maxBytes`; it must be complete and UTF-8. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  const tooLong: Body = { ok: false, status: 413, message: `A call is at most ${maxBytes} bytes long.` };
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return tooLong;
  const pieces: Buffer[] = [];
  let byteCount = 0;
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      byteCount += piece.length;
      if (byteCount > maxBytes) return tooLong;
      pieces.push(piece);
    }
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces)) };
  } catch {
    return { ok: false, status: 400, message: 'The call did not arrive whole.' };
  }
}

/** Path of the event socket. */
export const eventsPath = '/events';

/** What `findRefusal` checks requests against. */
export interface ServerConfig {
  port: number;
  /** new at each start; grants all access */
  token: string;
  /** new at each start, sent as a cookie; grants access to pages */
  pagePass: string;
}

export interface RequestInfo {
  /** as in the request line: path and query */
  url: string;
  method: string;
  /** names in lower case, as in node:http */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Refusal {
  status: 400 | 401 | 403 | 421;
  message: string;
}

const loopbackNames = ['127.0.0.1', 'localhost'];
const singleHeader = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value);

/** The token in an address, or null. Only the printed address contains one, and only for `/`. */
export function tokenInAddress(url: string): string | null {
  const [path, query] = url.split('?', 2);
  return path === '/' && query !== undefined ? new URLSearchParams(query).get(tokenParameter) : null;
}

/**
 * Whether to refuse a request; null admits it. Runs before any other use of the request, for pages, calls and event
 * sockets alike.
 * - Host: only loopback names, since another site could map its own name to this address (DNS rebinding).
 * - Origin and Sec-Fetch-Site: no other site, no sandboxed frame (`null`), no file.
 * - Token or pass: other programs on this machine can reach the port too.
 */
export function findRefusal(request: RequestInfo, config: ServerConfig): Refusal | null {
  const hosts = loopbackNames.map((name) => `${name}:${config.port}`);
  const host = singleHeader(request.headers['host']);
  if (host === undefined || !hosts.includes(host))
    return { status: 421, message: `This desk answers on ${hosts.join(' and ')} only.` };

  const origin = singleHeader(request.headers['origin']);
  if (origin !== undefined && origin !== `http://${host}`)
    return { status: 403, message: 'Only the pages of this desk may ask it.' };

  const hasPageToken = request.method === 'GET' && tokenInAddress(request.url) !== null;
  const site = singleHeader(request.headers['sec-fetch-site']);
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !hasPageToken)
    return { status: 403, message: 'Only the pages of this desk may ask it.' };

  if (!isAuthorized(request, config, hasPageToken))
    return { status: 401, message: 'Open the desk by the address it printed when it was started.' };
  return null;
}

/**
 * Calls and events require the token, known only to a page opened by the printed address. The cookie, which a browser
 * sends to every web server on this machine, only admits pages and files made for a single download under an
 * unguessable address.
 */
function isAuthorized(
  { url, headers }: RequestInfo,
  { port, token, pagePass }: ServerConfig,
  hasPageToken: boolean,
): boolean {
  if (hasPageToken) return isSameToken(tokenInAddress(url) ?? '', token);
  const path = url.split('?', 1)[0] ?? '';
  if (isCall(path)) return isSameToken(tokenInHeader(singleHeader(headers['authorization'])), token);
  if (path === eventsPath) return isSameToken(tokenInProtocols(singleHeader(headers['sec-websocket-protocol'])), token);
  return cookieValues(singleHeader(headers['cookie']), cookieName(port)).some((value) => isSameToken(value, pagePass));
}

/** A screen with this many unsent bytes is disconnected; it reconnects and reloads. */
const maxBufferedBytes = 1024 * 1024;
const heartbeatMs = 30_000;

/**
 * Sends numbered events to every screen connected to `/events`; incoming data is ignored. A socket instead of
 * server-sent events, since a browser opens at most six of those connections for all its tabs together.
 */
export function pushEvents() {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: 1024,
    perMessageDeflate: false,
    // the other subprotocol is the token, which must not be echoed
    handleProtocols: (protocols) => protocols.has(eventProtocol) && eventProtocol,
  });
  const responsiveScreens = new WeakSet<WebSocket>();

  // a suspended or disconnected tab does not close its socket
  const heartbeat = setInterval(() => {
    for (const screen of server.clients) {
      if (!responsiveScreens.delete(screen)) screen.terminate();
      else screen.ping();
    }
  }, heartbeatMs);
  heartbeat.unref();

  return {
    /** Takes over a connection that `findRefusal` has admitted. */
    accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      server.handleUpgrade(request, socket, head, (screen) => {
        responsiveScreens.add(screen);
        screen.on('pong', () => responsiveScreens.add(screen));
        screen.on('error', () => screen.terminate());
      });
    },
    emit(event: NumberedEvent): void {
      const text = JSON.stringify(event);
      for (const screen of server.clients) {
        if (screen.bufferedAmount > maxBufferedBytes) screen.terminate();
        else if (screen.readyState === WebSocket.OPEN) screen.send(text);
      }
    },
    close(): void {
      clearInterval(heartbeat);
      for (const screen of server.clients) screen.close(1001);
      server.close();
    },
  };
}

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
