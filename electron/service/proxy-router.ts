import type * as Tls from 'node:tls';
import type { Dispatcher } from 'undici';
import { isLoopback } from './check-address.ts';
import { ownTimes, straight } from './straight.ts';
import { proxiesIn, ProxyFault } from './proxies-in.ts';
import { basicOf, takesBasic, type ProxyPassword, type ProxySignIn } from './proxy-password.ts';

/** How a run gets to services: straight, or through the proxy that the machine is set to use. */
export interface ProxyRouter {
  /** what requests to `origin` go through; `connectMs` is the longest wait for a straight connection. Where there is no way, what it resolves to says so of every request */
  to(origin: string, connectMs: number): Promise<Dispatcher>;
  close(): Promise<void>;
}

export interface ProxyRouterHost {
  /**
   * the system's word on an origin, in the form of proxy auto-configuration (`PROXY host:port; DIRECT`); left out: the environment's,
   * HTTPS_PROXY and NO_PROXY
   */
  proxyFor?: (origin: string) => Promise<string>;
  /** a name and a password for a proxy that the system named, where a person gave them; left out: there are none */
  signIn?: ProxySignIn;
  /** where HTTPS_PROXY and NO_PROXY stand; left out: the process' own */
  env?: NodeJS.ProcessEnv;
  /** who is trusted, asked before the first connection; left out, and where it does not know: those the runtime trusts */
  trust?: () => { ca: string[] } | undefined;
  /** ms, only forward */
  monotonic: () => number;
}

/** A proxy that could not be reached is passed over for so long (ms), where the system names another way. */
const passedOverMs = 60_000;

/**
 * Ways out are kept, so that connections are. Orders and the secret are never shown to a proxy: services beyond this machine are
 * reached by https alone, for which it is asked to CONNECT, and what goes through is encrypted to the service. This machine itself
 * is always reached straight. A proxy gets a name and a password from the environment, or from a person who was asked for that proxy and no
 * other, never from what a network says.
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
    // one that could not be made is made anew when it is asked for again
    made.catch(() => ways.delete(name));
    return made;
  }

  const directly = (connectMs: number) => kept('', () => straight(connectMs, trusted()));

  /**
   * What an agent through a proxy is made with: a fault of the proxy is told from one of the service. `asksPerson` is told which proxy asks
   * for a password, and those it did not take.
   */
  async function throughProxy(
    proxyFailed: () => void,
    asksPerson: (refused: ProxyPassword | null) => Promise<ProxyPassword | null>,
  ) {
    // the parts alone: only the whole of the library gives its pools this method
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

      // its one use is to ask for a tunnel
      override async connect(asked: Dispatcher.ConnectOptions): Promise<never> {
        const tried = known;
        let answer = await this.#ask(asked, tried);
        if (answer.statusCode === 407) {
          if (!takesBasic(answer.headers['proxy-authenticate'])) throw new ProxyFault('SIGN_IN');
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
    return { ...ownTimes, clientFactory, requestTls: trusted(), proxyTls: trusted() };
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
        // what stands in the environment is no address
        throw new ProxyFault('SETTING');
      }
    });

  function find(connectMs: number, said: string | null): Promise<Dispatcher> {
    if (said === null) return namedIn(env).httpsProxy !== '' ? byEnvironment() : directly(connectMs);
    const named = proxiesIn(said);
    const way = named.find((one) => (passedOver.get(one) ?? -Infinity) <= monotonic()) ?? named[0];
    if (way === undefined) return Promise.reject(new ProxyFault('KIND'));
    return way === '' ? directly(connectMs) : through(way, connectMs);
  }

  return {
    async to(origin, connectMs) {
      if (isLoopback(new URL(origin).hostname)) return directly(connectMs);
      const said = proxyFor ? await proxyFor(origin) : null;
      return find(connectMs, said).catch(noWay);
    },
    async close() {
      const all = await Promise.allSettled(ways.values());
      ways.clear();
      for (const one of all) if (one.status === 'fulfilled') await one.value.destroy();
    },
  };
}

/** Every request by it ends at once, without having left. */
function noWay(fault: unknown): Dispatcher {
  const dispatch = (): never => {
    throw fault;
  };
  return { dispatch } as unknown as Dispatcher;
}

/** Services beyond this machine are reached by https; a proxy named for http alone serves for both, as everywhere. */
function namedIn(env: NodeJS.ProcessEnv) {
  const first = (...names: string[]): string =>
    names.map((name) => env[name] ?? '').find((value) => value !== '') ?? '';
  const httpsProxy = first('https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY');
  return { httpProxy: '', httpsProxy, noProxy: first('no_proxy', 'NO_PROXY') };
}

/** What the system and the runtime trust; undefined where this runtime cannot tell what the system does (Node before 22.15). */
export function systemTrust(
  { getCACertificates }: Partial<Pick<typeof Tls, 'getCACertificates'>> = tlsOfRuntime(),
): { ca: string[] } | undefined {
  if (!getCACertificates) return undefined;
  return { ca: [...new Set([...getCACertificates('default'), ...getCACertificates('system')])] };
}

/** Loaded when it is needed: a start would wait for it. */
const tlsOfRuntime = () => process.getBuiltinModule('node:tls');
