import { createOf } from '../../shared/creates/create-kinds.ts';
import type { BoxContainer } from '../../shared/service/box-order.ts';
import type { FailureReason, ShipToAddress, Sender } from '../../shared/service/shared-objects.ts';
import { valueAt, valuesAt } from '../../shared/service/value-at.ts';
import { practiceCreateOf } from './practice-creates.ts';
import type { PracticeObject } from './practice-database.ts';
import { practiceWords } from './practice-words.ts';
import { selectFrom, isSelected, trackingNumber } from './service-numbers.ts';

/** What happens to an order: determined by its key and its practice words, not by random numbers. */
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

// Rare enough that most orders of a day succeed, frequent enough that a week of training meets each.
const oneFailsIn = 512;
const oneHealsIn = 1024;
const oneIsProvisionalIn = 48;

/**
 * The fate of a drop-ship or outbound order. A further order under a known key (IsCreateNewOrder) is exempt from random
 * failures.
 */
export function fateOf({ key, body }: Pick<PracticeObject, 'key' | 'body'>): Fate {
  const words = practiceWords(body);
  const { SubmitLater, Package } = body as { SubmitLater?: boolean; Package?: { IsCreateNewOrder?: boolean } };
  const spared = Package?.IsCreateNewOrder === true;
  const chance = (purpose: string, among: number) => !spared && isSelected(purpose, key, among);
  const ending = () => {
    if (SubmitLater === true) return 'held';
    if (words.has('FAIL')) return 'fails';
    if (words.has('HEAL')) return 'heals';
    if (words.has('DELETE')) return 'deleted';
    if (words.has('PROVISIONAL')) return 'provisional';
    if (chance('fails', oneFailsIn)) return 'fails';
    if (chance('heals', oneHealsIn)) return 'heals';
    return chance('provisional', oneIsProvisionalIn) ? 'provisional' : 'made';
  };
  return { ending: ending(), decidedAfter: words.has('SLOW') ? 10 : 1, reason: selectFrom('reason', key, reasons) };
}

/** Progress of an order's creation. */
export interface Creation {
  stage: 'initial' | 'submitted' | 'failed' | 'provisional' | 'made' | 'deleted';
  retryCount: number;
}

const submittedAfter = 0.3; // as a share of the time to the decision
const healsAfter = 6;
const finalAfter = 8;
const retryEvery = 2;
const maxRetries = 5;

/** The creation state of an order at an age (ms), for moments of `moment` ms. */
export function creationAt(age: number, moment: number, { ending, decidedAfter }: Fate): Creation {
  const moments = age / moment;
  const since = moments - decidedAfter;
  if (ending === 'held' || moments < decidedAfter * submittedAfter) return { stage: 'initial', retryCount: 0 };
  if (since < 0) return { stage: 'submitted', retryCount: 0 };
  const retryCount = Math.min(maxRetries, 1 + Math.floor(since / retryEvery));
  switch (ending) {
    case 'fails':
      return { stage: 'failed', retryCount };
    case 'heals':
      return since < healsAfter
        ? { stage: 'failed', retryCount }
        : { stage: 'made', retryCount: 1 + healsAfter / retryEvery };
    case 'deleted':
      return { stage: 'deleted', retryCount: 0 };
    case 'provisional':
      return { stage: since < finalAfter ? 'provisional' : 'made', retryCount: 0 };
    case 'made':
      return { stage: 'made', retryCount: 0 };
  }
}

/** Age (ms) at which an order gets its first tracking number; null: never. */
export function numberedAfter(moment: number, { ending, decidedAfter }: Fate): number | null {
  if (ending === 'held' || ending === 'fails' || ending === 'deleted') return null;
  return (decidedAfter + (ending === 'heals' ? healsAfter : 0)) * moment;
}

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

/** The state of an order at one time; times in ms. */
export interface OrderLife {
  facts: OrderFacts;
  fate: Fate;
  creation: Creation;
  /**
   * The tracking number, or undefined: none (yet). A caller's own number is echoed while the order is still being
   * created.
   */
  number: string | undefined;
  isFinal: boolean;
  /** when it got its first number; null: it has none */
  numberedAt: number | null;
  /** the time `moments` after the first number; undefined while in the future */
  since(moments: number): number | undefined;
}

/** The state of an order at `now`: a pure function of its age. */
export function lifeOf(made: PracticeObject, now: number): OrderLife {
  const fate = fateOf(made);
  const facts = factsOf(made);
  const age = Math.max(0, now - made.madeAt);
  const creation = creationAt(age, made.moment, fate);
  const after = numberedAfter(made.moment, fate);
  const numberedAt = after === null || age < after ? null : made.madeAt + after;
  const isMade = creation.stage === 'made' || creation.stage === 'provisional';
  const echoed = facts.importTrackingNumber === '' ? undefined : facts.importTrackingNumber;
  const own = isMade ? trackingNumber(made.seq, creation.stage === 'provisional') : undefined;
  return {
    facts,
    fate,
    creation,
    number: echoed ?? own,
    isFinal: creation.stage === 'made',
    numberedAt,
    since(moments) {
      if (numberedAt === null) return undefined;
      const time = numberedAt + moments * made.moment;
      return time <= now ? time : undefined;
    },
  };
}

/** A time in the service's format. */
export const isoTime = (time: number): string => new Date(time).toISOString();

export const isoTimeIf = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : isoTime(time);
