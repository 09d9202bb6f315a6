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
import { keepRefused, takeCreate } from './take-create.ts';
import type { IncomingMessage } from 'node:http';
import type * as z from 'zod';

const longestBody = 4 * 1024 * 1024;

/** The text of a JSON request. Throws Refusal 413, 415 or, if it is not UTF-8, 400. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
  if (type.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    throw refusal(415, 'NotJson', 'The body must be application/json');
  }
  if (encoding.toLowerCase() !== 'identity') throw refusal(415, 'Encoded', 'The body must not be compressed');
  if (Number(request.headers['content-length'] ?? 0) > longestBody) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > longestBody) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    throw refusal(400, 'NotUtf8', 'The body is not UTF-8');
  }
}

// The rest of the body is not read, so the connection cannot be reused.
const tooLarge = () => refusal(413, 'TooLarge', `The body is over ${longestBody} bytes`, { Connection: 'close' });

/**
 * Parses query values, which arrive as text, to the types of the contract. Text that does not fit its type stays text,
 * so that the contract's check reports it. Throws Refusal 400 for broken encoding and for a repeated name.
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

interface Template {
  endpoint: EndpointNumber;
  method: string;
  segments: readonly string[];
}

const templates: readonly Template[] = endpointNumbers
  .map((endpoint) => {
    const { method, path } = endpointOf(endpoint);
    return { endpoint, method, segments: path.split('/') };
  })
  // Literal segments come before parameters, so that a literal is never taken for an id.
  .toSorted((one, other) => fields(one) - fields(other));

function fields({ segments }: Template): number {
  return segments.filter(isField).length;
}

function isField(segment: string): boolean {
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
  const given = rawPath.split('/');
  const fitting = templates.filter(({ segments }) => fits(segments, given));
  const found = fitting.find((template) => template.method === method);
  if (found) return { endpoint: found.endpoint, path: fieldsOf(found.segments, given) };
  if (fitting.length === 0) throw refusal(404, 'UnknownPath', 'There is nothing at this path');
  const Allow = [...new Set(fitting.map((template) => template.method))].join(', ');
  throw refusal(405, 'MethodNotAllowed', `This path takes ${Allow}`, { Allow });
}

function fits(segments: readonly string[], given: readonly string[]): boolean {
  return (
    segments.length === given.length &&
    segments.every((segment, at) => (isField(segment) ? given[at] !== '' : segment === given[at]))
  );
}

function fieldsOf(segments: readonly string[], given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    segments.flatMap((segment, at) => (isField(segment) ? [[segment.slice(1, -1), decoded(given[at] ?? '')]] : [])),
  );
}

function decoded(segment: string): string {
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
