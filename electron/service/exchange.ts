import type { noAnswerCauses } from '../../shared/outbox/no-answer-causes.ts';

export type NoAnswerCause = (typeof noAnswerCauses)[number];

export interface HttpAnswer {
  kind: 'answer';
  status: number;
  contentType: string | null;
  /** what Retry-After asks for, in ms from now; null: nothing */
  retryAfterMs: number | null;
  location: string | null;
  body: string;
  /** `cut`: the connection or the time ended before the body did; `garbled`: not the text it says it is */
  bodyState: 'complete' | 'cut' | 'too-big' | 'garbled';
}

export interface NoAnswer {
  kind: 'no-answer';
  /** `never`: no byte of the request was given to a connection, so the service cannot have seen it */
  left: 'never' | 'maybe';
  cause: NoAnswerCause;
  /** of the network stack, as `ECONNRESET`; empty for none */
  code: string;
  /** plain English, without anything secret */
  message: string;
}

/** What came of one request. Everything that can go wrong on the way is one of these; a call never throws. */
export type Exchange = HttpAnswer | NoAnswer;
