import { z } from 'zod';

/** What a list of entries is narrowed to; every part that is given must hold. */
export const narrowing = {
  /** number of a create */
  endpoint: z.int().optional(),
  /** who captured it; empty: nobody said */
  operator: z.string().max(100).optional(),
  /** code of the service it is sent with; empty: it names none */
  service: z.string().max(200).optional(),
  /** captured on these days of the desk's calendar, the last included */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** orders with a number whose label, as it stands, is on paper; or is not */
  printed: z.boolean().optional(),
  search: z.string().max(200).default(''),
};

const { search: _search, ...unsearched } = narrowing;
/** The same of entries that were found already. */
export const narrowingOfFound = unsearched;
