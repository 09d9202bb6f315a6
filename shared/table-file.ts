import { z } from 'zod';

/** A table as a screen shows it, to be handed out as a file: its head first, every row as long as the head. */
export const tableForms = ['csv', 'xlsx'] as const;
export type TableForm = (typeof tableForms)[number];
export type TableCell = string | number | null;

export const tableFile = z.strictObject({
  name: z.string().trim().min(1).max(100),
  as: z.enum(tableForms),
  rows: z
    .array(z.array(z.union([z.string().max(4000), z.number(), z.null()])).max(60))
    .min(1)
    .max(20_001),
});
