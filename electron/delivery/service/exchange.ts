import type { noAnswerCauses } from '../../../shared/outbox/whys.ts';

export type NoAnswerCause = (typeof noAnswerCauses)[number];

export interface HttpAnswer {
  kind: 'answer';
  status: number;
  contentType: string | null;
  /** wait requested by Retry-After (ms from now); null: none */
  retryAfterMs: number | null;
  location: string | null;
  body: string;
  /** `cut`: the connection or the timeout ended before the body; `garbled`: not the encoding it claims */
  bodyState: 'complete' | 'cut' | 'too-big' | 'garbled';
}

export interface NoAnswer {
  kind: 'no-answer';
  /** `never`: no byte of the request was handed to a connection, so the service cannot have seen it */
  sent: 'never' | 'maybe';
  cause: NoAnswerCause;
  /** code of the network stack, such as `ECONNRESET`; empty: none */
  code: string;
  /** plain English, without secrets */
  message: string;
}

/** Result of one request, including every failure on the way; a call never throws. */
export type Exchange = HttpAnswer | NoAnswer;

const causeMessages: Record<NoAnswerCause, string> = {
  name: 'The name of the service was not found.',
  refused: 'The service refused the connection.',
  unreachable: 'The service cannot be reached from here.',
  tls: 'The service could not prove who it is (TLS).',
  timeout: 'The service did not answer in time.',
  broken: 'The connection broke before an answer came.',
  'not-http': 'What answered does not speak HTTP.',
  proxy: 'The proxy that this computer is set to use did not let the desk through.',
  stopped: 'The desk stopped before an answer came.',
};

/**
 * An exchange without an answer. The message has a code at most, never the text of an error, which may quote a request.
 */
export function noAnswer(sentState: NoAnswer['sent'], cause: NoAnswerCause, code = ''): NoAnswer {
  const message = code === '' ? causeMessages[cause] : `${causeMessages[cause].slice(0, -1)} (${code}).`;
  return { kind: 'no-answer', sent: sentState, cause, code, message };
}

/** Converts an error of the network stack. */
export function noAnswerOf(sentState: NoAnswer['sent'], error: unknown): NoAnswer {
  const code = codeOf(error);
  return noAnswer(sentState, causeOf(code), code ?? '');
}

function codeOf(error: unknown): string | undefined {
  // If a name has several addresses, all failures come wrapped in one error.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string' && /^\w{1,60}$/.test(error.code)) return error.code;
  return error.cause === undefined ? undefined : codeOf(error.cause);
}

function causeOf(code: string | undefined): NoAnswerCause {
  if (code === undefined) return 'broken';
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'name';
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ENETUNREACH' || code === 'EHOSTUNREACH' || code === 'EHOSTDOWN' || code === 'ENETDOWN') {
    return 'unreachable';
  }
  if (code === 'ETIMEDOUT' || code.endsWith('_TIMEOUT')) return 'timeout';
  if (isTls(code)) return 'tls';
  if (code.startsWith('PROXY')) return 'proxy';
  return code.startsWith('HPE_') ? 'not-http' : 'broken';
}

function isTls(code: string): boolean {
  return (
    /^(ERR_(TLS|SSL)_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED)/.test(code) ||
    [
      'UND_ERR_PRX_TLS',
      'EPROTO',
      'HOSTNAME_MISMATCH',
      'INVALID_CA',
      'INVALID_PURPOSE',
      'PATH_LENGTH_EXCEEDED',
    ].includes(code)
  );
}
