import type { DraftsBrought } from '../../shared/contract/desk-procedures.ts';
import { t } from '../texts/say.svelte.ts';
import { pageStore } from './page-store.ts';
import { toasts } from './toasts.svelte.ts';

const place = 'parcel-desk drafts brought';

/** Drafts moved from practice to live, to be reported by the page that reloads there. */
class BroughtDrafts {
  /** Drafts that could not be moved; shown until the user has seen them. */
  untold = $state.raw<DraftsBrought | null>(null);

  show(): void {
    const kept = pageStore.read(place);
    pageStore.forget(place);
    if (!isBrought(kept)) return;
    if (kept.problems.length > 0) this.untold = kept;
    else toasts.say(() => t().settings.draftsCame(kept));
  }
}
export const broughtDrafts = new BroughtDrafts();

/** Keeps the desk's answer over the reload; it is undefined if nothing was ever typed in practice. */
export const keepBrought = (brought: DraftsBrought = { made: 0, already: 0, problems: [] }): void =>
  pageStore.write(place, brought);

const isBrought = (kept: unknown): kept is DraftsBrought =>
  typeof kept === 'object' && kept !== null && 'problems' in kept && Array.isArray(kept.problems);
