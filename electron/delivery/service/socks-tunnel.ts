import { ownTimeouts } from './direct-agent.ts';
import type { ProxyPassword, ProxySignIn } from './proxy-password.ts';
import { ProxyFault } from './proxy-routes.ts';
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Dispatcher } from 'undici';

interface SocksHost {
  /** called if the proxy requires credentials */
  signIn: ProxySignIn | undefined;
  trusted: { ca?: string[] };
  connectMs: number;
  /** called when the proxy rejected the connection */
  onFailed(): void;
}

/**
 * Connections through a SOCKS5 proxy, which resolves the service's name itself. Uses the library's low-level client:
 * its agent for such proxies prints an experimental warning to stderr, and does not distinguish a fault of the proxy
 * from one of the service.
 */
export async function socksTunnel(proxy: string, host: SocksHost): Promise<Dispatcher> {
  const { default: Agent } = await import('undici/lib/dispatcher/agent.js');
  const { hostname, port } = new URL(proxy);
  let knownPassword: ProxyPassword | null = null;

  async function openSocket(
    target: { hostname: string; port: number },
    password: ProxyPassword | null,
  ): Promise<Socket> {
    const { Socks5Client } = await import('undici/lib/core/socks5-client.js');
    // Unlike URLs, sockets take IPv6 addresses without brackets.
    const socket = connectTcp({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 1080) });
    socket.setTimeout(host.connectMs, () => socket.destroy(new ProxyFault('ETIMEDOUT')));
    try {
      await once(socket, 'connect');
      const closed = once(socket, 'close').then(() => Promise.reject(new ProxyFault('ECONNRESET')));
      closed.catch(() => undefined);
      const socks = new Socks5Client(socket, { username: password?.name, password: password?.password });
      // An error without a listener would be thrown; the pending step reports it.
      socks.on('error', () => undefined);
      const waitFor = (event: string) => Promise.race([once(socks, event), closed]);
      const authenticated = waitFor('authenticated');
      socks.handshake();
      await authenticated;
      const connected = waitFor('connected');
      socks.connect(target.hostname, target.port);
      await connected;
      return socket.setTimeout(0);
    } catch (error) {
      socket.on('error', () => undefined).destroy();
      throw error instanceof ProxyFault ? error : new ProxyFault((error as { code?: unknown }).code);
    }
  }

  async function connectSocket(target: { hostname: string; port: number }): Promise<Socket> {
    const triedPassword = knownPassword;
    try {
      return await openSocket(target, triedPassword);
    } catch (fault) {
      const password = needsPassword(fault) ? await host.signIn?.(proxy, triedPassword) : null;
      if (!password) throw fault;
      const socket = await openSocket(target, password).catch(async (fault: unknown) => {
        if (needsPassword(fault)) await host.signIn?.(proxy, password);
        throw fault;
      });
      knownPassword = password;
      return socket;
    }
  }

  return new Agent({
    ...ownTimeouts,
    connect({ hostname, port, servername }, done) {
      connectSocket({ hostname, port: Number(port || 443) })
        .catch((fault: unknown) => {
          host.onFailed();
          throw fault;
        })
        .then(async (socket) => {
          const tlsSocket = connectTls({ ...host.trusted, socket, servername: servername ?? hostname });
          await once(tlsSocket, 'secureConnect');
          return tlsSocket;
        })
        .then(
          (tlsSocket) => done(null, tlsSocket),
          (error: unknown) => done(error as Error, null),
        );
    },
  });
}

const needsPassword = (fault: unknown): boolean =>
  fault instanceof ProxyFault && /SOCKS5_AUTH_(REJECTED|FAILED)$/.test(fault.code);
