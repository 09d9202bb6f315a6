import { afterEach, describe, expect, it } from 'vitest';
import type { Exchange } from '../../electron/service/exchange.ts';
import { answer, maybe, page } from '../support/exchanges.ts';
import { boxCapture, labelCapture } from '../support/open-test-outbox.ts';
import { healthy, unknown } from '../support/order-service.ts';
import { openSyncDesk, type Asked, type Service, type SyncDesk } from '../support/sync-desk.ts';

let desk: SyncDesk;
afterEach(() => desk.close());

const timeoutMs = 30_000;
const reads = [16, 3, 18, 11] as const;

/** No answer, once the wait for one is over. */
async function hangs(): Promise<Exchange> {
  await new Promise<void>((resolve) => void desk.time.timer.after(timeoutMs, resolve));
  return maybe('timeout');
}
const isProbe = ({ id }: Asked): boolean => id === 'desk-connection-check';

/** A desk of this service; answers the endpoints of the probes so far. */
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

describe('probes take turns over the reads that tell a status', () => {
  it('while none is answered, each is asked before the first is asked again', async () => {
    const probes = open(() => maybe());
    await desk.time.pass(100_000);
    expect(probes.slice(0, 8)).toEqual([...reads, ...reads]);
  });

  it('and stay with one that is answered', async () => {
    const probes = open(({ endpoint }) => (endpoint === 16 || endpoint === 6 ? hangs() : unknown));
    desk.add(boxCapture('B1'));
    await desk.time.pass(25 * 60_000);
    expect(probes.slice(0, 2)).toEqual([16, 3]);
    expect(probes.length).toBeGreaterThan(3);
    expect(new Set(probes.slice(1))).toEqual(new Set([3]));
  });

  it.each(reads)(
    'with %i and one create hanging, the desk is out of reach for one wait, not for the illness',
    async (ill) => {
      open((asked) =>
        asked.endpoint === ill || asked.endpoint === 6 ? hangs() : isProbe(asked) ? unknown : healthy(asked),
      );
      await desk.time.pass(timeoutMs + 5000);
      desk.add(boxCapture('B1'));
      let awayMs = 0;
      for (const stepMs = 1000; desk.time.elapsed() < 25 * 60_000;) {
        if (desk.sync.status().connection !== 'online') awayMs += stepMs;
        await desk.time.pass(stepMs);
      }
      expect(awayMs).toBeLessThanOrEqual(timeoutMs + 20_000);
      const label = desk.add(labelCapture('P1'));
      await desk.time.pass(1000);
      expect(desk.row(label).tries).toBe(1);
    },
  );

  it.each([
    ['a page', page(200)],
    ['a redirect', answer(302, '', { location: 'https://door.example/' })],
  ] as const)('with %s in answer to one of them alone, all goes on', async (_what, stranger) => {
    open((asked) => (asked.endpoint === 16 ? stranger : isProbe(asked) ? unknown : healthy(asked)));
    const box = desk.add(boxCapture('B1'));
    await desk.time.pass(60_000);
    expect(desk.sync.status()).toMatchObject({ connection: 'online', pause: null });
    expect(desk.state(box)).toBe('accepted');
  });

  it('one that hangs holds up the next for a third of the time that an order may take', async () => {
    open(({ endpoint }) => (endpoint === 16 ? hangs() : unknown));
    await desk.time.pass(timeoutMs / 3 - 1000);
    expect(desk.sync.status().connection).not.toBe('online');
    await desk.time.pass(4000);
    expect(desk.sync.status().connection).toBe('online');
  });

  it('a line on which every answer takes twenty seconds is found all the same', async () => {
    open(async () => {
      await new Promise<void>((resolve) => void desk.time.timer.after(20_000, resolve));
      return unknown;
    });
    await desk.time.pass(60_000);
    expect(desk.sync.status().connection).toBe('online');
  });

  it('at most half a minute after the one before came to nothing, while entries wait', async () => {
    open(hangs);
    desk.add(labelCapture('P1'));
    await desk.time.pass(1_000_000);
    const times = desk.logged().map((line) => Number(line.split(' ')[0]));
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    const waits = gaps.map((gap) => gap - timeoutMs / 1000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(30.1);
    expect(Math.max(...waits)).toBeGreaterThan(29);
  });
});
