import type { Member, ObjectTable } from './field-table.ts';

/** The part of a request that a name or a value belongs to; `request` is the envelope itself. */
export type Part = 'path' | 'query' | 'body' | 'request';

/** A place in a request: `path` starts at the part, as in `$.Package.Skus[0].Sku`. */
export type Place = { in: Part; path: string };

/** A request as `check` reads it. The endpoint is open, because some cases name one that does not exist. */
export type Request = { endpoint: unknown; path?: unknown; query?: unknown; body?: unknown };

export type RuleName =
  | 'wrong type'
  | 'wrong case'
  | 'unknown name'
  | 'name of a sibling'
  | 'missing'
  | 'too long'
  | 'too short'
  | 'pattern'
  | 'date'
  | 'out of range'
  | 'too many decimals'
  | 'too many digits'
  | 'fraction'
  | 'too many elements'
  | 'rule in words'
  | 'envelope';

/** A request that breaks exactly one rule, and the place that an answer has to name. */
export type Breach = Place & { rule: RuleName; why: string; request: unknown };

/** A request that breaks no rule, although it comes near to one. */
export type Legal = { why: string; request: Request };

/**
 * A request about which the document is unclear. `reading` is our interpretation, `expected` its consequence; an answer
 * that refuses it has to name one of `places`.
 */
export type Doubt = {
  why: string;
  reading: string;
  expected: 'accepted' | 'refused';
  places: readonly Place[];
  request: Request;
};

/** What is sent for a request: defaults filled in, path and query percent-encoded. */
export type Sent = { why: string; request: Request; method: 'GET' | 'POST'; path: string; body?: unknown };

/** Everything one endpoint requires of a request, and its hand-written cases. */
export type EndpointList = {
  endpoint: number;
  path?: ObjectTable;
  query?: ObjectTable;
  body?: ObjectTable;
  minimal: Request;
  full: Request;
  /** Body paths whose legal values depend on each other; their values are written by hand. */
  tied?: readonly string[];
  accepts: readonly Legal[];
  refuses: readonly Breach[];
  doubts: readonly Doubt[];
  sent: readonly Sent[];
};

/** One field, or one element of a list, at its place in a full request. */
export type Spot = Place & {
  member: Member;
  /** False for the second element of a list and everything below it. */
  first: boolean;
  /** Its name in its object; null for an element of a list. */
  name: string | null;
};
