import { createOf } from '../../shared/creates/create-kinds.ts';
import type { ShipToAddress } from '../../shared/service/address.ts';
import type { BoxContainer } from '../../shared/service/box-container.ts';
import type { Sender } from '../../shared/service/parties.ts';
import { valueAt, valuesAt } from '../../shared/service/value-at.ts';
import type { PracticeObject } from './book.ts';
import { practiceCreateOf } from './practice-create-of.ts';

/**
 * The parcel data of every order, independent of where its kind stores them. Weight in grams, as the desk sends by
 * default.
 */
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

/** Parcel fields of all kinds; each kind has some of them. */
interface Parcel {
  ServiceCode?: string;
  Sender?: Sender;
  ShipperInfo?: Sender;
  Weight?: number;
  Length?: number;
  Width?: number;
  Height?: number;
  ImportTrackingNumber?: string;
  CodAmount?: number;
  CodAmountStr?: string;
  SellPriceCurrency?: string;
}
interface Line {
  Weight?: number;
  Quantity?: number;
}

const nothing: OrderFacts = {
  serviceCode: '',
  shipTo: {},
  sender: {},
  weight: 0,
  packing: {},
  boxes: [],
  importTrackingNumber: '',
  cod: null,
};

export function factsOf({ endpoint, body }: Pick<PracticeObject, 'endpoint' | 'body'>): OrderFacts {
  const { keySpace, pieceWeighs } = practiceCreateOf(endpoint);
  if (keySpace !== 'package') return nothing;
  const { parcel: at, recipient, goods, priced } = createOf(endpoint);
  const parcel = valueAt(body, at) as Parcel;
  const { CodAmount, CodAmountStr, SellPriceCurrency, Sender: sender, ShipperInfo } = parcel;
  const amount = CodAmountStr ?? (CodAmount === undefined ? undefined : String(CodAmount));
  const boxesAt = priced?.by === 14 ? priced.boxes : priced?.onlyBox;
  const boxes = boxesAt === undefined ? undefined : (valueAt(body, [boxesAt]) as BoxContainer[]);
  const lines = goods.flatMap((list) => valuesAt(body, list).map(({ value }) => value as Line));
  return {
    serviceCode: parcel.ServiceCode ?? '',
    // An order without a recipient goes to a warehouse.
    shipTo: recipient
      ? (valueAt(body, recipient) ?? {})
      : { City: (parcel as { WarehouseCode?: string }).WarehouseCode },
    sender: sender ?? ShipperInfo ?? {},
    weight: grams(
      boxes?.reduce((sum, { Weight = 0 }) => sum + Weight, 0) ?? parcel.Weight ?? weightOf(lines, pieceWeighs),
    ),
    packing: packingOf(parcel),
    boxes: boxes ?? [],
    importTrackingNumber: parcel.ImportTrackingNumber ?? '',
    cod: amount === undefined ? null : { amount, currency: SellPriceCurrency ?? '' },
  };
}

const grams = (weight: number): number => Math.min(heaviest, Math.max(0, Math.round(weight)));

const weightOf = (lines: readonly Line[], pieceWeighs: number | undefined): number =>
  lines.reduce(
    (sum, { Weight = 0, Quantity }) =>
      sum + (pieceWeighs === undefined ? Weight * (Quantity ?? 1) : pieceWeighs * Math.max(0, Quantity ?? 0)),
    0,
  );

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
