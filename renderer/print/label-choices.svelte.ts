import { sheetCounts, sheetPaperNames } from '../../shared/printing/label-sizes.ts';
import { loadChoice, storeChoice, subscribeChoice } from '../choices/choices.svelte.ts';
import { z } from 'zod';

/** Display and print options for labels at this desk. */
const choicesSchema = z.object({
  /** Newest entries first; otherwise in the order of entry. */
  newestFirst: z.boolean().catch(false),
  /** The last label is printed first, so that the pile is in order. */
  reversed: z.boolean().catch(false),
  /** Each label is scanned after it is stuck on. */
  scan: z.boolean().catch(false),
  /**
   * Layout of PDF labels on sheets of an office printer, with the place at which the next begins; null: one label per
   * page.
   */
  sheet: z
    .object({
      paper: z.enum(sheetPaperNames),
      count: z.literal(sheetCounts),
      begin: z.int().min(1).max(21).catch(1),
    })
    .refine(({ count, begin }) => begin <= count)
    .nullable()
    .catch(null),
  /** Paper for other printouts: that of the sheets chosen last, since the office printer holds it. */
  paper: z.enum(sheetPaperNames).catch('A4'),
});
export type LabelSheet = NonNullable<LabelOptions['sheet']>;
type LabelOptions = z.infer<typeof choicesSchema>;

/** Parses stored options; invalid values get their defaults. */
const parseChoices = (stored: unknown): LabelOptions =>
  choicesSchema.parse(typeof stored === 'object' && stored !== null ? stored : {});

class LabelChoices {
  current = $state.raw(parseChoices(null));

  set(change: Partial<LabelOptions>): void {
    const paper = change.sheet?.paper ?? this.current.paper;
    this.current = parseChoices({ ...this.current, paper, ...change });
    storeChoice('labels', this.current);
  }

  /** Moves the start of the next sheet past the labels just printed. */
  advanceSheet(labels: number): void {
    const { sheet } = this.current;
    if (sheet) this.set({ sheet: { ...sheet, begin: ((sheet.begin - 1 + labels) % sheet.count) + 1 } });
  }

  async start(): Promise<void> {
    subscribeChoice('labels', (stored) => (this.current = parseChoices(stored)));
    this.current = parseChoices(await loadChoice('labels'));
  }
}

export const labelChoices = new LabelChoices();
