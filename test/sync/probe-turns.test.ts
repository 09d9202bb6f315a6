import type { Exchange } from '../../electron/delivery/service/exchange.ts';
import { httpAnswer, possiblySent, htmlAnswer } from '../support/exchanges.ts';
import { boxCapture, labelCapture } from '../support/open-test-outbox.ts';
import { healthyService, notFoundAnswer } from '../support/order-service.ts';
import { openSyncDesk, type ServiceRequest, type Service, type SyncDesk } from '../support/sync-desk.ts';
import { afterEach, describe, expect, it } from 'vitest';

let desk: SyncDesk;
afterEach(() => desk.close());

const timeoutMs = 30_000;
const reads = [16, 3, 18, 11] as const;

/** No answer until the request times out. */
async function hangs(): Promise<Exchange> {
  await new Promise<void>((resolve) => void desk.time.timer.after(timeoutMs, resolve));
  return possiblySent('timeout');
}
const isProbe = ({ id }: ServiceRequest): boolean => id === 'desk-connection-check';

/** Starts a desk at this service; returns the endpoints of its probes so far. */
function open(service: Service): number[] {
  desk = openSyncDesk({ requestTimeoutSeconds: timeoutMs / 1000 });
  const probes: number[] = [];
  desk.service = (asked) => {
    if (isProbe(asked)) probes.push(asked.endpoint);
    return service(asked);
  };
  desk.sync.start();
  return probes;
}

describe('probes', () => {
  it('visit each status endpoint once before the first again, while none answers', async () => {
    const probes = open(() => possiblySent());
    await desk.time.advance(100_000);
    expect(probes.slice(0, 8)).toEqual([...reads, ...reads]);
  });

  it('stay at an endpoint that answers', async () => {
    const probes = open(({ endpoint }) => (endpoint === 16 || endpoint === 6 ? hangs() : notFoundAnswer));
    desk.add(boxCapture('B1'));
    await desk.time.advance(25 * 60_000);
    expect(probes.slice(0, 2)).toEqual([16, 3]);
    expect(probes.length).toBeGreaterThan(3);
    expect(new Set(probes.slice(1))).toEqual(new Set([3]));
  });

  it.each(reads)('leave the desk offline for only one timeout if endpoint %i and one create hang', async (ill) => {
    open((asked) =>
      asked.endpoint === ill || asked.endpoint === 6
        ? hangs()
        : isProbe(asked)
          ? notFoundAnswer
          : healthyService(asked),
    );
    await desk.time.advance(timeoutMs + 5000);
    desk.add(boxCapture('B1'));
    let awayMs = 0;
    for (const stepMs = 1000; desk.time.elapsed() < 25 * 60_000;) {
      if (desk.sync.status().connection !== 'online') awayMs += stepMs;
      await desk.time.advance(stepMs);
    }
    expect(awayMs).toBeLessThanOrEqual(timeoutMs + 20_000);
    const label = desk.add(labelCapture('P1'));
    await desk.time.advance(1000);
    expect(desk.row(label).tries).toBe(1);
  });

  it.each([
    ['a page', htmlAnswer(200)],
    ['a redirect', httpAnswer(302, '', { location: 'https://door.example/' })],
  ] as const)('continue at another endpoint if only one is answered with %s', async (_what, stranger) => {
    open((asked) => (asked.endpoint === 16 ? stranger : isProbe(asked) ? notFoundAnswer : healthyService(asked)));
    const box = desk.add(boxCapture('B1'));
    await desk.time.advance(60_000);
    expect(desk.sync.status()).toMatchObject({ connection: 'online', pause: null });
    expect(desk.state(box)).toBe('accepted');
  });

  it('to a hanging endpoint delay the next probe by a third of the request timeout', async () => {
    open(({ endpoint }) => (endpoint === 16 ? hangs() : notFoundAnswer));
    await desk.time.advance(timeoutMs / 3 - 1000);
    expect(desk.sync.status().connection).not.toBe('online');
    await desk.time.advance(4000);
    expect(desk.sync.status().connection).toBe('online');
  });

  it('find a connection on which every answer takes 20 s', async () => {
    open(async () => {
      await new Promise<void>((resolve) => void desk.time.timer.after(20_000, resolve));
      return notFoundAnswer;
    });
    await desk.time.advance(60_000);
    expect(desk.sync.status().connection).toBe('online');
  });

  it('follow the previous failure after at most 30 s while entries wait', async () => {
    open(hangs);
    desk.add(labelCapture('P1'));
    await desk.time.advance(1_000_000);
    const times = desk.takeLog().map((line) => Number(line.split(' ')[0]));
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    const waits = gaps.map((gap) => gap - timeoutMs / 1000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(30.1);
    expect(Math.max(...waits)).toBeGreaterThan(29);
  });
});
