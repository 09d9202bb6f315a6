import { createOf } from '../../shared/creates/create-kinds.ts';
import type { BoxContainer } from '../../shared/service/box-order.ts';
import type { FailureReason, ShipToAddress, Sender } from '../../shared/service/shared-objects.ts';
import { valueAt, valuesAt } from '../../shared/service/value-at.ts';
import { practiceCreateOf } from './practice-creates.ts';
import type { PracticeObject } from './practice-database.ts';
import { practiceWords } from './practice-words.ts';
import { selectFrom, isSelected, trackingNumber } from './service-numbers.ts';

/** What will happen to an order. It depends only on the order's key and its practice words. */
export interface Fate {
  ending: 'held' | 'made' | 'provisional' | 'fails' | 'heals' | 'deleted';
  /** moments until the outcome is decided */
  decidedAfter: number;
  reason: FailureReason;
}

const reasons: readonly [FailureReason, ...FailureReason[]] = [
  {
    ReasonCode: 'PRACTICE-POSTCODE',
    ReasonText: 'Postcode does not belong to the city of the address',
    ExtendMessage: 'Postcode',
  },
  {
    ReasonCode: 'PRACTICE-SERVICE',
    ReasonText: 'ServiceCode does not serve this country',
    ExtendMessage: 'ServiceCode',
  },
  { ReasonCode: 'PRACTICE-PHONE', ReasonText: 'The carrier needs a Phone of the recipient', ExtendMessage: 'Phone' },
];

// rare enough that most orders of a day succeed, frequent enough that a week of training meets each
const oneFailsIn = 512;
const oneHealsIn = 1024;
const oneIsProvisionalIn = 48;

/**
 * The fate of a drop-ship or outbound order. A further order under a known key (IsCreateNewOrder) meets no chance
 * failure.
 */
export function fateOf({ key, body }: Pick<PracticeObject, 'key' | 'body'>): Fate {
  const words = practiceWords(body);
  const { SubmitLater, Package } = body as { SubmitLater?: boolean; Package?: { IsCreateNewOrder?: boolean } };
  const isExempt = Package?.IsCreateNewOrder === true;
  const happens = (purpose: string, oneIn: number) => !isExempt && isSelected(purpose, key, oneIn);
  const chooseEnding = () => {
    if (SubmitLater === true) return 'held';
    if (words.has('FAIL')) return 'fails';
    if (words.has('HEAL')) return 'heals';
    if (words.has('DELETE')) return 'deleted';
    if (words.has('PROVISIONAL')) return 'provisional';
    if (happens('fails', oneFailsIn)) return 'fails';
    if (happens('heals', oneHealsIn)) return 'heals';
    return happens('provisional', oneIsProvisionalIn) ? 'provisional' : 'made';
  };
  return {
    ending: chooseEnding(),
    decidedAfter: words.has('SLOW') ? 10 : 1,
    reason: selectFrom('reason', key, reasons),
  };
}

/** Progress of an order's creation. */
export interface Creation {
  stage: 'initial' | 'submitted' | 'failed' | 'provisional' | 'made' | 'deleted';
  retryCount: number;
}

const submittedFraction = 0.3; // of the time to the decision; the other times are in moments after it
const healMoments = 6;
const finalMoments = 8;
const retryMoments = 2;
const maxRetries = 5;

/** The creation state of an order at an age (ms), with moments of `momentMs`. */
export function creationAt(ageMs: number, momentMs: number, { ending, decidedAfter }: Fate): Creation {
  const moments = ageMs / momentMs;
  const momentsDecided = moments - decidedAfter;
  if (ending === 'held' || moments < decidedAfter * submittedFraction) return { stage: 'initial', retryCount: 0 };
  if (momentsDecided < 0) return { stage: 'submitted', retryCount: 0 };
  const retryCount = Math.min(maxRetries, 1 + Math.floor(momentsDecided / retryMoments));
  switch (ending) {
    case 'fails':
      return { stage: 'failed', retryCount };
    case 'heals':
      return momentsDecided < healMoments
        ? { stage: 'failed', retryCount }
        : { stage: 'made', retryCount: 1 + healMoments / retryMoments };
    case 'deleted':
      return { stage: 'deleted', retryCount: 0 };
    case 'provisional':
      return { stage: momentsDecided < finalMoments ? 'provisional' : 'made', retryCount: 0 };
    case 'made':
      return { stage: 'made', retryCount: 0 };
  }
}

/** Age at which an order gets its first tracking number, in the unit of `moment`; null: never. */
export function firstNumberAge(moment: number, { ending, decidedAfter }: Fate): number | null {
  if (ending === 'held' || ending === 'fails' || ending === 'deleted') return null;
  return (decidedAfter + (ending === 'heals' ? healMoments : 0)) * moment;
}

/**
 * The parcel data of an order, independent of where its kind has them in the body. Weight in grams, the desk's default
 * unit.
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

const maxGrams = 1_000_000_000;

/** Parcel fields of orders; each kind has some of them. */
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

const emptyFacts: OrderFacts = {
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
  const { keySpace, pieceGrams } = practiceCreateOf(endpoint);
  if (keySpace !== 'package') return emptyFacts;
  const { parcel: parcelPath, recipient, goods, pricing: priced } = createOf(endpoint);
  const parcel = valueAt(body, parcelPath) as Parcel;
  const { CodAmount, CodAmountStr, SellPriceCurrency, Sender: sender, ShipperInfo } = parcel;
  const amount = CodAmountStr ?? (CodAmount === undefined ? undefined : String(CodAmount));
  const boxesPath = priced?.endpoint === 14 ? priced.boxes : priced?.onlyBox;
  const boxes = boxesPath === undefined ? undefined : (valueAt(body, [boxesPath]) as BoxContainer[]);
  const lines = goods.flatMap((list) => valuesAt(body, list).map(({ value }) => value as Line));
  return {
    serviceCode: parcel.ServiceCode ?? '',
    // an order without a recipient goes to a warehouse
    shipTo: recipient
      ? (valueAt(body, recipient) ?? {})
      : { City: (parcel as { WarehouseCode?: string }).WarehouseCode },
    sender: sender ?? ShipperInfo ?? {},
    weight: toGrams(
      boxes?.reduce((sum, { Weight = 0 }) => sum + Weight, 0) ?? parcel.Weight ?? weightOf(lines, pieceGrams),
    ),
    packing: packingOf(parcel),
    boxes: boxes ?? [],
    importTrackingNumber: parcel.ImportTrackingNumber ?? '',
    cod: amount === undefined ? null : { amount, currency: SellPriceCurrency ?? '' },
  };
}

const toGrams = (weight: number): number => Math.min(maxGrams, Math.max(0, Math.round(weight)));

const weightOf = (lines: readonly Line[], pieceGrams: number | undefined): number =>
  lines.reduce(
    (sum, { Weight = 0, Quantity }) =>
      sum + (pieceGrams === undefined ? Weight * (Quantity ?? 1) : pieceGrams * Math.max(0, Quantity ?? 0)),
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

/** The state of an order at one time; times in ms. */
export interface OrderLife {
  facts: OrderFacts;
  fate: Fate;
  creation: Creation;
  /** The tracking number; undefined: none yet. A number from the order itself is reported from the start. */
  number: string | undefined;
  isFinal: boolean;
  /** when it got its first number; null: it has none */
  numberedAt: number | null;
  /** The time so many moments after the first number; undefined: not reached yet. */
  timeAt(moments: number): number | undefined;
}

/** The state of an order at `now`; it depends only on the order and its age. */
export function lifeOf(object: PracticeObject, now: number): OrderLife {
  const fate = fateOf(object);
  const facts = factsOf(object);
  const ageMs = Math.max(0, now - object.madeAt);
  const creation = creationAt(ageMs, object.moment, fate);
  const numberAgeMs = firstNumberAge(object.moment, fate);
  const numberedAt = numberAgeMs === null || ageMs < numberAgeMs ? null : object.madeAt + numberAgeMs;
  const isCreated = creation.stage === 'made' || creation.stage === 'provisional';
  const importedNumber = facts.importTrackingNumber === '' ? undefined : facts.importTrackingNumber;
  const assignedNumber = isCreated ? trackingNumber(object.seq, creation.stage === 'provisional') : undefined;
  return {
    facts,
    fate,
    creation,
    number: importedNumber ?? assignedNumber,
    isFinal: creation.stage === 'made',
    numberedAt,
    timeAt(moments) {
      if (numberedAt === null) return undefined;
      const time = numberedAt + moments * object.moment;
      return time <= now ? time : undefined;
    },
  };
}

/** A time in the service's format. */
export const isoTime = (time: number): string => new Date(time).toISOString();

export const isoTimeIf = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : isoTime(time);
