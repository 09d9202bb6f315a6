import { z } from 'zod';

/** Filters of an entry list; an entry must match all that are given. */
export const entryFilter = {
  /** number of a create endpoint */
  endpoint: z.int().optional(),
  /** operator who captured it; empty: no operator was set */
  operator: z.string().max(100).optional(),
  /** code of the service it is sent with; empty: none */
  service: z.string().max(200).optional(),
  /** captured on these days of the desk's calendar, `to` inclusive */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** orders with a number whose current label is printed (true) or not (false) */
  printed: z.boolean().optional(),
  search: z.string().max(200).default(''),
};

const { search: _search, ...unsearched } = entryFilter;
/** The same without the search, for entries already found by one. */
export const entryFilterWithoutSearch = unsearched;
