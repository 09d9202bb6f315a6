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

  showReport(): void {
    const stored = pageStore.read(draftsKey);
    pageStore.forget(draftsKey);
    if (!isMigrationResult(stored)) return;
    if (stored.problems.length > 0) this.pendingReport = stored;
    else toasts.show(() => t().settings.draftsCame(stored));
  }
}
export const migratedDrafts = new MigratedDraftsReport();

/**
 * Stores the desk's answer for the page after the reload. The answer is undefined if nothing was ever typed in
 * practice.
 */
export const storeMigratedDrafts = (drafts: MigratedDrafts = { made: 0, already: 0, problems: [] }): void =>
  pageStore.write(draftsKey, drafts);

const isMigrationResult = (stored: unknown): stored is MigratedDrafts =>
  typeof stored === 'object' && stored !== null && 'problems' in stored && Array.isArray(stored.problems);

const modeKey = 'parcel-desk mode';

/** Shows a message if the desk switched between practice and live while this window was open. */
export function announceModeSwitch(): void {
  const mode = desk.state?.mode;
  if (mode === undefined) return;
  const previousMode = pageStore.read(modeKey);
  pageStore.write(modeKey, mode);
  if (previousMode !== null && previousMode !== mode) toasts.show(() => t().settings.switched[mode]);
}
