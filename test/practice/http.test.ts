import { openTestPractice, sendRaw, type TestPractice } from './open-test-practice.ts';
import { labelOrder } from './sample-creates.ts';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let practice: TestPractice;
beforeEach(async () => void (practice = await openTestPractice()));
afterEach(() => practice.close());

const labels = '/v1/directExpressLabelOrders';
const json = { 'Content-Type': 'application/json' };

describe('the HTTP interface of the practice service', () => {
  it('serves only the paths of the table', async () => {
    for (const path of [
      '/',
      '/v1',
      '/v2/inventories',
      '/v1/inboundOrders/S-1',
      `${labels}/`,
      '/v1/directExpressOrders//status',
    ]) {
      expect([path, (await practice.get(path)).status]).toEqual([path, 404]);
    }
  });

  it('lists the methods that a path accepts', async () => {
    const { status, headers } = await practice.send('DELETE', '/v1/inventories');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect((await practice.get(labels)).headers.get('allow')).toBe('POST');
    expect((await practice.send('OPTIONS', labels)).status).toBe(405);
  });

  it('accepts only JSON', async () => {
    const body = JSON.stringify(labelOrder('P-1'));
    expect((await practice.send('POST', labels, { body, headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
    expect(
      (await practice.send('POST', labels, { body, headers: { ...json, 'Content-Encoding': 'gzip' } })).status,
    ).toBe(415);
    for (const text of ['', '{', 'null', '[]', '"x"', '{"Package":{}} x']) {
      expect([text, (await practice.send('POST', labels, { body: text, headers: json })).status]).toEqual([text, 400]);
    }
    const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]);
    expect((await practice.send('POST', labels, { body: bytes, headers: json })).body.Errors[0].Code).toBe('NotUtf8');
    expect(practice.effects()).toEqual([]);
  });

  it('accepts no body over 4 MiB, with or without a declared length', async () => {
    const body = `"${'x'.repeat(4 * 1024 * 1024)}"`;
    const length = String(body.length);
    expect((await sendRaw(practice.url(), labels, { ...json, 'Content-Length': length }, 'POST')).status).toBe(413);
    const chunked = await sendRaw(practice.url(), labels, { ...json, 'Transfer-Encoding': 'chunked' }, 'POST', body);
    expect([chunked.status, chunked.headers['connection']]).toEqual([413, 'close']);
  });

  it('reports errors in one format', async () => {
    const { body, headers } = await practice.get('/v1/directExpressOrders/nobody/status');
    expect(body).toEqual({
      Errors: [{ Code: 'NotFound', Message: expect.stringContaining('nobody') }],
      TicketId: expect.stringMatching(/^practice-/),
      UtcDateTime: '2026-03-02T08:00:00.000Z',
      RequestUri: '/v1/directExpressOrders/nobody/status',
    });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('answers only under its own host names, and allows no cross-origin access', async () => {
    const path = '/v1/trackings/X';
    expect((await sendRaw(practice.url(), path, { Host: 'evil.example' })).status).toBe(421);
    const cross = await sendRaw(practice.url(), path, { Origin: 'https://evil.example' });
    expect(Object.keys(cross.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('listens only on 127.0.0.1', async () => {
    const { port } = new URL(practice.url());
    const refused = await new Promise<boolean>((resolve) => {
      const socket = connect(Number(port), '127.0.0.2', () => resolve(false)).on('error', () => resolve(true));
      socket.unref();
    });
    expect(refused).toBe(true);
  });

  it('parses query values by type', async () => {
    const order = labelOrder('P-1');
    expect((await practice.post('/v1/directExpressOrders?sync=-3', order)).status).toBe(200);
    for (const query of [
      '',
      '?sync=',
      '?sync=1.5',
      '?sync=0x1',
      '?sync=1&sync=1',
      '?sync=%zz',
      '?Sync=1',
      '?sync=1&extra=1',
    ]) {
      expect([query, (await practice.post(`/v1/directExpressOrders${query}`, order)).status]).toEqual([query, 400]);
    }
  });

  it('takes an id literally, never as a path', async () => {
    const path = (id: string) => `/v1/directExpressOrders/${id}/status`;
    await practice.post(labels, labelOrder('a/b ü'));
    expect((await sendRaw(practice.url(), path('a%2Fb%20%C3%BC'))).status).toBe(200);
    expect((await sendRaw(practice.url(), path('..'))).status).toBeGreaterThanOrEqual(400);
    expect((await sendRaw(practice.url(), path('%E0%A4'))).status).toBe(400);
    expect((await sendRaw(practice.url(), path('__proto__'))).status).toBe(404);
  });

  it('stays up after malformed and hostile input', async () => {
    const deep = `{"Package":${'['.repeat(500_000)}${']'.repeat(500_000)}}`;
    expect((await practice.send('POST', labels, { body: deep, headers: json })).status).toBe(400);
    const own = '{"Package":{"PackageId":"P-1","__proto__":{"Weight":1}},"constructor":1}';
    expect((await practice.send('POST', labels, { body: own, headers: json })).status).toBe(400);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(practice.url()).port), '127.0.0.1');
      socket.on('close', () => resolve()).on('error', () => undefined);
      socket.resume();
      socket.end('\u0000\u0001 GARBAGE\r\n\r\n');
    });
    expect((await practice.post(labels, labelOrder('P-1'))).status).toBe(200);
  });
});
