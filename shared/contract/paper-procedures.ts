import { z } from 'zod';
import { paperSchema } from '../paper/paper.ts';
import type { DeskFile } from './desk-state.ts';
import { defineProcedure } from './procedure.ts';

/** Printed documents for office printers, with the texts of a screen. Rows of the desk contract. */
export const paperProcedures = {
  /** as a PDF */
  'paper.file': defineProcedure<DeskFile>()('reader', () =>
    z.strictObject({ name: z.string().trim().min(1).max(100), paper: paperSchema }),
  ),
  /**
   * as images of its pages, for a screen and its print dialog; `before`: number of pages that precede it on the same
   * screen
   */
  'paper.pages': defineProcedure<{ pages: string[]; widthMm: number; heightMm: number }>()('reader', () =>
    z.strictObject({ paper: paperSchema, before: z.int().min(0).max(10_000).default(0) }),
  ),
} as const;
