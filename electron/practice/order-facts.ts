import type { ShipToAddress } from '../../shared/service/address.ts';
import type { BoxContainer } from '../../shared/service/box-container.ts';
import type { BodyOf } from '../../shared/service/endpoints.ts';
import type { Sender } from '../../shared/service/parties.ts';
import type { Made } from './book.ts';

/** What every order says of its parcel, wherever its kind keeps it. Weight in grams, as the desk sends it by default. */
export interface OrderFacts {
  serviceCode: string;
  shipTo: ShipToAddress;
  sender: Sender;
  weight: number;
  packing: { Length?: number; Width?: number; Height?: number };
  boxes: readonly BoxContainer[];
  importTrackingNumber: string;
  cod: { amount: string; currency: string } | null;
}

const heaviest = 1_000_000_000;

export function factsOf({ endpoint, body }: Pick<Made, 'endpoint' | 'body'>): OrderFacts {
  const nothing = { sender: {}, packing: {}, boxes: [], importTrackingNumber: '', cod: null };
  switch (endpoint) {
    case 1:
    case 2: {
      const parcel = (body as BodyOf<1>).Package;
      const { CodAmount, CodAmountStr, SellPriceCurrency, Skus = [] } = parcel;
      const amount = CodAmountStr ?? (CodAmount === undefined ? undefined : String(CodAmount));
      return {
        ...nothing,
        serviceCode: parcel.ServiceCode ?? '',
        shipTo: parcel.ShipToAddress ?? {},
        sender: parcel.Sender ?? {},
        weight: parcel.Weight === undefined ? weightOf(Skus) : grams(parcel.Weight),
        packing: packingOf(parcel),
        importTrackingNumber: parcel.ImportTrackingNumber ?? '',
        cod: amount === undefined ? null : { amount, currency: SellPriceCurrency ?? '' },
      };
    }
    case 6:
    case 9: {
      const order = body as BodyOf<6 | 9>;
      return {
        ...nothing,
        serviceCode: order.ServiceCode,
        shipTo: 'ShipToAddress' in order ? order.ShipToAddress : { City: order.WarehouseCode },
        sender: ('ShipperInfo' in order && order.ShipperInfo) || {},
        weight: grams(order.ContainerInfos.reduce((sum, box) => sum + (box.Weight ?? 0), 0)),
        boxes: order.ContainerInfos,
      };
    }
    case 10: {
      const parcel = (body as BodyOf<10>).Package;
      return {
        ...nothing,
        serviceCode: parcel.ServiceCode ?? '',
        shipTo: parcel.ShipToAddress ?? {},
        weight: grams(250 * (parcel.Skus ?? []).reduce((sum, line) => sum + Math.max(0, line.Quantity ?? 0), 0)),
        importTrackingNumber: parcel.ImportTrackingNumber ?? '',
      };
    }
    default:
      return { ...nothing, serviceCode: '', shipTo: {}, weight: 0 };
  }
}

const grams = (weight: number): number => Math.min(heaviest, Math.max(0, Math.round(weight)));

function weightOf(lines: readonly { Weight?: number | undefined; Quantity?: number | undefined }[]): number {
  return grams(lines.reduce((sum, { Weight = 0, Quantity = 1 }) => sum + Weight * Quantity, 0));
}

function packingOf(parcel: {
  Length?: number | undefined;
  Width?: number | undefined;
  Height?: number | undefined;
}): OrderFacts['packing'] {
  const { Length, Width, Height } = parcel;
  return {
    ...(Length !== undefined && { Length }),
    ...(Width !== undefined && { Width }),
    ...(Height !== undefined && { Height }),
  };
}
