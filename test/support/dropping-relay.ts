import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/**
 * Relays between a browser and the browser host, but drops the first answer to a POST of `path`: the host has done the
 * work, and the connection closes before a byte comes back. `receivedBodies` holds the bodies of these POSTs.
 */
export async function startDroppingRelay(hostUrl: string, path: string) {
  const { port, origin } = new URL(hostUrl);
  const receivedBodies: string[] = [];
  const server = createServer((incoming, outgoing) => void relay(incoming, outgoing).catch(() => outgoing.destroy()));

  // The host accepts only requests addressed to it, so the relay uses the host's name and origin.
  const hostHeaders = (incoming: IncomingMessage) => ({
    ...incoming.headers,
    host: new URL(origin).host,
    ...(incoming.headers.origin !== undefined && { origin }),
  });

  async function relay(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const requestChunks: Buffer[] = [];
    for await (const chunk of incoming) requestChunks.push(chunk as Buffer);
    const forwarded = request(new URL(incoming.url ?? '/', origin), {
      method: incoming.method,
      headers: hostHeaders(incoming),
    });
    forwarded.end(Buffer.concat(requestChunks));
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
    const answerChunks: Buffer[] = [];
    for await (const chunk of answer) answerChunks.push(chunk as Buffer);
    if (
      incoming.method === 'POST' &&
      incoming.url === path &&
      receivedBodies.push(Buffer.concat(requestChunks).toString()) === 1
    ) {
      outgoing.socket?.destroy();
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(Buffer.concat(answerChunks));
  }

  server.on('upgrade', (incoming: IncomingMessage, socket) => {
    const upstream = connect(Number(port), '127.0.0.1', () => {
      const lines = Object.entries(hostHeaders(incoming)).map(([name, value]) => `${name}: ${String(value)}`);
      upstream.write(`GET ${incoming.url ?? '/'} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
    socket.on('close', () => upstream.destroy());
  });

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const relayUrl = new URL(hostUrl);
  relayUrl.port = String((server.address() as AddressInfo).port);
  return {
    /** address of the host, through the relay */
    url: relayUrl.href,
    receivedBodies: receivedBodies as readonly string[],
    async close() {
      const serverClosed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await serverClosed;
    },
  };
}
