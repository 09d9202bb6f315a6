import { createClient } from '../../electron/delivery/service/client.ts';
import type { Exchange } from '../../electron/delivery/service/exchange.ts';
import { httpAnswer } from '../support/exchanges.ts';
import { boxCapture, labelCapture } from '../support/open-test-outbox.ts';
import { creatingRecord, createdRecord, notFoundAnswer } from '../support/order-service.ts';
import { openSyncDesk, type SyncDesk } from '../support/sync-desk.ts';
import type { Dispatcher } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';

const desks: SyncDesk[] = [];
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.close();
});

const mb = 1 << 20;
const tookMs = 150;

/** What the service sends for a create after a delay: a status, bytes, and how the answer ends. */
interface Wire {
  status: number;
  type: string;
  body: string;
  /** additional bytes, sent in pieces until the client stops reading */
  more: number;
  ends: 'well' | 'cut' | 'cut-before';
}
const says = (given: Partial<Wire>): Wire => ({
  status: 201,
  type: 'application/json',
  body: '{}',
  more: 0,
  ends: 'well',
  ...given,
});
const page = '<!doctype html><title>Bad gateway</title><h1>Something went wrong</h1>';
const wrongTypes = '{"PackageId":["O"],"Status":{},"TrackingNumber":{"Value":"T"},"CreateFailedReason":[]}';

/** The desk's own client on a connection that behaves like this, in the desk's simulated time. */
function overWire(desk: SyncDesk, { status, type, body, more, ends }: Wire): Promise<Exchange> {
  const dispatcher = {
    dispatch(_request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
      let stopped = false;
      const controller = { abort: () => void (stopped = true) } as unknown as Dispatcher.DispatchController;
      handler.onRequestStart?.(controller, {});
      desk.time.timer.after(tookMs, () => {
        const cut = (): void =>
          handler.onResponseError?.(controller, Object.assign(new Error('cut'), { code: 'ECONNRESET' }));
        if (ends === 'cut-before') return cut();
        handler.onResponseStart?.(controller, status, { 'content-type': type }, '');
        handler.onResponseData?.(controller, Buffer.from(body));
        for (let sent = 0; sent < more && !stopped; sent += mb)
          handler.onResponseData?.(controller, Buffer.alloc(mb, 32));
        if (stopped) return;
        if (ends === 'cut') cut();
        else handler.onResponseEnd?.(controller, {});
      });
      return true;
    },
  } as unknown as Dispatcher;
  const { timer, clock } = desk.time;
  const client = createClient({ origin: 'http://127.0.0.1:9', dispatcher, timer, now: clock.now, timeoutMs: 30_000 });
  return client.call({ method: 'POST', path: '/', body: '{}', answerSize: 'record' });
}

const faults: [string, Wire][] = [
  ['500', says({ status: 500, body: '{"Message":"no"}' })],
  ['502 and a page', says({ status: 502, type: 'text/html', body: page })],
  ['a connection cut before the answer', says({ ends: 'cut-before' })],
  ['a connection cut in the middle of the answer', says({ body: '{"PackageId":"O', ends: 'cut' })],
  ['nothing', says({ body: '' })],
  ['broken JSON', says({ body: '{"PackageId": "O0' })],
  ['50 MB', says({ more: 50 * mb })],
  ['wrong types', says({ body: wrongTypes })],
  ['a page of HTML', says({ status: 200, type: 'text/html', body: page })],
  ['a redirect', says({ status: 302, body: '' })],
];
const absent = says({ status: 404, body: '{"Message":"packageId not found"}' });

type IsIll = (endpoint: number, id: string) => boolean;
const ofBoxes: IsIll = (endpoint, id) => endpoint === 6 || /^B\d/.test(id);
const ofOne: IsIll = (_endpoint, id) => id === 'BAD';
const statusOf =
  (those: IsIll): IsIll =>
  (endpoint, id) =>
    endpoint !== 2 && endpoint !== 6 && those(endpoint, id);

/** Simulated seconds until 200 label orders are made, behind 40 box orders and one more label order. */
async function labelsTake(isIll: IsIll, wire: Wire): Promise<number> {
  const desk = openSyncDesk();
  desks.push(desk);
  desk.service = async ({ endpoint, id }) => {
    if (isIll(endpoint, id)) return overWire(desk, wire);
    await new Promise<void>((resolve) => void desk.time.timer.after(tookMs, resolve));
    if (endpoint === 6) return httpAnswer(201, '{}');
    return endpoint === 2
      ? creatingRecord(id)
      : endpoint === 16 && id.startsWith('P')
        ? createdRecord(id)
        : notFoundAnswer;
  };
  for (let n = 0; n < 40; n += 1) desk.add(boxCapture(`B${String(n)}`));
  desk.add(labelCapture('BAD'));
  for (let n = 0; n < 200; n += 1) desk.add(labelCapture(`P${String(n)}`));
  const left = desk.db
    .prepare<[], number>(`SELECT count(*) FROM entry WHERE key LIKE 'P%' AND state <> 'done'`)
    .pluck();
  desk.sync.start();
  while ((left.get() ?? 0) > 0 && desk.time.elapsed() < 300_000) await desk.time.advance(250);
  return desk.time.elapsed() / 1000;
}
let well: Promise<number> | undefined;
const wellTakes = (): Promise<number> => (well ??= labelsTake(() => false, says({})));

// These are minutes of simulated time, and seconds on an idle processor.
describe('an order that is answered with', () => {
  it.each(faults)('%s, again and again, delays no other order', async (_what, wire) => {
    expect((await labelsTake(ofOne, wire)) / (await wellTakes())).toBeLessThanOrEqual(1.2);
  });

  it('404 to every status check delays no other order', async () => {
    expect((await labelsTake(statusOf(ofOne), absent)) / (await wellTakes())).toBeLessThanOrEqual(1.2);
  });
});

describe('a kind of order that is answered with', () => {
  it.each(faults)('%s, again and again, delays the others by at most half of their time', async (_what, wire) => {
    expect((await labelsTake(ofBoxes, wire)) / (await wellTakes())).toBeLessThanOrEqual(1.5);
  });

  it('404 to every status check delays the others by at most half of their time', async () => {
    expect((await labelsTake(statusOf(ofBoxes), absent)) / (await wellTakes())).toBeLessThanOrEqual(1.5);
  });
});
