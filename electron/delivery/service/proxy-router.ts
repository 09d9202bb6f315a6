import { isLoopback } from './check-address.ts';
import { ownTimeouts, directAgent } from './direct-agent.ts';
import { basicOf, acceptsBasic, type ProxyPassword, type ProxySignIn } from './proxy-password.ts';
import { parseProxyRoutes, ProxyFault } from './proxy-routes.ts';
import type * as Tls from 'node:tls';
import type { Dispatcher } from 'undici';

/** Routes requests to services directly or through the proxy configured on this machine. */
export interface ProxyRouter {
  /**
   * the dispatcher for requests to `origin`; `connectMs` is the connect timeout of a direct connection. Without a
   * route, resolves to a dispatcher that fails every request with the reason
   */
  to(origin: string, connectMs: number): Promise<Dispatcher>;
  close(): Promise<void>;
}

export interface ProxyRouterHost {
  /**
   * the system's proxy for an origin, in the form of proxy auto-configuration (`PROXY host:port; DIRECT`); default: the
   * environment's HTTPS_PROXY and NO_PROXY
   */
  proxyFor?: (origin: string) => Promise<string>;
  /** credentials that a person entered for a proxy the system named; default: none */
  signIn?: ProxySignIn;
  /** environment with HTTPS_PROXY and NO_PROXY; default: the process' own */
  env?: NodeJS.ProcessEnv;
  /** trusted certificates, read before the first connection; default, and if undefined: those of the runtime */
  trust?: () => { ca: string[] } | undefined;
  /** monotonic time (ms) */
  monotonic: () => number;
}

/** An unreachable proxy is skipped for this long (ms) if the system names another route. */
const passedOverMs = 60_000;

/**
 * Caches dispatchers, so that connections are reused. A proxy never sees orders or the secret: services beyond this
 * machine are reached by https only, through CONNECT, encrypted up to the service. This machine is always reached
 * directly. A proxy gets credentials from the environment, or from a person who entered them for that proxy, never from
 * anything a network supplies.
 */
export function proxyRouter({ proxyFor, signIn, env = process.env, trust, monotonic }: ProxyRouterHost): ProxyRouter {
  const ways = new Map<string, Promise<Dispatcher>>();
  const passedOver = new Map<string, number>();
  let asked: { ca?: string[] } | undefined;
  const trusted = () => (asked ??= trust?.() ?? {});

  function kept(name: string, make: () => Promise<Dispatcher>): Promise<Dispatcher> {
    const known = ways.get(name);
    if (known) return known;
    const made = make();
    ways.set(name, made);
    // A failed dispatcher is created again on the next call.
    made.catch(() => ways.delete(name));
    return made;
  }

  const directly = (connectMs: number) => kept('', () => directAgent(connectMs, trusted()));

  /**
   * Options of an agent through a proxy, which distinguish a fault of the proxy from one of the service. `asksPerson`
   * is called when the proxy requires credentials, with those it rejected.
   */
  async function throughProxy(
    proxyFailed: () => void,
    asksPerson: (refused: ProxyPassword | null) => Promise<ProxyPassword | null>,
  ) {
    // Imports single modules of undici: only its index adds `connect` to pools.
    const { default: askTunnel } = await import('undici/lib/api/api-connect.js');
    const { default: Pool } = await import('undici/lib/dispatcher/pool.js');
    let known: ProxyPassword | null = null;
    class ToProxy extends Pool {
      async #ask(asked: Dispatcher.ConnectOptions, password: ProxyPassword | null): Promise<Dispatcher.ConnectData> {
        const signed = password && {
          ...asked,
          headers: { ...asked.headers, 'proxy-authorization': basicOf(password) },
        };
        const answer = await askTunnel.call(this, signed ?? asked).catch((error: unknown) => {
          proxyFailed();
          throw new ProxyFault((error as { code?: unknown } | null)?.code);
        });
        if (answer.statusCode !== 200) answer.socket.on('error', () => undefined).destroy();
        return answer;
      }

      // Used only to request a tunnel.
      override async connect(asked: Dispatcher.ConnectOptions): Promise<never> {
        const tried = known;
        let answer = await this.#ask(asked, tried);
        if (answer.statusCode === 407) {
          if (!acceptsBasic(answer.headers['proxy-authenticate'])) throw new ProxyFault('SIGN_IN');
          const password = await asksPerson(tried);
          if (password) answer = await this.#ask(asked, password);
          if (password && answer.statusCode === 200) known = password;
          if (password && answer.statusCode === 407) await asksPerson(password);
        }
        if (answer.statusCode !== 200) throw new ProxyFault(answer.statusCode);
        return answer as never;
      }
    }
    const clientFactory = (origin: URL, options: object): Dispatcher => new ToProxy(origin.origin, options);
    return { ...ownTimeouts, clientFactory, requestTls: trusted(), proxyTls: trusted() };
  }

  const nobody = () => Promise.resolve(null);
  const through = (proxy: string, connectMs: number) =>
    kept(proxy, async () => {
      const failed = (): void => void passedOver.set(proxy, monotonic() + passedOverMs);
      if (proxy.startsWith('socks5:')) {
        const { socksTunnel } = await import('./socks-tunnel.ts');
        return socksTunnel(proxy, { signIn, trusted: trusted(), connectMs, failed });
      }
      const { default: ProxyAgent } = await import('undici/lib/dispatcher/proxy-agent.js');
      const asksPerson = (refused: ProxyPassword | null) => signIn?.(proxy, refused) ?? nobody();
      return new ProxyAgent({ uri: proxy, ...(await throughProxy(failed, asksPerson)) });
    });

  const byEnvironment = () =>
    kept('environment', async () => {
      const { default: EnvHttpProxyAgent } = await import('undici/lib/dispatcher/env-http-proxy-agent.js');
      const options = await throughProxy(() => undefined, nobody);
      try {
        return new EnvHttpProxyAgent({ ...options, ...namedIn(env), connect: trusted() });
      } catch {
        // The environment's value is not an address.
        throw new ProxyFault('SETTING');
      }
    });

  function find(connectMs: number, said: string | null): Promise<Dispatcher> {
    if (said === null) return namedIn(env).httpsProxy !== '' ? byEnvironment() : directly(connectMs);
    const named = parseProxyRoutes(said);
    const way = named.find((one) => (passedOver.get(one) ?? -Infinity) <= monotonic()) ?? named[0];
    if (way === undefined) return Promise.reject(new ProxyFault('KIND'));
    return way === '' ? directly(connectMs) : through(way, connectMs);
  }

  return {
    async to(origin, connectMs) {
      if (isLoopback(new URL(origin).hostname)) return directly(connectMs);
      const said = proxyFor ? await proxyFor(origin) : null;
      return find(connectMs, said).catch(failingDispatcher);
    },
    async close() {
      const all = await Promise.allSettled(ways.values());
      ways.clear();
      for (const one of all) if (one.status === 'fulfilled') await one.value.destroy();
    },
  };
}

/** A dispatcher that fails every request at once, before it leaves. */
function failingDispatcher(fault: unknown): Dispatcher {
  const dispatch = (): never => {
    throw fault;
  };
  return { dispatch } as unknown as Dispatcher;
}

/** Services beyond this machine are reached by https; a proxy set only for http serves both, as is customary. */
function namedIn(env: NodeJS.ProcessEnv) {
  const first = (...names: string[]): string =>
    names.map((name) => env[name] ?? '').find((value) => value !== '') ?? '';
  const httpsProxy = first('https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY');
  return { httpProxy: '', httpsProxy, noProxy: first('no_proxy', 'NO_PROXY') };
}

/**
 * Certificates trusted by the system and the runtime; undefined if the runtime cannot read the system's (Node before
 * 22.15).
 */
export function systemTrust(
  { getCACertificates }: Partial<Pick<typeof Tls, 'getCACertificates'>> = tlsOfRuntime(),
): { ca: string[] } | undefined {
  if (!getCACertificates) return undefined;
  return { ca: [...new Set([...getCACertificates('default'), ...getCACertificates('system')])] };
}

/** Loaded on demand, to keep it out of start-up. */
const tlsOfRuntime = () => process.getBuiltinModule('node:tls');
