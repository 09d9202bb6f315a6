/**
 * The documented requests of a desk, written down independently: a service that used the product's own table would
 * share its mistakes.
 */
export interface Create {
  path: string;
  /** path of the client's own key in the body, and the documented name of that key */
  key: readonly string[];
  kind: 'PackageId' | 'ShipmentId' | 'CustomerOrderNo' | 'Sku' | 'declaration';
  /** whether 201 (created) and 200 (not changed) are documented; otherwise every successful answer is a 200 */
  tellsRepeats: boolean;
}

export const creates: Readonly<Record<number, Create>> = {
  1: { path: '/v1/directExpressOrders', key: ['Package', 'PackageId'], kind: 'PackageId', tellsRepeats: false },
  2: { path: '/v1/directExpressLabelOrders', key: ['Package', 'PackageId'], kind: 'PackageId', tellsRepeats: false },
  4: { path: '/v1/inboundOrders', key: ['ShipmentId'], kind: 'ShipmentId', tellsRepeats: true },
  6: { path: '/v1/directExpressOrdersHaveBox', key: ['PackageId'], kind: 'PackageId', tellsRepeats: true },
  7: { path: '/v1/directExpressOrders/declare', key: ['PackageId'], kind: 'declaration', tellsRepeats: false },
  8: { path: '/v1/batchOutboundOrder', key: ['CustomerOrderNo'], kind: 'CustomerOrderNo', tellsRepeats: true },
  9: { path: '/v1/fbaOrder', key: ['PackageId'], kind: 'PackageId', tellsRepeats: true },
  10: { path: '/v1/outboundOrders', key: ['Package', 'PackageId'], kind: 'PackageId', tellsRepeats: true },
  15: { path: '/v1/merchantSkus', key: ['Sku'], kind: 'Sku', tellsRepeats: true },
};

/** The status endpoints and the creates each covers. FBA orders (9) are found under both drop-ship statuses. */
const statuses: readonly { endpoint: number; path: RegExp; about: readonly number[]; kind: Create['kind'] }[] = [
  { endpoint: 3, path: /^\/v1\/inboundOrders\/([^/]+)\/status$/, about: [4], kind: 'ShipmentId' },
  { endpoint: 16, path: /^\/v1\/directExpressOrders\/([^/]+)\/status$/, about: [1, 2, 9], kind: 'PackageId' },
  { endpoint: 18, path: /^\/v1\/directExpressOrdersHaveBox\/([^/]+)\/status$/, about: [6, 9], kind: 'PackageId' },
];
const outboundStatus = /^\/v1\/outboundOrders\/[^/]+$/;

export type Asked =
  | { is: 'create'; endpoint: number; key: string }
  | { is: 'status'; endpoint: number; keys: string[]; about: readonly number[]; kind: Create['kind'] }
  | { is: 'nothing'; endpoint: 0 };

/** What a request asks for; `body` is its parsed JSON. */
export function askedOf(method: string, target: string, body: unknown): Asked {
  const path = target.split('?')[0] ?? '';
  if (method === 'GET') {
    for (const { endpoint, path: pattern, about, kind } of statuses) {
      const found = pattern.exec(path);
      if (found) return { is: 'status', endpoint, keys: [decodeURIComponent(found[1] ?? '')], about, kind };
    }
    return { is: 'nothing', endpoint: 0 };
  }
  for (const [endpoint, create] of Object.entries(creates))
    if (method === 'POST' && path === create.path)
      return { is: 'create', endpoint: Number(endpoint), key: textAt(body, create.key) };
  if (method === 'POST' && outboundStatus.test(path)) {
    const { Ids } = body as { Ids: string[] };
    return { is: 'status', endpoint: 11, keys: Ids, about: [10], kind: 'PackageId' };
  }
  return { is: 'nothing', endpoint: 0 };
}

export function textAt(value: unknown, way: readonly string[]): string {
  const found = way.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null)?.[name], value);
  return typeof found === 'string' ? found : '';
}
