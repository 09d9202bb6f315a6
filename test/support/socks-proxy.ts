import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SocksProxy {
  /** `host:port` */
  address: string;
  /** requested targets, such as `service.example:443`, and the user names of the clients */
  readonly requests: { target: string; user: string | null }[];
  close(): Promise<void>;
}

const noPassword = 0;
const withPassword = 2;
const noAcceptableMethod = 0xff;

/**
 * A SOCKS5 proxy on loopback that connects every client to `port` on this machine. With `password`, it admits only
 * clients that present this `name:password`.
 */
export async function startSocksProxy(port: number, password: string | null = null): Promise<SocksProxy> {
  const requests: SocksProxy['requests'] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client.on('error', () => undefined));
    handleClient(client).catch(() => client.destroy());
  });

  async function handleClient(client: Socket): Promise<void> {
    const readChunk = async (): Promise<Buffer> => ((await once(client, 'data')) as [Buffer])[0];
    const methods = [...(await readChunk()).subarray(2)];
    const method = password === null ? noPassword : withPassword;
    if (!methods.includes(method)) return void client.end(Buffer.from([5, noAcceptableMethod]));
    client.write(Buffer.from([5, method]));
    let user: string | null = null;
    if (password !== null) {
      const credentials = await readChunk();
      const userEnd = 2 + (credentials[1] ?? 0);
      user = credentials.subarray(2, userEnd).toString();
      const isAccepted = `${user}:${credentials.subarray(userEnd + 1).toString()}` === password;
      client.write(Buffer.from([1, isAccepted ? 0 : 1]));
      if (!isAccepted) return void client.end();
    }
    const connectRequest = await readChunk();
    const hostEnd = 5 + (connectRequest[4] ?? 0);
    requests.push({
      target: `${connectRequest.subarray(5, hostEnd).toString()}:${String(connectRequest.readUInt16BE(hostEnd))}`,
      user,
    });
    const upstream = connect(port, '127.0.0.1').on('error', () => client.destroy());
    sockets.add(upstream);
    client.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
    client.pipe(upstream).pipe(client);
  }

  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests,
    close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      return closed;
    },
  };
}
