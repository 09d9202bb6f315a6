import { type CreateNumber, createOf } from '../../shared/creates/create-kinds.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import { Refusal, refusal, type Answer, type PracticeRequest } from './answer.ts';
import { dropShipStatus, labelOrderStatus } from './order-status.ts';
import { practiceCreateOf, type PracticeCreate, isSameFamily } from './practice-creates.ts';
import type { PracticeObject, Arrival } from './practice-database.ts';
import { practiceWords } from './practice-words.ts';
import type { Practice } from './practice.ts';
import { svcId } from './service-numbers.ts';
import { stageOrder, stringAt } from './stage-order.ts';
import { movesOf } from './stock-moves.ts';

type Reply = (object: PracticeObject, isNew: boolean, now: number) => unknown;

const replies: Readonly<Record<NonNullable<PracticeCreate['reply']>, Reply>> = {
  'drop-ship-record': (object, _changed, now) => dropShipStatus(object, now),
  'label-record': (object, _changed, now) => labelOrderStatus(object, now),
  shipment: ({ key, seq }) => ({ ShipmentId: key, SvcOrderId: svcId(seq) }),
  receipt: ({ key, seq }, isNew) => ({
    CustomerOrderNo: key,
    SvcOrderId: svcId(seq),
    Success: true,
    Message: isNew ? '' : 'Known already, not changed',
  }),
};

/** Body of the answer to a create; undefined if the document defines none. `isNew` is false for a repeat. */
export function createReply(endpoint: CreateNumber, object: PracticeObject, isNew: boolean, now: number): unknown {
  const { reply } = practiceCreateOf(endpoint);
  return reply && replies[reply](object, isNew, now);
}

/**
 * Performs a valid create: makes a new object, or leaves the existing one with its key unchanged. Stores the arrival
 * in the same transaction in any case. Rejects with Refusal if an order of another kind has the key, or a drill refuses
 * it.
 */
export function performCreate(practice: Practice, request: PracticeRequest<CreateNumber>): Promise<Answer> {
  return practice.write(() => {
    const outcome = stageOrder(practice, { endpoint: request.endpoint, key: keyOf(request), body: request.body });
    if (outcome instanceof Refusal) {
      practice.database.storeArrival(arrivalOf(practice, request, outcome.status, 0));
      return outcome;
    }
    const answer = createOrRepeat(practice, request);
    return outcome === 'lost' && !(answer instanceof Refusal) ? { ...answer, isLost: true } : answer;
  });
}

/** Stores an invalid create, so that support can see what was sent. */
export async function storeInvalidCreate(practice: Practice, request: PracticeRequest<CreateNumber>): Promise<void> {
  await practice.write(() => practice.database.storeArrival(arrivalOf(practice, request, 400, 0)));
}

function createOrRepeat(practice: Practice, request: PracticeRequest<CreateNumber>): Answer | Refusal {
  const { database, stock, clock, momentMs } = practice;
  const { endpoint, body } = request;
  const now = clock();
  const key = keyOf(request);
  const existing = key === null ? undefined : database.find(practiceCreateOf(endpoint).keySpace, key);
  if (existing && !isSameFamily(existing.endpoint, endpoint)) {
    database.storeArrival(arrivalOf(practice, request, 400, 0));
    return refusal(400, 'KeyInUse', `${key} is the key of an order of another kind`);
  }
  if (existing && !requestsNewOrder(body)) {
    database.storeArrival(arrivalOf(practice, request, 200, 0));
    return toAnswer(200, createReply(endpoint, existing, false, now));
  }
  if (createOf(endpoint).creationProof === 'receipt' && practiceWords(body).has('FAIL')) {
    database.storeArrival(arrivalOf(practice, request, 200, 0));
    return toAnswer(200, { CustomerOrderNo: key, Success: false, Message: 'The warehouse cannot take this order' });
  }
  const status = endpointOf(endpoint).statuses.includes(201) ? 201 : 200;
  // an object without a key gets the service's own id as its key, which is known only after the insert
  const seq = database.storeArrival({ ...arrivalOf(practice, request, status, 1), key: key ?? '' });
  if (key === null) database.assignKey(seq, svcId(seq));
  const object: PracticeObject = { seq, endpoint, key: key ?? svcId(seq), madeAt: now, moment: momentMs, body };
  stock.add(movesOf(object), now);
  return toAnswer(status, createReply(endpoint, object, true, now));
}

const toAnswer = (status: number, body: unknown): Answer => ({ status, ...(body !== undefined && { body }) });

function arrivalOf(
  { clock, momentMs }: Practice,
  request: PracticeRequest<CreateNumber>,
  status: number,
  effect: 0 | 1,
): Arrival {
  const { keySpace, secondNamePath } = practiceCreateOf(request.endpoint);
  return {
    endpoint: request.endpoint,
    keySpace,
    key: keyOf(request),
    also: stringAt(request.body, secondNamePath),
    arrivedAt: clock(),
    moment: momentMs,
    query: request.raw.query,
    body: request.raw.body,
    status,
    effect,
  };
}

/** The key in a request; null if it has none: several endpoints do not require one. */
function keyOf({ endpoint, body }: PracticeRequest<CreateNumber>): string | null {
  return stringAt(body, endpointOf(endpoint).key?.path ?? []);
}

function requestsNewOrder(body: unknown): boolean {
  return (body as { Package?: { IsCreateNewOrder?: boolean } }).Package?.IsCreateNewOrder === true;
}
