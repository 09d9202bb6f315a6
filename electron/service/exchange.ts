import type { noAnswerCauses } from '../../shared/outbox/no-answer-causes.ts';

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
