import type * as z from 'zod';

export type Method = 'GET' | 'POST';

/** Reads that tell what became of an order. */
export type StatusNumber = 3 | 11 | 16 | 18;

/** What a create needs of earlier entries: whatever has the key found at `at` (`*` is every entry of a list). */
export interface Need {
  kind: string;
  at: readonly string[];
}

/** What every endpoint has, reads and creates alike. */
export interface Wire {
  name: string;
  title: string;
  method: Method;
  /** Path template; `{name}` stands for a field of `params`. */
  path: string;
  params: z.ZodObject;
  query: z.ZodObject;
  /** null: the request has no body. */
  body: z.ZodObject | null;
  /** Schema of one record; null where the document shows no reply body. */
  reply: z.ZodObject | null;
  /** `one-or-many` (17): shown as a single object where a list would be expected, so both are read. */
  replyKind: 'record' | 'list' | 'one-or-many' | 'none';
  /** Status codes the document names with the endpoint; empty where it names none. */
  statuses: readonly number[];
  /** Units the document states, by field path. Where nothing stands, the unit is a setting of the desk. */
  units: Readonly<Record<string, string>>;
}

/** How a request whose answer was lost may be repeated; `ask-status` reads the first endpoint of `outcome` before. */
export type Repeat = 'documented' | 'ask-status' | 'send-again';

/** What the outbox and the sync loop know of an endpoint. Reads have no key, and may simply be sent again. */
export interface Endpoint extends Wire {
  creates: boolean;
  key: { kind: string; path: readonly string[] } | null;
  repeat: Repeat;
  /** Status endpoints to read the outcome from, in this order; empty for a create whose acceptance is all there is. */
  outcome: readonly StatusNumber[];
  needs: readonly Need[];
  /** Whether a 2xx with an empty body is a whole answer. */
  mayBeEmptyReply: boolean;
}
