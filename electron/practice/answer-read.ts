import type { BodyOf, ReadNumber } from '../../shared/service/endpoints.ts';
import { refusal, type PracticeRequest } from './answer.ts';
import {
  boxOrderStatus,
  dropShipStatus,
  findInbound,
  inboundStatus,
  findOutbound,
  outboundStatus,
} from './order-status.ts';
import { practiceCreateOf } from './practice-creates.ts';
import type { PracticeObject } from './practice-database.ts';
import type { Practice } from './practice.ts';
import { priceInbound, priceOutbound } from './prices.ts';
import { inventoryOf, withoutVerification, findSkus, skuStatus } from './sku-status.ts';
import { isHiddenFromStatus } from './stage-order.ts';
import { trackingStatus } from './tracking-status.ts';

/** Body of the answer to a valid read. Throws Refusal 404 for an unknown id, if the document specifies that. */
export function answerRead(practice: Practice, request: PracticeRequest<ReadNumber>): unknown {
  const { database, stock, clock } = practice;
  const { path, query, body } = request;
  const now = clock();
  const lang = typeof query['lang'] === 'string' ? query['lang'] : 'zh';
  switch (request.endpoint) {
    case 3: {
      const id = path['shipmentId'] ?? '';
      return inboundStatus(requireKnown(findInbound(database, id), 'shipmentId', id), now);
    }
    case 5:
      return (body as BodyOf<5>).TrackingNumbers.map((number) => trackingStatus(database, number, lang, now));
    case 11:
      return (body as BodyOf<11>).Ids.map((id) =>
        outboundStatus(requireKnown(findOutbound(database, id), 'packageId', id), now),
      );
    case 12:
      return trackingStatus(database, path['trackingNumber'] ?? '', lang, now);
    case 13:
      return findSkus(database, stock, body as BodyOf<13>).map((object) => skuStatus(object, now));
    case 14:
      return priceInbound(body as BodyOf<14>);
    case 16:
      return dropShipStatus(knownPackage(practice, path, 16), now);
    case 17:
      return priceOutbound(body as BodyOf<17>);
    case 18:
      return boxOrderStatus(knownPackage(practice, path, 18), now);
    case 19: {
      const { Skus, WarehouseId } = query as { Skus: string; WarehouseId: string };
      const skus = Skus.split(',').filter((sku) => sku !== '');
      return inventoryOf(database, stock, skus, WarehouseId, now);
    }
    case 20: {
      const { Skus, WarehouseId } = body as BodyOf<20>;
      return inventoryOf(database, stock, Skus, WarehouseId, now).map(withoutVerification);
    }
  }
}

function knownPackage(practice: Practice, path: PracticeRequest['path'], endpoint: number): PracticeObject {
  const id = path['packageId'] ?? '';
  const object = isHiddenFromStatus(practice, 'package', id) ? undefined : practice.database.find('package', id);
  return requireKnown(
    object && practiceCreateOf(object.endpoint).statusEndpoint === endpoint ? object : undefined,
    'packageId',
    id,
  );
}

function requireKnown(object: PracticeObject | undefined, idName: string, id: string): PracticeObject {
  if (!object) throw refusal(404, 'NotFound', `${idName} ${id.slice(0, 100)} is not known`);
  return object;
}
