import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export interface ConnectProxy {
  /** `host:port` */
  place: string;
  /** requests it received, such as `CONNECT service.example:443`, with their headers */
  readonly asked: { line: string; headers: IncomingHttpHeaders }[];
  /** all bytes from clients, as the proxy sees them */
  seen(): Buffer;
  /** closes all open connections */
  drop(): void;
  close(): Promise<void>;
}

/**
 * A proxy on loopback that connects every tunnel to `port` on this machine, or refuses it with the status that
 * `refuses` returns. With 407 it offers the authentication `scheme`.
 */
export async function startConnectProxy(
  port: number,
  refuses: (headers: IncomingHttpHeaders) => number | null = () => null,
  scheme = 'Basic realm="desks"',
): Promise<ConnectProxy> {
  const asked: ConnectProxy['asked'] = [];
  const pieces: Buffer[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket.on('error', () => undefined);
  };
  const server = createServer(({ method = '', url = '', headers }, response) => {
    asked.push({ line: `${method} ${url}`, headers });
    response.writeHead(400).end('only tunnels');
  });
  server.on('connect', ({ url = '', headers }, client: Socket, first: Buffer) => {
    asked.push({ line: `CONNECT ${url}`, headers });
    keep(client);
    const status = refuses(headers);
    const asks = status === 407 ? `Proxy-Authenticate: ${scheme}\r\n` : '';
    if (status !== null) return void client.end(`HTTP/1.1 ${String(status)} No\r\n${asks}Content-Length: 0\r\n\r\n`);
    const inner = keep(connect(port, '127.0.0.1'));
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    client.on('data', (piece: Buffer) => pieces.push(piece));
    if (first.length > 0) inner.write(first);
    client.pipe(inner).pipe(client);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    place: `127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    asked,
    seen: () => Buffer.concat(pieces),
    drop() {
      for (const socket of sockets) socket.destroy();
    },
    close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      return closed;
    },
  };
}
