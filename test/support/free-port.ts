import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A range below the ports that systems assign (32,768 and up), so that a free port stays free for a while. */
const [lowest, highest] = [20_000, 32_000];

/**
 * Returns a loopback port that is free and that the system will not assign to a connection or to another test's server.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
