import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export interface ConnectProxy {
  /** `host:port` */
  address: string;
  /** requests it received, such as `CONNECT service.example:443`, with their headers */
  readonly requests: { line: string; headers: IncomingHttpHeaders }[];
  /** all bytes that clients have sent through tunnels */
  receivedBytes(): Buffer;
  /** closes all open connections */
  closeConnections(): void;
  close(): Promise<void>;
}

/**
 * A proxy on loopback that connects every tunnel to `port` on this machine. It refuses a tunnel if `refusalStatus`
 * returns a status for its headers. With status 407 it offers the authentication `scheme`.
 */
export async function startConnectProxy(
  port: number,
  refusalStatus: (headers: IncomingHttpHeaders) => number | null = () => null,
  scheme = 'Basic realm="desks"',
): Promise<ConnectProxy> {
  const requests: ConnectProxy['requests'] = [];
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket.on('error', () => undefined);
  };
  const server = createServer(({ method = '', url = '', headers }, response) => {
    requests.push({ line: `${method} ${url}`, headers });
    response.writeHead(400).end('only tunnels');
  });
  server.on('connect', ({ url = '', headers }, client: Socket, firstBytes: Buffer) => {
    requests.push({ line: `CONNECT ${url}`, headers });
    track(client);
    const status = refusalStatus(headers);
    const challenge = status === 407 ? `Proxy-Authenticate: ${scheme}\r\n` : '';
    if (status !== null)
      return void client.end(`HTTP/1.1 ${String(status)} No\r\n${challenge}Content-Length: 0\r\n\r\n`);
    const upstream = track(connect(port, '127.0.0.1'));
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    client.on('data', (chunk: Buffer) => chunks.push(chunk));
    if (firstBytes.length > 0) upstream.write(firstBytes);
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests,
    receivedBytes: () => Buffer.concat(chunks),
    closeConnections() {
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
