import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Faults {
  seed: number;
  /** share of requests whose answer is lost after the service processed them */
  lost: number;
  /** share of requests that reach the service `lateMs` late, after the sender has given up */
  late: number;
  lateMs: number;
  /** whether a request reaches the service but is never answered; default: never */
  held?: () => boolean;
}

/**
 * A proxy between the desk and a service on loopback that drops or delays answers at random, reproducibly by `seed`,
 * and counts what it did.
 */
export async function startFaultProxy(service: string, { seed, lost, late, lateMs, held = () => false }: Faults) {
  const dice = rolls(seed);
  const done = { passed: 0, lost: 0, late: 0 };
  const waiting = new Set<NodeJS.Timeout>();
  // If the service is gone, no answer comes, as with any relay.
  const server = createServer((from, to) => void relay(from, to).catch(() => to.socket?.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const timer of waiting) clearTimeout(timer);
    server.close();
    server.closeAllConnections();
  });

  async function relay(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const body: Buffer[] = [];
    for await (const piece of from) body.push(piece as Buffer);
    if (held()) return void (await forward(from, Buffer.concat(body)));
    const roll = dice();
    if (roll < lost) {
      done.lost += 1;
      await forward(from, Buffer.concat(body));
      to.socket?.destroy();
    } else if (roll < lost + late) {
      done.late += 1;
      await new Promise<void>((resolve) => waiting.add(setTimeout(resolve, lateMs)));
      await forward(from, Buffer.concat(body));
      to.socket?.destroy();
    } else {
      done.passed += 1;
      const answer = await forward(from, Buffer.concat(body));
      to.writeHead(answer.status, answer.headers).end(answer.body);
    }
  }

  async function forward(from: IncomingMessage, body: Buffer) {
    const { origin } = new URL(service);
    const headers = { ...from.headers, host: new URL(service).host };
    const asked = request(`${origin}${from.url ?? '/'}`, { method: from.method, headers });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const pieces: Buffer[] = [];
    for await (const piece of answer) pieces.push(piece as Buffer);
    return { status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(pieces) };
  }

  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, done };
}

/** Pseudorandom numbers in [0, 1) from the seed (mulberry32). */
function rolls(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
