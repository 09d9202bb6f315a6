import { z } from 'zod';
import { loadChoice, storeChoice, subscribeChoice } from '../../state/kept-choice.ts';

/** How labels are looked at and printed at this desk. */
const chosen = z.object({
  /** the list begins with what was entered last; else it is in the order of entry */
  newestFirst: z.boolean().catch(false),
  /** the last label is printed first, so that the pile lies in order */
  reversed: z.boolean().catch(false),
  /** each label is scanned as it is stuck on */
  scan: z.boolean().catch(false),
});
type LabelsChosen = z.infer<typeof chosen>;

/** Reads what was kept, whatever it is: what does not fit becomes the usual. */
const read = (kept: unknown): LabelsChosen => chosen.parse(typeof kept === 'object' && kept !== null ? kept : {});

class LabelChoices {
  now = $state.raw(read(null));

  set(change: Partial<LabelsChosen>): void {
    this.now = read({ ...this.now, ...change });
    storeChoice('labels', this.now);
  }

  async start(): Promise<void> {
    subscribeChoice('labels', (kept) => (this.now = read(kept)));
    this.now = read(await loadChoice('labels'));
  }
}

export const labelChoices = new LabelChoices();
