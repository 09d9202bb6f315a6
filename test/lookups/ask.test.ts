import type { Exchange } from '../../electron/delivery/service/exchange.ts';
import type { SerializedRequest } from '../../electron/delivery/service/request.ts';
import { performLookup } from '../../electron/lookups/lookup-client.ts';
import { httpAnswer, neverSent, htmlAnswer } from '../support/exchanges.ts';
import { describe, expect, it } from 'vitest';

const settings = { sync: 0, idType: 'PackageId', lang: 'en' };

async function asking(request: unknown, service: (sendable: SerializedRequest) => Exchange) {
  const sent: SerializedRequest[] = [];
  const call = (sendable: SerializedRequest) => {
    sent.push(sendable);
    return Promise.resolve(service(sendable));
  };
  return { result: await performLookup(request, { client: { call }, settings, now: () => 42 }), sent };
}

describe('a lookup', () => {
  it.each([
    [3, { path: { shipmentId: 'S1' } }, 'GET', '/v1/inboundOrders/S1/status'],
    [5, { body: { TrackingNumbers: ['T1'] } }, 'POST', '/v1/trackings?lang=en'],
    [11, { body: { Ids: ['O1'] } }, 'POST', '/v1/outboundOrders/PackageId'],
    [12, { path: { trackingNumber: 'T 1' } }, 'GET', '/v1/trackings/T%201?lang=en'],
    [13, { body: { SkuList: ['A'] } }, 'POST', '/v1/sku/lists'],
    [16, { path: { packageId: 'P1' } }, 'GET', '/v1/directExpressOrders/P1/status'],
    [18, { path: { packageId: 'P1' } }, 'GET', '/v1/directExpressOrdersHaveBox/P1/status'],
    [19, { query: { Skus: 'A,B', WarehouseId: 'W' } }, 'GET', '/v1/inventories?Skus=A,B&WarehouseId=W'],
    [20, { body: { Skus: ['A'], WarehouseId: 'W' } }, 'POST', '/v1/inventories'],
  ])('of endpoint %i is one request', async (endpoint, parts, method, path) => {
    const { result, sent } = await asking({ endpoint, ...parts }, () =>
      httpAnswer(200, [{ PackageId: 'P1', Sku: 'A' }]),
    );
    expect(sent).toMatchObject([{ method, path }]);
    expect(result).toMatchObject({ ok: true, value: { at: 42 } });
  });

  it('of 45 tracking numbers is sent in batches of at most 20, and returned as one ordered list', async () => {
    const TrackingNumbers = Array.from({ length: 45 }, (_, n) => `T${n}`);
    const { result, sent } = await asking({ endpoint: 5, body: { TrackingNumbers } }, ({ body }) => {
      const numbers = (JSON.parse(body ?? '') as { TrackingNumbers: string[] }).TrackingNumbers;
      return httpAnswer(
        200,
        numbers.map((TrackingNumber) => ({ TrackingNumber })),
      );
    });
    expect(
      sent.map(
        ({ body }) =>
          (JSON.parse(body ?? '') as typeof TrackingNumbers & { TrackingNumbers: string[] }).TrackingNumbers.length,
      ),
    ).toEqual([20, 20, 5]);
    expect(result).toMatchObject({
      ok: true,
      value: { answer: TrackingNumbers.map((TrackingNumber) => ({ TrackingNumber })) },
    });
  });

  it('keeps unknown fields and lists those that differ from the document', async () => {
    const { result } = await asking({ endpoint: 16, path: { packageId: 'P1' } }, () =>
      httpAnswer(200, { PackageId: 7, Extra: 1, TrackingNumber: 'T' }),
    );
    expect(result).toEqual({
      ok: true,
      value: {
        answer: { Extra: 1, TrackingNumber: 'T' },
        unexpected: [
          {
            path: '$.PackageId',
            message: 'unexpected answer: text was expected, a number came',
            expected: 'text',
            found: 'a number',
          },
        ],
        at: 42,
      },
    });
  });

  it('of an empty list returns an empty list', async () => {
    const { result } = await asking({ endpoint: 13, body: {} }, () => httpAnswer(200, []));
    expect(result).toMatchObject({ ok: true, value: { answer: [], unexpected: [] } });
  });

  const bad: [string, Exchange, object][] = [
    ['404', httpAnswer(404), { kind: 'service', params: { status: 404 } }],
    [
      '400',
      httpAnswer(400, { Message: 'packageId is wrong' }),
      { kind: 'service', message: 'packageId is wrong', params: { status: 400 } },
    ],
    ['no way there', neverSent('name'), { kind: 'offline', message: 'The name of the service was not found.' }],
    ['401', httpAnswer(401), { kind: 'paused', params: { why: 'unauthorized' } }],
    ['a page', htmlAnswer(200), { kind: 'paused', params: { why: 'something-else-answered' } }],
    ['broken JSON', httpAnswer(200, '{'), { kind: 'not-shown' }],
    ['another shape', httpAnswer(200, '"hello"'), { kind: 'not-shown', message: 'Unexpected answer: "hello"' }],
  ];
  it.each(bad)('answered with %s returns a problem', async (_name, exchange, expected) => {
    const { result } = await asking({ endpoint: 16, path: { packageId: 'P1' } }, () => exchange);
    expect(result).toMatchObject({ ok: false, problem: expected });
  });

  it.each([
    [{ endpoint: 2, body: {} }, 'outbox'],
    [{ endpoint: 16, path: { packageId: '..' } }, ''],
    [{ endpoint: 16, path: {} }, ''],
    [{ endpoint: 21 }, ''],
    ['nonsense', ''],
    [{ endpoint: 12, path: 7 }, ''],
  ])('of %j is invalid and sends nothing', async (request, words) => {
    const { result, sent } = await asking(request, () => httpAnswer(200, {}));
    expect(result).toMatchObject({ ok: false, problem: { kind: 'invalid' } });
    expect(result.ok ? '' : result.problem.message).toContain(words);
    expect(sent).toEqual([]);
  });
});
