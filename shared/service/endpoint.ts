import type * as z from 'zod';

export type Method = 'GET' | 'POST';

/** Endpoints that report the status of an order. */
export type StatusEndpoint = 3 | 11 | 16 | 18;

/** A dependency of a create on the entry with the key at `path` (`*` is every entry of a list). */
export interface DependencyRule {
  kind: string;
  path: readonly string[];
}

/** The HTTP interface of an endpoint, for reads and creates alike. */
export interface EndpointInterface {
  name: string;
  title: string;
  method: Method;
  /** Path template; `{name}` is a field of `params`. */
  path: string;
  params: z.ZodObject;
  query: z.ZodObject;
  /** null: the request has no body. */
  body: z.ZodObject | null;
  /** Schema of one record; null if the document shows no reply body. */
  reply: z.ZodObject | null;
  /** `one-or-many` (17): documented as a single object where a list is expected, so both are accepted. */
  replyKind: 'record' | 'list' | 'one-or-many' | 'none';
  /** Status codes the document names for the endpoint; empty if none. */
  statuses: readonly number[];
  /** Units the document states, by field path. For other fields the unit is a setting of the desk. */
  units: Readonly<Record<string, string>>;
}

/** How a request with a lost answer may be repeated; `ask-status` first reads the first endpoint of `outcome`. */
export type RepeatRule = 'documented' | 'ask-status' | 'send-again';

/** What the outbox and the sync loop know of an endpoint. Reads have no key and are always safe to repeat. */
export interface Endpoint extends EndpointInterface {
  creates: boolean;
  key: { kind: string; path: readonly string[] } | null;
  repeat: RepeatRule;
  /** Status endpoints for the outcome, in this order; empty for a create whose acceptance is final. */
  outcome: readonly StatusEndpoint[];
  needs: readonly DependencyRule[];
  /** Whether a 2xx with an empty body is a complete answer. */
  mayBeEmptyReply: boolean;
}
