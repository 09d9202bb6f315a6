import { z } from 'zod';
import { sheetCounts, sheetPaperNames } from '../../shared/printing/label-sizes.ts';
import { loadChoice, storeChoice, subscribeChoice } from '../state/kept-choice.ts';

/** How labels are looked at and printed at this desk. */
const chosen = z.object({
  /** the list begins with what was entered last; else it is in the order of entry */
  newestFirst: z.boolean().catch(false),
  /** the last label is printed first, so that the pile lies in order */
  reversed: z.boolean().catch(false),
  /** each label is scanned as it is stuck on */
  scan: z.boolean().catch(false),
  /** labels of a PDF are on sheets of an office printer: at which of them the next begins; null: each on a page of its own */
  sheet: z
    .object({
      paper: z.enum(sheetPaperNames),
      count: z.literal(sheetCounts),
      begin: z.int().min(1).max(21).catch(1),
    })
    .refine(({ count, begin }) => begin <= count)
    .nullable()
    .catch(null),
  /** what else is for people comes on the paper of the sheets that were chosen last: it is what the office printer holds */
  paper: z.enum(sheetPaperNames).catch('A4'),
});
export type LabelSheet = NonNullable<LabelsChosen['sheet']>;
type LabelsChosen = z.infer<typeof chosen>;

/** Reads what was kept, whatever it is: what does not fit becomes the usual. */
const read = (kept: unknown): LabelsChosen => chosen.parse(typeof kept === 'object' && kept !== null ? kept : {});

class LabelChoices {
  now = $state.raw(read(null));

  set(change: Partial<LabelsChosen>): void {
    const paper = change.sheet?.paper ?? this.now.paper;
    this.now = read({ ...this.now, paper, ...change });
    storeChoice('labels', this.now);
  }

  /** So many labels are on paper now: the next sheet begins behind them. */
  used(labels: number): void {
    const { sheet } = this.now;
    if (sheet) this.set({ sheet: { ...sheet, begin: ((sheet.begin - 1 + labels) % sheet.count) + 1 } });
  }

  async start(): Promise<void> {
    subscribeChoice('labels', (kept) => (this.now = read(kept)));
    this.now = read(await loadChoice('labels'));
  }
}

export const labelChoices = new LabelChoices();
