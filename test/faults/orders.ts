import {
  batchOutbound,
  boxOrder,
  declaration,
  fbaOrder,
  inboundOrder,
  labelOrder,
  outboundOrder,
  sku,
} from '../practice/sample-creates.ts';

export interface Order {
  endpoint: number;
  key: string;
  body: unknown;
  /** an earlier order that this one depends on, as `endpoint key` */
  needs: string | null;
}

/**
 * Orders of all nine creates, mixed as on a counter's day: an inbound order depends on the SKU entered before it, an
 * outbound order on the inbound order, a declaration on the label order. A round has 20 of them.
 */
export function mixedOrders(count: number, prefix = 'O'): Order[] {
  const orders: Order[] = [];
  for (let round = 0; orders.length < count; round += 1) orders.push(...roundOf(`${prefix}${String(round)}`));
  return orders.slice(0, count);
}

function roundOf(name: string): Order[] {
  const [goods, stock] = [`${name}-SKU`, `${name}-IN`];
  const order = (endpoint: number, key: string, body: unknown, needs: string | null = null): Order => ({
    endpoint,
    key,
    body,
    needs,
  });
  const labels = (from: number, count: number): Order[] =>
    Array.from({ length: count }, (_, n) => `${name}-L${String(from + n)}`).map((key) =>
      order(2, key, labelOrder(key)),
    );
  const declared = (key: string): Order => order(7, key, declaration(key), `2 ${key}`);
  const containers = { Containers: [{ CustomContainerNo: 'C1', Weight: 2, Skus: [{ Sku: goods, Quantity: 4 }] }] };
  const outbound = outboundOrder(`${name}-OUT`);
  const refersTo = { Package: { ...outbound.Package, RefInboundOrderInfo: { ShipmentId: stock } } };
  return [
    order(15, goods, sku(goods)),
    order(4, stock, inboundOrder(stock, containers), `15 ${goods}`),
    order(10, `${name}-OUT`, { ...outbound, ...refersTo }, `4 ${stock}`),
    ...labels(1, 4),
    declared(`${name}-L1`),
    declared(`${name}-L2`),
    order(1, `${name}-D1`, labelOrder(`${name}-D1`)),
    order(1, `${name}-D2`, labelOrder(`${name}-D2`)),
    order(6, `${name}-B1`, boxOrder(`${name}-B1`)),
    ...labels(5, 4),
    order(8, `${name}-C1`, batchOutbound(`${name}-C1`)),
    order(9, `${name}-F1`, fbaOrder(`${name}-F1`)),
    order(6, `${name}-B2`, boxOrder(`${name}-B2`)),
    order(10, `${name}-OUT2`, outboundOrder(`${name}-OUT2`)),
  ];
}

/** As lines for `desk enqueue`. */
export const linesOf = (orders: readonly Order[]): string =>
  orders.map(({ endpoint, body }) => `${JSON.stringify({ endpoint, body })}\n`).join('');
