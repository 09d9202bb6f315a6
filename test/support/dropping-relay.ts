import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/**
 * Relays between a browser and the browser host, but drops the first answer to a POST of `path`: the host has done the
 * work, and the connection closes before a byte comes back. `arrived` holds the bodies of those POSTs.
 */
export async function startDroppingRelay(host: string, path: string) {
  const { port, origin } = new URL(host);
  const arrived: string[] = [];
  const server = createServer((from, to) => void relay(from, to).catch(() => to.destroy()));

  // The host accepts only requests addressed to it, so the relay uses the host's name and origin.
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
    /** address of the host, through the relay */
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
