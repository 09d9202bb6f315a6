import { z } from 'zod';
import { ok, type Result } from '../../../shared/contract/problem.ts';
import { entryLists } from '../../../shared/outbox/lists.ts';
import { loadChoice, storeChoice, subscribeChoice } from '../../state/kept-choice.ts';
import { ask } from '../../transport/desk.ts';
import { readNarrowing } from './narrowing.ts';

/** View options of the outbox on this desk. */
const chosen = z.object({
  order: z.enum(['newest', 'oldest']).catch('newest'),
  /** the filter bar is shown although no filter is set */
  narrows: z.boolean().catch(false),
});
type Chosen = z.infer<typeof chosen>;
const read = (kept: unknown): Chosen => chosen.parse(typeof kept === 'object' && kept !== null ? kept : {});

const view = z.object({
  name: z.string().min(1).max(100),
  list: z.enum(entryLists),
  narrowing: z.unknown().transform(readNarrowing),
  search: z.string().max(200).catch(''),
  /** when it was last saved or shown (ms): retention deletes unused views */
  used: z.number().optional().catch(undefined),
});
/** A list with filters, saved under a name. */
export type SavedView = z.infer<typeof view>;
const readViews = (kept: unknown): SavedView[] =>
  Array.isArray(kept) ? kept.flatMap((one) => view.safeParse(one).data ?? []) : [];

const dayMs = 86_400_000;
/** Views contain names of people, so they are stored at the desk. */
const viewsPlace = 'outbox-views';

class OutboxChoices {
  now = $state.raw(read(null));
  /** sorted by name */
  views = $state.raw<readonly SavedView[]>([]);

  set(change: Partial<Chosen>): void {
    this.now = read({ ...this.now, ...change });
    storeChoice('outbox', this.now);
  }

  /** Reloads the views, which another window may have changed. */
  async readViews(): Promise<Result<unknown>> {
    const recalled = await ask('desk.recall', { name: viewsPlace });
    if (!recalled.ok) return recalled;
    this.views = readViews(recalled.value.value);
    return ok(null);
  }

  /** Saves a view and returns the desk's answer. */
  keepView(kept: SavedView): Promise<Result<unknown>> {
    const view = { ...kept, used: Date.now() };
    return this.#changeViews((others) => [...others.filter(({ name }) => name !== kept.name), view]);
  }

  /** Notes that a view is shown, at most once a day. */
  async noteUse({ name, used = 0 }: SavedView): Promise<void> {
    if (Math.abs(Date.now() - used) < dayMs) return;
    await this.#changeViews((views) =>
      views.map((view) => (view.name === name ? { ...view, used: Date.now() } : view)),
    );
  }

  forgetView(forgotten: string): Promise<Result<unknown>> {
    return this.#changeViews((views) => views.filter(({ name }) => name !== forgotten));
  }

  async #changeViews(change: (views: readonly SavedView[]) => readonly SavedView[]): Promise<Result<unknown>> {
    const known = await this.readViews();
    // writing without having read would lose the stored views
    if (!known.ok) return known;
    const used = Date.now();
    const views = change(this.views.map((view) => ({ used, ...view }))).toSorted((one, other) =>
      one.name.localeCompare(other.name),
    );
    const kept = await ask('desk.remember', { name: viewsPlace, value: views });
    if (kept.ok) this.views = views;
    return kept;
  }

  async start(): Promise<void> {
    subscribeChoice('outbox', (kept) => (this.now = read(kept)));
    this.now = read(await loadChoice('outbox'));
  }
}

export const outboxChoices = new OutboxChoices();
