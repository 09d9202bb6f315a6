import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { checkRequest } from '../../shared/service/check-request.ts';
import {
  endpointNumbers,
  endpointOf,
  type EndpointNumber,
  isCreate,
  type ReadNumber,
} from '../../shared/service/endpoints.ts';
import { ruleOf } from '../../shared/service/field.ts';
import { unwrapSchema } from '../../shared/service/schema-walk.ts';
import { answerRead } from './answer-read.ts';
import { refusal, errorBody, Refusal, type Answer, type RefusalError, type PracticeRequest } from './answer.ts';
import { refusedTexts } from './practice-words.ts';
import type { Practice } from './practice.ts';
import { storeInvalidCreate, performCreate } from './perform-create.ts';
import type { IncomingMessage } from 'node:http';
import type * as z from 'zod';

const maxBodyBytes = 4 * 1024 * 1024;

/** The text of a JSON request. Throws Refusal 413, 415 or, if it is not UTF-8, 400. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  if (type.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    throw refusal(415, 'NotJson', 'The body must be application/json');
  }
  if (encoding.toLowerCase() !== 'identity') throw refusal(415, 'Encoded', 'The body must not be compressed');
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw tooLargeRefusal();
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    receivedBytes += chunk.length;
    if (receivedBytes > maxBodyBytes) throw tooLargeRefusal();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    throw refusal(400, 'NotUtf8', 'The body is not UTF-8');
  }
}

// closes the connection, which cannot be reused as the rest of the body is not read
const tooLargeRefusal = () =>
  refusal(413, 'TooLarge', `The body is over ${maxBodyBytes} bytes`, { Connection: 'close' });

/**
 * Parses query values, which arrive as text, to the types of the contract. Text that does not fit its type stays text,
 * and is then reported by the contract's check. Throws Refusal 400 for broken encoding and for a repeated name.
 */
export function queryValues(schema: z.ZodObject, raw: string): Record<string, unknown> {
  // URLSearchParams would keep a broken escape verbatim.
  if (/%(?![0-9a-f]{2})/i.test(raw)) throw refusal(400, 'BadAddress', 'The query is not percent-encoded');
  const values = Object.create(null) as Record<string, unknown>;
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  for (const [name, text] of new URLSearchParams(raw)) {
    if (Object.hasOwn(values, name)) throw refusal(400, 'BadAddress', `${name.slice(0, 100)} is given twice`);
    values[name] = Object.hasOwn(shape, name) ? valueOf(shape[name], text) : text;
  }
  return values;
}

function valueOf(schema: z.core.$ZodType | undefined, text: string): unknown {
  switch (schema && ruleOf(unwrapSchema(schema))?.type) {
    case 'integer':
    case 'number':
    case 'decimal':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}

interface RouteTemplate {
  endpoint: EndpointNumber;
  method: string;
  segments: readonly string[];
}

const templates: readonly RouteTemplate[] = endpointNumbers
  .map((endpoint) => {
    const { method, path } = endpointOf(endpoint);
    return { endpoint, method, segments: path.split('/') };
  })
  // templates with fewer parameters first, so that a literal segment is never taken for an id
  .toSorted((one, other) => parameterCount(one) - parameterCount(other));

function parameterCount({ segments }: RouteTemplate): number {
  return segments.filter(isParameter).length;
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

export interface Route {
  endpoint: EndpointNumber;
  path: Record<string, string>;
}

/**
 * Finds the endpoint of a method and a raw, percent-encoded path, with its decoded parameters. Dots are not resolved,
 * so an id of dots stays an id. Throws Refusal 404, 405 or, for broken encoding, 400.
 */
export function routeOf(method: string, rawPath: string): Route {
  const requested = rawPath.split('/');
  const matching = templates.filter(({ segments }) => fits(segments, requested));
  const exact = matching.find((template) => template.method === method);
  if (exact) return { endpoint: exact.endpoint, path: parametersIn(exact.segments, requested) };
  if (matching.length === 0) throw refusal(404, 'UnknownPath', 'There is nothing at this path');
  const Allow = [...new Set(matching.map((template) => template.method))].join(', ');
  throw refusal(405, 'MethodNotAllowed', `This path takes ${Allow}`, { Allow });
}

function fits(segments: readonly string[], requested: readonly string[]): boolean {
  return (
    segments.length === requested.length &&
    segments.every((segment, index) => (isParameter(segment) ? requested[index] !== '' : segment === requested[index]))
  );
}

function parametersIn(segments: readonly string[], requested: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    segments.flatMap((segment, index) =>
      isParameter(segment) ? [[segment.slice(1, -1), decodeSegment(requested[index] ?? '')]] : [],
    ),
  );
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw refusal(400, 'BadAddress', 'The path is not percent-encoded UTF-8');
  }
}

const maxErrors = 50;

/** Answers any HTTP request; never rejects. `hosts` are the host names the service listens under. */
export async function answerRequest(
  practice: Practice,
  hosts: ReadonlySet<string>,
  message: IncomingMessage,
): Promise<Answer> {
  try {
    // refuses a page of another site whose name resolves here, since it sends that name (DNS rebinding)
    if (!hosts.has(message.headers.host ?? '')) throw refusal(421, 'WrongHost', 'This host is not served here');
    return await handleRequest(practice, message);
  } catch (error) {
    const { status, errors, headers } =
      error instanceof Refusal ? error : refusal(500, 'Internal', 'The practice service failed');
    return { status, headers, body: errorBody(errors, message.url ?? '', practice.clock(), practice.nextTicket()) };
  }
}

/** Finds the endpoint, reads and validates the request, and performs it. Throws Refusal. */
async function handleRequest(practice: Practice, message: IncomingMessage): Promise<Answer> {
  const target = message.url ?? '';
  const queryStart = target.indexOf('?');
  const rawQuery = queryStart < 0 ? '' : target.slice(queryStart + 1);
  const route = routeOf(message.method ?? '', queryStart < 0 ? target : target.slice(0, queryStart));
  const endpoint = endpointOf(route.endpoint);
  const query = queryValues(endpoint.query, rawQuery);
  const text = endpoint.body ? await readBody(message) : '';
  const body = endpoint.body ? parseBody(text) : undefined;
  const request: PracticeRequest = { ...route, query, body, raw: { query: rawQuery, body: text } };
  const errors = errorsIn(request);
  if (errors.length > 0) {
    if (isCreateRequest(request)) await storeInvalidCreate(practice, request);
    throw new Refusal(400, errors.slice(0, maxErrors));
  }
  if (isCreateRequest(request)) return performCreate(practice, request);
  return { status: 200, body: answerRead(practice, request as PracticeRequest<ReadNumber>) };
}

/** Validation errors of a request: those of the contract, else those that a trainer's practice words cause. */
function errorsIn({ endpoint, path, query, body }: PracticeRequest): RefusalError[] {
  const checked = checkRequest({ endpoint, path, query, ...(body !== undefined && { body }) });
  if (checked.ok) return isCreate(endpoint) ? refusedTexts(body) : [];
  return checked.issues.map(({ code, path, message }) => ({ Code: code, Message: `${path}: ${message}` }));
}

function isCreateRequest(request: PracticeRequest): request is PracticeRequest<CreateNumber> {
  return isCreate(request.endpoint);
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw refusal(400, 'NotJson', 'The body is not JSON');
  }
}
