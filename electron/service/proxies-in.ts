/** A proxy that does not let the desk through: an HTTP status, a code of the network stack, `SIGN_IN`, `SETTING` or `KIND`. */
export class ProxyFault extends Error {
  readonly code: string;
  constructor(what: unknown) {
    const text = typeof what === 'string' || typeof what === 'number' ? String(what) : '';
    const code = /^\w{1,40}$/.test(text) ? `PROXY_${text}` : 'PROXY';
    super(code);
    this.code = code;
  }
}

/** `host:port` and nothing else: what a network names has no place for a name and a password. */
const hostAndPort = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The ways a proxy auto-configuration names, in its order, as addresses of proxies; empty text for a straight one. Kinds that cannot
 * be used (SOCKS of version 4) are left out. `DIRECT` where it names nothing at all.
 */
export function proxiesIn(answer: string): string[] {
  const named = answer.split(';').flatMap((part) => {
    const [kind = '', place = '', ...rest] = part.trim().split(/\s+/);
    return kind === '' || rest.length > 0 ? [] : [{ kind: kind.toUpperCase(), place }];
  });
  if (named.length === 0) return [''];
  return named.flatMap(({ kind, place }) => {
    if (kind === 'DIRECT') return [''];
    const scheme = schemes[kind];
    const address = `${scheme ?? ''}://${place}`;
    return scheme !== undefined && hostAndPort.test(place) && URL.canParse(address) ? [address] : [];
  });
}

/** Windows says SOCKS of every one; those that are in use speak version 5. */
const schemes: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks5',
  SOCKS5: 'socks5',
};
