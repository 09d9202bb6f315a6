import { isLoopback } from './check-address.ts';
import { ownTimeouts, directAgent } from './direct-agent.ts';
import { basicAuthorization, acceptsBasic, type ProxyPassword, type ProxySignIn } from './proxy-password.ts';
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
const skipMs = 60_000;

/**
 * Caches dispatchers, so that connections are reused. A proxy never sees orders or the secret: services beyond this
 * machine are reached by https only, through CONNECT, encrypted up to the service. This machine is always reached
 * directly. A proxy gets credentials from the environment, or from a person who entered them for that proxy, never from
 * anything a network supplies.
 */
export function proxyRouter({ proxyFor, signIn, env = process.env, trust, monotonic }: ProxyRouterHost): ProxyRouter {
  const dispatchers = new Map<string, Promise<Dispatcher>>();
  const skippedUntil = new Map<string, number>();
  let trustOptions: { ca?: string[] } | undefined;
  const readTrust = () => (trustOptions ??= trust?.() ?? {});

  function cached(name: string, create: () => Promise<Dispatcher>): Promise<Dispatcher> {
    const existing = dispatchers.get(name);
    if (existing) return existing;
    const created = create();
    dispatchers.set(name, created);
    // A failed dispatcher is created again on the next call.
    created.catch(() => dispatchers.delete(name));
    return created;
  }

  const directDispatcher = (connectMs: number) => cached('', () => directAgent(connectMs, readTrust()));

  /**
   * Options of an agent through a proxy, which distinguish a fault of the proxy from one of the service. `askPassword`
   * is called when the proxy requires credentials, with the ones it rejected.
   */
  async function proxyOptions(
    onProxyFailed: () => void,
    askPassword: (refused: ProxyPassword | null) => Promise<ProxyPassword | null>,
  ) {
    // Imports single modules of undici: only its index adds `connect` to pools.
    const { default: requestTunnel } = await import('undici/lib/api/api-connect.js');
    const { default: Pool } = await import('undici/lib/dispatcher/pool.js');
    let knownPassword: ProxyPassword | null = null;
    class TunnelPool extends Pool {
      async #requestTunnel(
        request: Dispatcher.ConnectOptions,
        password: ProxyPassword | null,
      ): Promise<Dispatcher.ConnectData> {
        const authorized = password && {
          ...request,
          headers: { ...request.headers, 'proxy-authorization': basicAuthorization(password) },
        };
        const answer = await requestTunnel.call(this, authorized ?? request).catch((error: unknown) => {
          onProxyFailed();
          throw new ProxyFault((error as { code?: unknown } | null)?.code);
        });
        if (answer.statusCode !== 200) answer.socket.on('error', () => undefined).destroy();
        return answer;
      }

      // Used only to request a tunnel.
      override async connect(request: Dispatcher.ConnectOptions): Promise<never> {
        const triedPassword = knownPassword;
        let answer = await this.#requestTunnel(request, triedPassword);
        if (answer.statusCode === 407) {
          if (!acceptsBasic(answer.headers['proxy-authenticate'])) throw new ProxyFault('SIGN_IN');
          const entered = await askPassword(triedPassword);
          if (entered) answer = await this.#requestTunnel(request, entered);
          if (entered && answer.statusCode === 200) knownPassword = entered;
          if (entered && answer.statusCode === 407) await askPassword(entered);
        }
        if (answer.statusCode !== 200) throw new ProxyFault(answer.statusCode);
        return answer as never;
      }
    }
    const clientFactory = (origin: URL, options: object): Dispatcher => new TunnelPool(origin.origin, options);
    return { ...ownTimeouts, clientFactory, requestTls: readTrust(), proxyTls: readTrust() };
  }

  const noPassword = () => Promise.resolve(null);
  const proxyDispatcher = (proxy: string, connectMs: number) =>
    cached(proxy, async () => {
      const onFailed = (): void => void skippedUntil.set(proxy, monotonic() + skipMs);
      if (proxy.startsWith('socks5:')) {
        const { socksTunnel } = await import('./socks-tunnel.ts');
        return socksTunnel(proxy, { signIn, trusted: readTrust(), connectMs, onFailed });
      }
      const { default: ProxyAgent } = await import('undici/lib/dispatcher/proxy-agent.js');
      const askPassword = (refused: ProxyPassword | null) => signIn?.(proxy, refused) ?? noPassword();
      return new ProxyAgent({ uri: proxy, ...(await proxyOptions(onFailed, askPassword)) });
    });

  const environmentDispatcher = () =>
    cached('environment', async () => {
      const { default: EnvHttpProxyAgent } = await import('undici/lib/dispatcher/env-http-proxy-agent.js');
      const options = await proxyOptions(() => undefined, noPassword);
      try {
        return new EnvHttpProxyAgent({ ...options, ...readProxyVariables(env), connect: readTrust() });
      } catch {
        // The environment's value is not an address.
        throw new ProxyFault('SETTING');
      }
    });

  function findDispatcher(connectMs: number, proxyAnswer: string | null): Promise<Dispatcher> {
    if (proxyAnswer === null)
      return readProxyVariables(env).httpsProxy !== '' ? environmentDispatcher() : directDispatcher(connectMs);
    const routes = parseProxyRoutes(proxyAnswer);
    const route = routes.find((candidate) => (skippedUntil.get(candidate) ?? -Infinity) <= monotonic()) ?? routes[0];
    if (route === undefined) return Promise.reject(new ProxyFault('KIND'));
    return route === '' ? directDispatcher(connectMs) : proxyDispatcher(route, connectMs);
  }

  return {
    async to(origin, connectMs) {
      if (isLoopback(new URL(origin).hostname)) return directDispatcher(connectMs);
      const proxyAnswer = proxyFor ? await proxyFor(origin) : null;
      return findDispatcher(connectMs, proxyAnswer).catch(failingDispatcher);
    },
    async close() {
      const results = await Promise.allSettled(dispatchers.values());
      dispatchers.clear();
      for (const result of results) if (result.status === 'fulfilled') await result.value.destroy();
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
function readProxyVariables(env: NodeJS.ProcessEnv) {
  const firstSet = (...names: string[]): string =>
    names.map((name) => env[name] ?? '').find((value) => value !== '') ?? '';
  const httpsProxy = firstSet('https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY');
  return { httpProxy: '', httpsProxy, noProxy: firstSet('no_proxy', 'NO_PROXY') };
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
