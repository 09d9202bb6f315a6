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

/** Body of the answer to a valid read. Throws Refusal 404 where the document specifies it for an unknown id. */
export function answerRead(practice: Practice, request: PracticeRequest<ReadNumber>): unknown {
  const { book, stock, clock } = practice;
  const { path, query, body } = request;
  const now = clock();
  const lang = typeof query['lang'] === 'string' ? query['lang'] : 'zh';
  switch (request.endpoint) {
    case 3: {
      const id = path['shipmentId'] ?? '';
      return inboundStatus(known(findInbound(book, id), 'shipmentId', id), now);
    }
    case 5:
      return (body as BodyOf<5>).TrackingNumbers.map((number) => trackingStatus(book, number, lang, now));
    case 11:
      return (body as BodyOf<11>).Ids.map((id) => outboundStatus(known(findOutbound(book, id), 'packageId', id), now));
    case 12:
      return trackingStatus(book, path['trackingNumber'] ?? '', lang, now);
    case 13:
      return findSkus(book, stock, body as BodyOf<13>).map((made) => skuStatus(made, now));
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
      return inventoryOf(book, stock, skus, WarehouseId, now);
    }
    case 20: {
      const { Skus, WarehouseId } = body as BodyOf<20>;
      return inventoryOf(book, stock, Skus, WarehouseId, now).map(withoutVerification);
    }
  }
}

function knownPackage(practice: Practice, path: PracticeRequest['path'], by: number): PracticeObject {
  const id = path['packageId'] ?? '';
  const made = isHiddenFromStatus(practice, 'package', id) ? undefined : practice.book.find('package', id);
  return known(made && practiceCreateOf(made.endpoint).statusEndpoint === by ? made : undefined, 'packageId', id);
}

function known(made: PracticeObject | undefined, name: string, id: string): PracticeObject {
  if (!made) throw refusal(404, 'NotFound', `${name} ${id.slice(0, 100)} is not known`);
  return made;
}
