/** A proxy that rejects the desk: an HTTP status, a code of the network stack, `SIGN_IN`, `SETTING` or `KIND`. */
export class ProxyFault extends Error {
  readonly code: string;
  constructor(detail: unknown) {
    const text = typeof detail === 'string' || typeof detail === 'number' ? String(detail) : '';
    const code = /^\w{1,40}$/.test(text) ? `PROXY_${text}` : 'PROXY';
    super(code);
    this.code = code;
  }
}

/** `host:port` only: a proxy named by the network has no place for credentials. */
const hostAndPort = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The routes in a proxy auto-configuration result, in order, as proxy addresses; an empty string for a direct
 * connection. Unsupported kinds (SOCKS version 4) are left out. An empty result means `DIRECT`.
 */
export function parseProxyRoutes(answer: string): string[] {
  const routes = answer.split(';').flatMap((part) => {
    const [kind = '', hostPort = '', ...rest] = part.trim().split(/\s+/);
    return kind === '' || rest.length > 0 ? [] : [{ kind: kind.toUpperCase(), place: hostPort }];
  });
  if (routes.length === 0) return [''];
  return routes.flatMap(({ kind, place: hostPort }) => {
    if (kind === 'DIRECT') return [''];
    const scheme = schemes[kind];
    const address = `${scheme ?? ''}://${hostPort}`;
    return scheme !== undefined && hostAndPort.test(hostPort) && URL.canParse(address) ? [address] : [];
  });
}

/** Windows reports every version as SOCKS; those in use speak version 5. */
const schemes: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks5',
  SOCKS5: 'socks5',
};
