import { type CreateNumber, createOf } from '../../shared/creates/create-kinds.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import { Refusal, refusal, type Answer, type PracticeRequest } from './answer.ts';
import { dropShipStatus, labelOrderStatus } from './order-status.ts';
import { practiceCreateOf, type PracticeCreate, sameFamily } from './practice-creates.ts';
import type { PracticeObject, Arrival } from './practice-database.ts';
import { practiceWords } from './practice-words.ts';
import type { Practice } from './practice.ts';
import { svcId } from './service-numbers.ts';
import { stageOrder, stringAt } from './stage-order.ts';
import { movesOf } from './stock-moves.ts';

type Reply = (made: PracticeObject, changed: boolean, now: number) => unknown;

const replies: Readonly<Record<NonNullable<PracticeCreate['reply']>, Reply>> = {
  'drop-ship-record': (made, _changed, now) => dropShipStatus(made, now),
  'label-record': (made, _changed, now) => labelOrderStatus(made, now),
  shipment: ({ key, seq }) => ({ ShipmentId: key, SvcOrderId: svcId(seq) }),
  receipt: ({ key, seq }, changed) => ({
    CustomerOrderNo: key,
    SvcOrderId: svcId(seq),
    Success: true,
    Message: changed ? '' : 'Known already, not changed',
  }),
};

/** Body of the answer to a create, or undefined if the document shows none. `changed` is false for a repeat. */
export function createReply(endpoint: CreateNumber, made: PracticeObject, changed: boolean, now: number): unknown {
  const { reply } = practiceCreateOf(endpoint);
  return reply && replies[reply](made, changed, now);
}

/**
 * Performs a valid create: makes a new object, or leaves the existing one under its key unchanged. Stores the arrival
 * either way, in the same transaction. Rejects with Refusal if the key belongs to an order of another kind, or if a
 * drill refuses it.
 */
export function takeCreate(practice: Practice, request: PracticeRequest<CreateNumber>): Promise<Answer> {
  return practice.write(() => {
    const staged = stageOrder(practice, { endpoint: request.endpoint, key: keyOf(request), body: request.body });
    if (staged instanceof Refusal) {
      practice.book.storeArrival(arrivalOf(practice, request, staged.status, 0));
      return staged;
    }
    const taken = createOrRepeat(practice, request);
    return staged === 'lost' && !(taken instanceof Refusal) ? { ...taken, isLost: true } : taken;
  });
}

/** Stores an invalid create, so that support can see what arrived. */
export async function keepRefused(practice: Practice, request: PracticeRequest<CreateNumber>): Promise<void> {
  await practice.write(() => practice.book.storeArrival(arrivalOf(practice, request, 400, 0)));
}

function createOrRepeat(practice: Practice, request: PracticeRequest<CreateNumber>): Answer | Refusal {
  const { book, stock, clock, moment } = practice;
  const { endpoint, body } = request;
  const now = clock();
  const key = keyOf(request);
  const there = key === null ? undefined : book.find(practiceCreateOf(endpoint).keySpace, key);
  if (there && !sameFamily(there.endpoint, endpoint)) {
    book.storeArrival(arrivalOf(practice, request, 400, 0));
    return refusal(400, 'KeyInUse', `${key} is the key of an order of another kind`);
  }
  if (there && !asksForNew(body)) {
    book.storeArrival(arrivalOf(practice, request, 200, 0));
    return answered(200, createReply(endpoint, there, false, now));
  }
  if (createOf(endpoint).madeBy === 'receipt' && practiceWords(body).has('FAIL')) {
    book.storeArrival(arrivalOf(practice, request, 200, 0));
    return answered(200, { CustomerOrderNo: key, Success: false, Message: 'The warehouse cannot take this order' });
  }
  const status = endpointOf(endpoint).statuses.includes(201) ? 201 : 200;
  // An object without its own key is stored under its assigned number, which is known only after the insert.
  const seq = book.storeArrival({ ...arrivalOf(practice, request, status, 1), key: key ?? '' });
  if (key === null) book.assignKey(seq, svcId(seq));
  const made: PracticeObject = { seq, endpoint, key: key ?? svcId(seq), madeAt: now, moment, body };
  stock.add(movesOf(made), now);
  return answered(status, createReply(endpoint, made, true, now));
}

const answered = (status: number, body: unknown): Answer => ({ status, ...(body !== undefined && { body }) });

function arrivalOf(
  { clock, moment }: Practice,
  request: PracticeRequest<CreateNumber>,
  status: number,
  effect: 0 | 1,
): Arrival {
  const { keySpace, also } = practiceCreateOf(request.endpoint);
  return {
    endpoint: request.endpoint,
    keySpace,
    key: keyOf(request),
    also: stringAt(request.body, also),
    arrivedAt: clock(),
    moment,
    query: request.raw.query,
    body: request.raw.body,
    status,
    effect,
  };
}

/** The client's key, or null if the request has none: several endpoints do not require it. */
function keyOf({ endpoint, body }: PracticeRequest<CreateNumber>): string | null {
  return stringAt(body, endpointOf(endpoint).key?.path ?? []);
}

function asksForNew(body: unknown): boolean {
  return (body as { Package?: { IsCreateNewOrder?: boolean } }).Package?.IsCreateNewOrder === true;
}
