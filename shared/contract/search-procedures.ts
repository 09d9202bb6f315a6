import type { State } from '../outbox/states.ts';
import { defineProcedure } from './procedure.ts';
import { z } from 'zod';

/**
 * A text and the ranges in it that match the search: start inclusive, end exclusive, in UTF-16 units, sorted and
 * disjoint.
 */
export interface MarkedText {
  text: string;
  hits: [from: number, to: number][];
}

/** The field (by the service's name) that matched, when none of the texts shown anyway contains the whole search. */
export interface MatchedField {
  field: string;
  text: MarkedText;
}

export interface FoundEntry {
  id: string;
  endpoint: number;
  state: State;
  key: MarkedText;
  recipient: MarkedText;
  trackingNumber: MarkedText | null;
  by: MatchedField | null;
}

/** A recipient from the address book. */
export interface FoundRecipient {
  id: number;
  Contact: MarkedText;
  Company: MarkedText;
  /** town and country */
  place: MarkedText;
  Phone: MarkedText;
  by: MatchedField | null;
}

/** A SKU from the memory of goods, or from an imported list. */
export interface FoundSku {
  Sku: MarkedText;
  /** empty if only the SKU is known */
  name: MarkedText;
  by: MatchedField | null;
}

/** A trackable number: watched, or assigned to an entry of this desk. */
export interface FoundNumber {
  number: MarkedText;
  watched: 'moving' | 'delivered' | null;
  entry: { id: string; key: string } | null;
}

export interface FoundTemplate {
  id: number;
  endpoint: number;
  name: MarkedText;
}

/** Results of a search, best of each kind first. `entriesInAll` is counted up to 50, the limit of the outbox search. */
export interface SearchResults {
  entries: FoundEntry[];
  entriesInAll: number;
  numbers: FoundNumber[];
  recipients: FoundRecipient[];
  skus: FoundSku[];
  templates: FoundTemplate[];
}

export const searchProcedures = {
  /**
   * Finds any part of a word, in any script, in everything on the desk; at most `each` results per kind. Takes 4 to 10
   * ms whatever the amount of data (bench search): entries are found by the index, recipients and SKUs among those of
   * the entries found and the 5,000 used most; in a longer imported list of SKUs, by the beginning of the code.
   */
  'search.all': defineProcedure<SearchResults>()('reader', () =>
    z.strictObject({ text: z.string().max(200), each: z.int().min(1).max(20).default(6) }),
  ),
} as const;
