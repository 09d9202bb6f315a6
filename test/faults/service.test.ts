import { declaration, inboundOrder, labelOrder, sampleCreates } from '../practice/sample-creates.ts';
import type { Fault, Rule } from './service/faults.ts';
import { startService, type FaultService } from './service/start.ts';
import { createConnection } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let service: FaultService;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.stop());

const post = (path: string, body: unknown) =>
  fetch(`${service.url}${path}`, { method: 'POST', body: JSON.stringify(body), redirect: 'manual' });
const order = (key: string) => post('/v1/directExpressLabelOrders', labelOrder(key));
const status = (key: string) => fetch(`${service.url}/v1/directExpressOrders/${key}/status`);
const effects = async (key: string) =>
  (await service.accounts()).find((account) => account.key === key)?.effects.length ?? 0;
const suffers = (fault: Fault, more: Partial<Rule> = {}) => service.set([{ fault, ...more }]);

describe('the service of these tests', () => {
  it('accepts each create as documented and records it', async () => {
    for (const { path, body, first } of sampleCreates) expect((await post(path, body)).status).toBe(first);
    for (const { path, body } of sampleCreates) expect((await post(path, body)).status).toBe(200);
    const accounts = await service.accounts();
    expect(accounts.map(({ endpoint, key }) => [endpoint, key])).toEqual(
      sampleCreates.map(({ endpoint, key }) => [endpoint, key]),
    );
    expect(accounts.map(({ body }) => JSON.parse(body) as unknown)).toEqual(sampleCreates.map(({ body }) => body));
    expect(accounts.every(({ arrivals, changed }) => arrivals === 2 && changed === 0)).toBe(true);
  });

  it('treats a repeat in the worst documented way: nothing changes where that is documented, otherwise it takes effect again', async () => {
    for (const { path, body } of [...sampleCreates, ...sampleCreates]) await post(path, body);
    const twice = (await service.accounts()).filter((account) => account.effects.length === 2);
    expect(twice.map(({ endpoint }) => endpoint)).toEqual([1, 2, 7]);
    await service.set([], { declaresTwice: false });
    for (let times = 0; times < 2; times += 1) await post('/v1/directExpressOrders/declare', declaration('NEW'));
    const account = (await service.accounts()).find(({ key }) => key === 'NEW');
    expect(account?.effects).toHaveLength(1);
  });

  it('detects other content with a known key, and a key used for an order of another kind', async () => {
    await post('/v1/inboundOrders', inboundOrder('S1'));
    await post('/v1/inboundOrders', inboundOrder('S1', { Remark: 'other' }));
    expect(await service.accounts()).toMatchObject([{ changed: 1, effects: [expect.any(Number)] }]);
    await order('P1');
    expect((await post('/v1/directExpressOrders?sync=0', labelOrder('P1'))).status).toBe(400);
  });

  it('reports the status of an order, and 404 if it does not know the order, or not yet', async () => {
    expect((await status('A')).status).toBe(404);
    await service.set([], { unseenMs: 1e6, madeAfterMs: 1e6 });
    await order('A');
    expect((await status('A')).status).toBe(404);
    await service.set([], { madeAfterMs: 1e6 });
    const record = { PackageId: 'A', ServiceCode: 'SGP', Country: 'PT', Status: 'Creating' };
    const creating: unknown = await (await status('A')).json();
    expect(creating).toMatchObject(record);
    expect(creating).not.toHaveProperty('TrackingNumber');
    await service.set([]);
    expect(await (await status('A')).json()).toMatchObject({ ...record, Status: 'Created', TrackingNumber: 'T-A' });
    const outbound = (ids: string[]) => post('/v1/outboundOrders/PackageId', { Ids: ids });
    expect((await outbound(['A'])).status).toBe(404);
  });

  it.each<[string, Fault, number, 'cut' | number]>([
    ['loses a request', { kind: 'request-lost' }, 0, 'cut'],
    ['loses an answer', { kind: 'answer-lost' }, 1, 'cut'],
    ['cuts an answer in the middle', { kind: 'answer-cut' }, 1, 'cut'],
    ['resets the connection after an answer', { kind: 'cut-after-answer' }, 1, 200],
    ['answers anything, not acting', { kind: 'says', status: 503, takes: false }, 0, 503],
    ['acts and answers anything', { kind: 'says', status: 200, type: 'text/html', body: '<p>', takes: true }, 1, 200],
  ])('%s', async (_what, fault, done, answered) => {
    await suffers(fault);
    const answer = await order('A')
      .then(async (response) => [response.status, await response.text()] as const)
      .catch(() => ['cut'] as const);
    expect(answer[0]).toBe(answered);
    expect(await effects('A')).toBe(done);
  });

  it('gives Retry-After as a date, relative to its own Date', async () => {
    await suffers({ kind: 'says', status: 429, retryAtMs: 5000, takes: false });
    const { headers } = await order('A');
    const [from, to] = ['date', 'retry-after'].map((name) => Date.parse(headers.get(name) ?? ''));
    expect((to ?? 0) - (from ?? 0)).toBe(5000);
  });

  it('carries out a late request long after its connection was cut', async () => {
    await suffers({ kind: 'late', ms: 2000 });
    await expect(order('A')).rejects.toThrow('fetch failed');
    expect(await effects('A')).toBe(0);
    await expect.poll(() => effects('A')).toBe(1);
  });

  it('holds an answer back until another order has arrived', async () => {
    await service.set([{ fault: { kind: 'held', untilCreateOf: 'B' }, keys: '^A$' }]);
    const held = order('A');
    await service.arrival();
    expect(await effects('A')).toBe(0);
    expect((await order('B')).status).toBe(200);
    expect((await held).status).toBe(200);
    expect(await effects('A')).toBe(1);
  });

  it('keeps silent, and sends as many bytes as its rule says', async () => {
    await service.set([
      { fault: { kind: 'silence', takes: true }, keys: 'SILENT' },
      { fault: { kind: 'huge', bytes: 300_000, takes: false } },
    ]);
    const given = new AbortController();
    let isOver = false;
    const silent = fetch(`${service.url}/v1/fbaOrder`, {
      method: 'POST',
      body: JSON.stringify({ PackageId: 'SILENT' }),
      signal: given.signal,
    }).catch(() => null);
    void silent.then(() => (isOver = true));
    await expect.poll(() => effects('SILENT')).toBe(1);
    expect(isOver).toBe(false);
    given.abort();
    await silent;
    const huge = await (await order('A')).text();
    expect(huge).toHaveLength(300_000);
    expect(() => JSON.parse(huge) as unknown).not.toThrow();
  });

  it('applies a fault as often, to what and for whom its rule says', async () => {
    const fault: Fault = { kind: 'says', status: 503, takes: false };
    await service.set([
      { fault, to: 'creates', keys: '^A', timesEach: 1 },
      { fault, to: 'reads', endpoints: [16], times: 2 },
    ]);
    const [asked, found]: [number[], number[]] = [[], []];
    for (const key of ['A1', 'A1', 'A2', 'B1']) asked.push((await order(key)).status);
    for (const key of ['A1', 'A2', 'B1']) found.push((await status(key)).status);
    expect([asked, found]).toEqual([
      [503, 200, 503, 200],
      [503, 503, 200],
    ]);
    await service.set([{ fault, share: 0.2 }]);
    let failed = 0;
    for (let n = 0; n < 200; n += 1) if ((await status('X')).status === 503) failed += 1;
    expect(failed).toBeGreaterThan(15);
    expect(failed).toBeLessThan(70);
  });

  it('is unreachable while it is down, and keeps its port and its records', async () => {
    await order('A');
    await service.down();
    await expect(order('B')).rejects.toThrow('fetch failed');
    await service.up();
    expect((await order('B')).status).toBe(200);
    expect((await service.accounts()).map(({ key }) => key)).toEqual(['A', 'B']);
  });

  it('carries out complete requests although the sender is gone, and ignores half a request', async () => {
    await service.set([], { answersAfterMs: 100 });
    const { port } = new URL(service.url);
    const body = JSON.stringify(labelOrder('WHOLE'));
    const head = (length: number) =>
      `POST /v1/directExpressLabelOrders HTTP/1.1\r\nhost: x\r\ncontent-length: ${String(length)}\r\n\r\n`;
    const send = (text: string) =>
      new Promise<void>((resolve) => {
        const socket = createConnection(Number(port), '127.0.0.1', () => socket.end(text, () => socket.destroy()));
        socket.on('close', () => resolve());
      });
    await send(head(body.length) + body);
    await send(head(body.length) + body.slice(0, 40));
    await expect.poll(() => effects('WHOLE')).toBe(1);
    expect(await service.arrived()).toHaveLength(1);
  });
});
