import type { IncomingMessage } from 'node:http';
import { checkRequest } from '../../shared/service/check-request.ts';
import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { endpointOf, isCreate, type ReadNumber } from '../../shared/service/endpoints.ts';
import { errorBody, Refusal, refusal, type Answer, type RefusalError } from './answer.ts';
import { answerRead } from './answer-read.ts';
import type { PracticeRequest } from './practice-request.ts';
import type { Practice } from './practice.ts';
import { queryValues } from './query-values.ts';
import { readBody } from './read-body.ts';
import { refusedTexts } from './practice-words.ts';
import { routeOf } from './route.ts';
import { keepRefused, takeCreate } from './take-create.ts';

const maxErrors = 50;

/** Answers any HTTP request; never rejects. `hosts` are the host names the service listens under. */
export async function answerRequest(
  practice: Practice,
  hosts: ReadonlySet<string>,
  message: IncomingMessage,
): Promise<Answer> {
  try {
    // A page of another site whose name resolves here would send that name (DNS rebinding).
    if (!hosts.has(message.headers.host ?? '')) throw refusal(421, 'WrongHost', 'This host is not served here');
    return await perform(practice, message);
  } catch (error) {
    const { status, errors, headers } =
      error instanceof Refusal ? error : refusal(500, 'Internal', 'The practice service failed');
    return { status, headers, body: errorBody(errors, message.url ?? '', practice.clock(), practice.ticket()) };
  }
}

/** Finds the endpoint, reads and validates the request, and performs it. Throws Refusal. */
async function perform(practice: Practice, message: IncomingMessage): Promise<Answer> {
  const target = message.url ?? '';
  const cut = target.indexOf('?');
  const rawQuery = cut < 0 ? '' : target.slice(cut + 1);
  const route = routeOf(message.method ?? '', cut < 0 ? target : target.slice(0, cut));
  const endpoint = endpointOf(route.endpoint);
  const query = queryValues(endpoint.query, rawQuery);
  const text = endpoint.body ? await readBody(message) : '';
  const body = endpoint.body ? parsed(text) : undefined;
  const request: PracticeRequest = { ...route, query, body, raw: { query: rawQuery, body: text } };
  const errors = errorsIn(request);
  if (errors.length > 0) {
    if (isCreation(request)) await keepRefused(practice, request);
    throw new Refusal(400, errors.slice(0, maxErrors));
  }
  if (isCreation(request)) return takeCreate(practice, request);
  return { status: 200, body: answerRead(practice, request as PracticeRequest<ReadNumber>) };
}

/** Validation errors of a request: by the contract, else by a trainer's practice words. */
function errorsIn({ endpoint, path, query, body }: PracticeRequest): RefusalError[] {
  const checked = checkRequest({ endpoint, path, query, ...(body !== undefined && { body }) });
  if (checked.ok) return isCreate(endpoint) ? refusedTexts(body) : [];
  return checked.issues.map(({ code, path, message }) => ({ Code: code, Message: `${path}: ${message}` }));
}

function isCreation(request: PracticeRequest): request is PracticeRequest<CreateNumber> {
  return isCreate(request.endpoint);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw refusal(400, 'NotJson', 'The body is not JSON');
  }
}
