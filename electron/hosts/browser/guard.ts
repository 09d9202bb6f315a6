import { tokenParameter } from '../../../shared/contract/host-token.ts';
import { isCall } from './answer-call.ts';
import { cookieName, cookieValues, sameToken, tokenOfCall, tokenOfSocket } from './token.ts';

/** Where events are told. */
export const eventsPath = '/events';

/** What the guard knows of this host. */
export interface ServerConfig {
  port: number;
  /** made at this start; opens everything */
  token: string;
  /** made at this start, sent as a cookie; opens the pages */
  pass: string;
}

export interface RequestInfo {
  /** as the request line has it: path and query */
  url: string;
  method: string;
  /** names in lower case, as node:http gives them */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Refusal {
  status: 400 | 401 | 403 | 421;
  message: string;
}

const names = ['127.0.0.1', 'localhost'];
const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value);

/** The token an address brings, or null. Only the address that is printed brings one, and only to `/`. */
export function tokenOfAddress(url: string): string | null {
  const [path, query] = url.split('?', 2);
  return path === '/' && query !== undefined ? new URLSearchParams(query).get(tokenParameter) : null;
}

/**
 * Whether a request may come in; null means yes. Asked before anything of the request is used, of pages, calls and event
 * sockets alike.
 * - Host: the loopback names only, or a page elsewhere could give its own name our address (DNS rebinding).
 * - Origin and Sec-Fetch-Site: no other site, no sandboxed frame (`null`), no file.
 * - The token or the pass: other programs of this machine reach the port too.
 */
export function refuse(request: RequestInfo, config: ServerConfig): Refusal | null {
  const hosts = names.map((name) => `${name}:${config.port}`);
  const host = one(request.headers['host']);
  if (host === undefined || !hosts.includes(host))
    return { status: 421, message: `This desk answers on ${hosts.join(' and ')} only.` };

  const origin = one(request.headers['origin']);
  if (origin !== undefined && origin !== `http://${host}`)
    return { status: 403, message: 'Only the pages of this desk may ask it.' };

  const arriving = request.method === 'GET' && tokenOfAddress(request.url) !== null;
  const site = one(request.headers['sec-fetch-site']);
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !arriving)
    return { status: 403, message: 'Only the pages of this desk may ask it.' };

  if (!mayEnter(request, config, arriving))
    return { status: 401, message: 'Open the desk by the address it printed when it was started.' };
  return null;
}

/**
 * Calls and events need the token, which only a page that was opened by the printed address has. The cookie alone, which a
 * browser sends to every web server of this machine, opens pages and what was made for one fetch under an address of its own.
 */
function mayEnter({ url, headers }: RequestInfo, { port, token, pass }: ServerConfig, arriving: boolean): boolean {
  if (arriving) return sameToken(tokenOfAddress(url) ?? '', token);
  const path = url.split('?', 1)[0] ?? '';
  if (isCall(path)) return sameToken(tokenOfCall(one(headers['authorization'])), token);
  if (path === eventsPath) return sameToken(tokenOfSocket(one(headers['sec-websocket-protocol'])), token);
  return cookieValues(one(headers['cookie']), cookieName(port)).some((value) => sameToken(value, pass));
}
