import { z } from 'zod';
import type { State } from '../outbox/states.ts';
import { asks } from './procedure.ts';

/** A text, and which parts of it were typed: each from, up to but without, in UTF-16 units, in order and apart. */
export interface MarkedText {
  text: string;
  hits: [from: number, to: number][];
}

/** A field, by the service's name, that has what was typed where none of the texts shown anyway has all of it. */
export interface FoundBy {
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
  by: FoundBy | null;
}

/** Someone in the address book. */
export interface FoundRecipient {
  id: number;
  Contact: MarkedText;
  Company: MarkedText;
  /** town and country */
  place: MarkedText;
  Phone: MarkedText;
  by: FoundBy | null;
}

/** A SKU of the memory of goods, or of an imported list. */
export interface FoundSku {
  Sku: MarkedText;
  /** empty where only the SKU is known */
  name: MarkedText;
  by: FoundBy | null;
}

/** A number that can be tracked: watched, or given to an entry of this desk. */
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

/** What answers a search, the best of each kind first. `entriesInAll` counts no further than the outbox's own search, 50. */
export interface FoundAnything {
  entries: FoundEntry[];
  entriesInAll: number;
  numbers: FoundNumber[];
  recipients: FoundRecipient[];
  skus: FoundSku[];
  templates: FoundTemplate[];
}

export const searchProcedures = {
  /**
   * Everything on the desk that has what was typed in it: any part of a word, in any script; at most `each` of a kind. It costs 4 to 10 ms
   * however much there is (bench search): the index finds entries, and recipients and SKUs are those of the entries found and of the 5,000
   * used most; of a longer imported list of SKUs, those whose code begins so.
   */
  'search.all': asks<FoundAnything>()('reader', () =>
    z.strictObject({ text: z.string().max(200), each: z.int().min(1).max(20).default(6) }),
  ),
} as const;
