import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer } from 'node:tls';

// A key for tests on loopback only; no certificate authority has signed its certificate.
export const tlsKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgLKXqcPP5IQo8XK8j
BhUDLEnIDTLZcEeTAO1WNX/bFCShRANCAAThLy9iN6EzHIKYR6SEvmuj7GiwiH2e
H2Tx7MMQH0iEQb1ICKZGR12q2b3WmUoH4kJcwxggIKuzti9Pmwbmk4B+
-----END PRIVATE KEY-----`;
/** The certificate that clients of these servers must trust. */
export const tlsCertificate = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUfdU5yF+YaxREDZrnNAVdTQdxn1swCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTE1NDkwMloYDzIxMjYxMDI4
MTU0OTAyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAThLy9iN6EzHIKYR6SEvmuj7GiwiH2eH2Tx7MMQH0iEQb1ICKZGR12q
2b3WmUoH4kJcwxggIKuzti9Pmwbmk4B+o1MwUTAdBgNVHQ4EFgQUJZ9nditgR1yN
fFG7/7R6XqTMI7swHwYDVR0jBBgwFoAUJZ9nditgR1yNfFG7/7R6XqTMI7swDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiAFjiz7vNU9JCqCc7JzbSIw
1u5mTk3Kh7u5B4FFXGbIewIhAOR1Ke+fz1uIPFKsYaVjdpySLqK90u4qADdtKj3O
tky2
-----END CERTIFICATE-----`;

/**
 * Starts a TLS server with a self-signed certificate. `onText` receives everything that a client sends after the
 * handshake.
 */
export async function startTlsServer(onText: (text: string) => void) {
  const server = createServer({ key: tlsKey, cert: tlsCertificate }, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      onText(data.toString('utf8'));
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://localhost:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const tlsHandshake = 0x16;

/** Serves HTTPS and plain HTTP on the same host and port. */
export async function startHttpAndHttps(httpsListener: RequestListener, httpListener: RequestListener) {
  const backends = {
    httpsServer: createHttpsServer({ key: tlsKey, cert: tlsCertificate }, httpsListener),
    httpServer: createHttpServer(httpListener),
  };
  backends.httpsServer.on('tlsClientError', () => undefined);
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;
  const listen = (server: Server): Promise<void> =>
    new Promise((resolve) => void server.listen(0, '127.0.0.1', resolve));

  const sockets = new Set<Socket>();
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined);
  };
  const frontServer = createTcpServer((socket) => {
    track(socket).once('data', (firstBytes) => {
      const upstream = track(
        connect(portOf(firstBytes[0] === tlsHandshake ? backends.httpsServer : backends.httpServer), '127.0.0.1'),
      );
      upstream.write(firstBytes);
      socket.pipe(upstream).pipe(socket);
    });
  });
  const servers = [backends.httpsServer, backends.httpServer, frontServer];
  await Promise.all(servers.map(listen));
  const host = `localhost:${String(portOf(frontServer))}`;
  return {
    https: `https://${host}`,
    http: `http://${host}`,
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
