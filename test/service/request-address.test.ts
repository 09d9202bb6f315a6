import { checkRequest } from '../../shared/service/check-request.ts';
import { endpointNumbers, endpointOf } from '../../shared/service/endpoints.ts';
import { parseRequestTarget, writeRequestTarget } from '../../shared/service/request-target.ts';
import { describe, expect, it } from 'vitest';

const pathOf = (request: unknown): string | undefined => {
  const checked = checkRequest(request);
  return checked.ok ? checked.request.path : undefined;
};

describe('an address', () => {
  it('contains its path parameters percent-encoded', () => {
    expect(pathOf({ endpoint: 12, path: { trackingNumber: 'a/b?c#d %2e' } })).toBe(
      '/v1/trackings/a%2Fb%3Fc%23d%20%252e?lang=zh',
    );
  });

  it('contains the documented default of lang, and idType only if it is given', () => {
    expect(pathOf({ endpoint: 5, body: { TrackingNumbers: [] } })).toBe('/v1/trackings?lang=zh');
    expect(pathOf({ endpoint: 3, path: { shipmentId: 'S' } })).toBe('/v1/inboundOrders/S/status');
    expect(pathOf({ endpoint: 3, path: { shipmentId: 'S' }, query: { idType: 'A B' } })).toBe(
      '/v1/inboundOrders/S/status?idType=A%20B',
    );
  });

  it('contains a list of SKUs separated by plain commas', () => {
    expect(pathOf({ endpoint: 19, query: { Skus: 'A,B&C', WarehouseId: '1' } })).toBe(
      '/v1/inventories?Skus=A,B%26C&WarehouseId=1',
    );
  });

  it.each(['', '.', '..', '\ud800'])('is never changed by its parameter: %j is refused', (packageId) => {
    expect(checkRequest({ endpoint: 16, path: { packageId } })).toMatchObject({
      ok: false,
      issues: [{ in: 'path', path: '$.packageId' }],
    });
  });

  it.each(['...', '%2e%2e', '..%2f', 'a/../b', '..;'])(
    'stays the same for every URL parser with %j in it',
    (packageId) => {
      const path = pathOf({ endpoint: 16, path: { packageId } });
      expect(new URL(`https://localhost${path}`).pathname).toBe(path);
    },
  );
});

describe('reading an address', () => {
  it('returns what was written, for each of the 20 endpoints', () => {
    for (const endpoint of endpointNumbers) {
      const { params, query, method } = endpointOf(endpoint);
      const path = Object.fromEntries(Object.keys(params.shape).map((name) => [name, 'a/b ,é%']));
      const asked = Object.fromEntries(
        Object.keys(query.shape).map((name) => [name, name === 'sync' ? -1 : 'x&y=,+ é']),
      );
      const target = writeRequestTarget(endpoint, path, asked);
      expect(parseRequestTarget(method, target)).toEqual({ endpoint, path, query: asked });
    }
  });

  it('rejects addresses outside the table, and broken encoding', () => {
    expect(parseRequestTarget('GET', '/v1/directExpressOrders')).toBeNull();
    expect(parseRequestTarget('GET', '/v1/trackings/')).toBeNull();
    expect(parseRequestTarget('GET', '/v1/trackings/a/b')).toBeNull();
    expect(parseRequestTarget('GET', '/v1/trackings/%zz')).toBeNull();
    expect(parseRequestTarget('get', '/v1/trackings/a')).toBeNull();
  });

  it('leaves a sync that is not a whole number to the check', () => {
    expect(parseRequestTarget('POST', '/v1/directExpressOrders?sync=yes')?.query).toEqual({ sync: 'yes' });
  });
});
