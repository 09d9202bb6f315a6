import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ProxyFaults {
  seed: number;
  /** share of requests whose answer is lost after the service processed them */
  lostShare: number;
  /** share of requests that reach the service `delayMs` late, after the sender has given up */
  lateShare: number;
  delayMs: number;
  /** whether a request is passed on to the service but never answered; default: never */
  isHeld?: () => boolean;
}

/**
 * A proxy between the desk and a service on loopback. It drops or delays answers at random, reproducibly by `seed`, and
 * counts what it did.
 */
export async function startFaultProxy(
  service: string,
  { seed, lostShare: lost, lateShare: late, delayMs: lateMs, isHeld: held = () => false }: ProxyFaults,
) {
  const nextRandom = seededRandom(seed);
  const done = { passed: 0, lost: 0, late: 0 };
  const waiting = new Set<NodeJS.Timeout>();
  // If the service has stopped, the client gets no answer, as with any relay.
  const server = createServer(
    (incoming, outgoing) => void relay(incoming, outgoing).catch(() => outgoing.socket?.destroy()),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const timer of waiting) clearTimeout(timer);
    server.close();
    server.closeAllConnections();
  });

  async function relay(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const requestChunks: Buffer[] = [];
    for await (const chunk of incoming) requestChunks.push(chunk as Buffer);
    if (held()) return void (await forward(incoming, Buffer.concat(requestChunks)));
    const drawn = nextRandom();
    if (drawn < lost) {
      done.lost += 1;
      await forward(incoming, Buffer.concat(requestChunks));
      outgoing.socket?.destroy();
    } else if (drawn < lost + late) {
      done.late += 1;
      await new Promise<void>((resolve) => waiting.add(setTimeout(resolve, lateMs)));
      await forward(incoming, Buffer.concat(requestChunks));
      outgoing.socket?.destroy();
    } else {
      done.passed += 1;
      const answer = await forward(incoming, Buffer.concat(requestChunks));
      outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    }
  }

  async function forward(incoming: IncomingMessage, body: Buffer) {
    const { origin } = new URL(service);
    const headers = { ...incoming.headers, host: new URL(service).host };
    const forwarded = request(`${origin}${incoming.url ?? '/'}`, { method: incoming.method, headers });
    forwarded.end(body);
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
    const answerChunks: Buffer[] = [];
    for await (const chunk of answer) answerChunks.push(chunk as Buffer);
    return { status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(answerChunks) };
  }

  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, done };
}

/** Pseudorandom numbers in [0, 1) from the seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
