import { z } from 'zod';
import { createKinds } from './create-kinds.ts';
import { entryLists } from './entry-lists.ts';

const as = z.enum(['csv', 'xlsx']);
const kind = z.enum(createKinds);

/** What a screen asks for as a spreadsheet. */
export const exportInputs = {
  entries: z.strictObject({
    kind: kind.optional(),
    as,
    /** these entries, or all of a list as `entries.seqs` has them */
    of: z.union([
      z.strictObject({ seqs: z.array(z.int()).min(1).max(1_000_000) }),
      z.strictObject({
        list: z.enum(entryLists),
        endpoint: z.int().optional(),
        search: z.string().max(200).default(''),
      }),
    ]),
  }),
  template: z.strictObject({ kind, as, language: z.enum(['en', 'zh-CN']).default('en') }),
};
