import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const contentTypes: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export interface ServedFolder {
  /** without a trailing slash */
  address: string;
  close(): Promise<void>;
}

/** Serves a folder on loopback, which browsers treat as a secure context. */
export async function serveFolder(folder: string): Promise<ServedFolder> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const file = normalize(join(folder, pathname === '/' ? 'index.html' : pathname));
    readFile(file).then(
      (body) => {
        response.setHeader('Content-Type', contentTypes[extname(file)] ?? 'application/octet-stream');
        // Files named by a content hash are fetched and compiled only once.
        if (pathname.startsWith('/assets/')) response.setHeader('Cache-Control', 'max-age=86400, immutable');
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
