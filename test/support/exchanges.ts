import {
  type HttpAnswer,
  type NoAnswerCause,
  type Exchange,
  noAnswer,
} from '../../electron/delivery/service/exchange.ts';

/** An answer as the HTTP client reports it; a body that is not a string is serialized as JSON. */
export function httpAnswer(status: number, body: unknown = '', overrides: Partial<HttpAnswer> = {}): HttpAnswer {
  return {
    kind: 'answer',
    status,
    contentType: 'application/json',
    retryAfterMs: null,
    location: null,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    bodyState: 'complete',
    ...overrides,
  };
}

export const htmlAnswer = (status: number, html = '<!doctype html><title>Welcome</title>'): HttpAnswer =>
  httpAnswer(status, html, { contentType: 'text/html' });

export const neverSent = (cause: NoAnswerCause = 'refused'): Exchange => noAnswer('never', cause);
export const possiblySent = (cause: NoAnswerCause = 'broken'): Exchange => noAnswer('maybe', cause);
