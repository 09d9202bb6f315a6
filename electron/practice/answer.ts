import type { EndpointNumber } from '../../shared/service/endpoints.ts';

/** An answer of the practice service; `body` undefined means an empty body. */
export interface Answer {
  status: number;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** whether a drill cuts the connection instead of sending the answer; omitted: no */
  isLost?: boolean;
}

/** A refused request: thrown by the checks, and answered with an error body. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly errors: readonly RefusalError[];
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, errors: readonly RefusalError[], headers: Readonly<Record<string, string>> = {}) {
    super(errors[0]?.Message ?? `status ${status}`);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

export interface RefusalError {
  Code: string;
  Message: string;
}

export function refusal(status: number, code: string, message: string, headers?: Record<string, string>): Refusal {
  return new Refusal(status, [{ Code: code, Message: message }], headers);
}

const maxUriLength = 2000;

/** The error body. The document defines no shape; services of this kind use this one. */
export function errorBody(errors: readonly RefusalError[], uri: string, now: number, ticket: string): unknown {
  return {
    Errors: errors,
    TicketId: ticket,
    UtcDateTime: new Date(now).toISOString(),
    RequestUri: uri.slice(0, maxUriLength),
  };
}

/** A request to one endpoint; `raw` is the query and the body as received, the rest is parsed from them. */
export interface PracticeRequest<N extends EndpointNumber = EndpointNumber> {
  endpoint: N;
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  raw: { query: string; body: string };
}
