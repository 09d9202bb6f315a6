import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SocksProxy {
  /** `host:port` */
  place: string;
  /** requested targets, such as `service.example:443`, and the name of the client */
  readonly asked: { to: string; name: string | null }[];
  close(): Promise<void>;
}

const noPassword = 0;
const byPassword = 2;
const nothing = 0xff;

/**
 * A SOCKS5 proxy on loopback that connects everything to `port` on this machine. With `password`, it admits only
 * clients that present this `name:password`.
 */
export async function startSocksProxy(port: number, password: string | null = null): Promise<SocksProxy> {
  const asked: SocksProxy['asked'] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client.on('error', () => undefined));
    serve(client).catch(() => client.destroy());
  });

  async function serve(client: Socket): Promise<void> {
    const next = async (): Promise<Buffer> => ((await once(client, 'data')) as [Buffer])[0];
    const methods = [...(await next()).subarray(2)];
    const method = password === null ? noPassword : byPassword;
    if (!methods.includes(method)) return void client.end(Buffer.from([5, nothing]));
    client.write(Buffer.from([5, method]));
    let name: string | null = null;
    if (password !== null) {
      const said = await next();
      const nameEnds = 2 + (said[1] ?? 0);
      name = said.subarray(2, nameEnds).toString();
      const isRight = `${name}:${said.subarray(nameEnds + 1).toString()}` === password;
      client.write(Buffer.from([1, isRight ? 0 : 1]));
      if (!isRight) return void client.end();
    }
    const wish = await next();
    const hostEnds = 5 + (wish[4] ?? 0);
    asked.push({ to: `${wish.subarray(5, hostEnds).toString()}:${String(wish.readUInt16BE(hostEnds))}`, name });
    const inner = connect(port, '127.0.0.1').on('error', () => client.destroy());
    sockets.add(inner);
    client.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]));
    client.pipe(inner).pipe(client);
  }

  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    place: `127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    asked,
    close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      return closed;
    },
  };
}
