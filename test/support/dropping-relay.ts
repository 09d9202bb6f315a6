import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/**
 * Stands between a browser and the browser host. The first answer to a POST of `path` is lost: the host has done its work, and
 * the connection ends before a byte comes back. Everything else passes. `arrived` holds the bodies of those POSTs.
 */
export async function startDroppingRelay(host: string, path: string) {
  const { port, origin } = new URL(host);
  const arrived: string[] = [];
  const server = createServer((from, to) => void relay(from, to).catch(() => to.destroy()));

  // the host lets in only who names it, so the relay speaks in its name
  const named = (from: IncomingMessage) => ({
    ...from.headers,
    host: new URL(origin).host,
    ...(from.headers.origin !== undefined && { origin }),
  });

  async function relay(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of from) pieces.push(piece as Buffer);
    const asked = request(new URL(from.url ?? '/', origin), { method: from.method, headers: named(from) });
    asked.end(Buffer.concat(pieces));
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part as Buffer);
    if (from.method === 'POST' && from.url === path && arrived.push(Buffer.concat(pieces).toString()) === 1) {
      to.socket?.destroy();
      return;
    }
    to.writeHead(answer.statusCode ?? 502, answer.headers).end(Buffer.concat(parts));
  }

  server.on('upgrade', (from: IncomingMessage, socket) => {
    const onward = connect(Number(port), '127.0.0.1', () => {
      const lines = Object.entries(named(from)).map(([name, value]) => `${name}: ${String(value)}`);
      onward.write(`GET ${from.url ?? '/'} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    socket.on('close', () => onward.destroy());
  });

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = new URL(host);
  at.port = String((server.address() as AddressInfo).port);
  return {
    /** the address of the host, through the relay */
    url: at.href,
    arrived: arrived as readonly string[],
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
