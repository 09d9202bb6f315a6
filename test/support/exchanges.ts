import {
  type HttpAnswer,
  type NoAnswerCause,
  type Exchange,
  noAnswer,
} from '../../electron/delivery/service/exchange.ts';

/** An answer as the HTTP client reports it; a body that is not a string is serialized as JSON. */
export function answer(status: number, body: unknown = '', more: Partial<HttpAnswer> = {}): HttpAnswer {
  return {
    kind: 'answer',
    status,
    contentType: 'application/json',
    retryAfterMs: null,
    location: null,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    bodyState: 'complete',
    ...more,
  };
}

export const page = (status: number, html = '<!doctype html><title>Welcome</title>'): HttpAnswer =>
  answer(status, html, { contentType: 'text/html' });

export const never = (cause: NoAnswerCause = 'refused'): Exchange => noAnswer('never', cause);
export const maybe = (cause: NoAnswerCause = 'broken'): Exchange => noAnswer('maybe', cause);
