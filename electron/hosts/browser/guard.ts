import { tokenParameter } from '../../../shared/contract/host-token.ts';
import { isCall } from './answer-call.ts';
import { cookieName, cookieValues, sameToken, tokenInHeader, tokenInProtocols } from './token.ts';

/** Path of the event socket. */
export const eventsPath = '/events';

/** The guard's configuration. */
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

const names = ['127.0.0.1', 'localhost'];
const singleHeader = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value);

/** The token in an address, or null. Only the printed address contains one, and only for `/`. */
export function tokenInAddress(url: string): string | null {
  const [path, query] = url.split('?', 2);
  return path === '/' && query !== undefined ? new URLSearchParams(query).get(tokenParameter) : null;
}

/**
 * Whether to refuse a request; null admits it. Runs before any other use of the request, for pages, calls and event
 * sockets alike.
 * - Host: only loopback names, or another site could map its own name to our address (DNS rebinding).
 * - Origin and Sec-Fetch-Site: no other site, no sandboxed frame (`null`), no file.
 * - Token or pass: other programs on this machine can reach the port too.
 */
export function findRefusal(request: RequestInfo, config: ServerConfig): Refusal | null {
  const hosts = names.map((name) => `${name}:${config.port}`);
  const host = singleHeader(request.headers['host']);
  if (host === undefined || !hosts.includes(host))
    return { status: 421, message: `This desk answers on ${hosts.join(' and ')} only.` };

  const origin = singleHeader(request.headers['origin']);
  if (origin !== undefined && origin !== `http://${host}`)
    return { status: 403, message: 'Only the pages of this desk may ask it.' };

  const arriving = request.method === 'GET' && tokenInAddress(request.url) !== null;
  const site = singleHeader(request.headers['sec-fetch-site']);
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !arriving)
    return { status: 403, message: 'Only the pages of this desk may ask it.' };

  if (!isAuthorized(request, config, arriving))
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
  { port, token, pagePass: pass }: ServerConfig,
  arriving: boolean,
): boolean {
  if (arriving) return sameToken(tokenInAddress(url) ?? '', token);
  const path = url.split('?', 1)[0] ?? '';
  if (isCall(path)) return sameToken(tokenInHeader(singleHeader(headers['authorization'])), token);
  if (path === eventsPath) return sameToken(tokenInProtocols(singleHeader(headers['sec-websocket-protocol'])), token);
  return cookieValues(singleHeader(headers['cookie']), cookieName(port)).some((value) => sameToken(value, pass));
}
