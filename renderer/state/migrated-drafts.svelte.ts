import type { MigratedDrafts } from '../../shared/contract/desk-procedures.ts';
import { pageStore } from '../choices/page-store.ts';
import { t } from '../texts/say.svelte.ts';
import { desk } from './desk-watch.svelte.ts';
import { toasts } from './toasts.svelte.ts';

const draftsKey = 'parcel-desk drafts brought';

/** Drafts moved from practice to live, to be reported by the page that reloads there. */
class MigratedDraftsReport {
  /** Drafts that could not be moved; shown until the user has seen them. */
  pendingReport = $state.raw<MigratedDrafts | null>(null);

  show(): void {
    const kept = pageStore.read(draftsKey);
    pageStore.forget(draftsKey);
    if (!isMigrationResult(kept)) return;
    if (kept.problems.length > 0) this.pendingReport = kept;
    else toasts.show(() => t().settings.draftsCame(kept));
  }
}
export const migratedDrafts = new MigratedDraftsReport();

/** Keeps the desk's answer over the reload; it is undefined if nothing was ever typed in practice. */
export const saveMigratedDrafts = (brought: MigratedDrafts = { made: 0, already: 0, problems: [] }): void =>
  pageStore.write(draftsKey, brought);

const isMigrationResult = (kept: unknown): kept is MigratedDrafts =>
  typeof kept === 'object' && kept !== null && 'problems' in kept && Array.isArray(kept.problems);

const modeKey = 'parcel-desk mode';

/** Shows a message if the desk switched between practice and live while this window was open. */
export function announceModeSwitch(): void {
  const mode = desk.desk?.mode;
  if (mode === undefined) return;
  const before = pageStore.read(modeKey);
  pageStore.write(modeKey, mode);
  if (before !== null && before !== mode) toasts.show(() => t().settings.switched[mode]);
}
