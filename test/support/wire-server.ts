import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Answers one request; through `response.socket` it can send what no proper server would. */
export type Handler = (received: ReceivedRequest, response: ServerResponse, requestCount: number) => void;

/** A real HTTP server on loopback that records complete requests. */
export async function startWireServer(handler: Handler) {
  const arrived: ReceivedRequest[] = [];
  // Connections stay open while idle: one must not be closed while a busy machine sends on it.
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const receivedRequest = { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') };
      arrived.push(receivedRequest);
      handler(receivedRequest, response, arrived.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    arrived,
    port,
    origin: `http://127.0.0.1:${port}`,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function answerJson(
  response: ServerResponse,
  status: number,
  json: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(json));
}
