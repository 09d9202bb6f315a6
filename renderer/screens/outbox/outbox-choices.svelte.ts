import { z } from 'zod';
import { ok, type Result } from '../../../shared/contract/problem.ts';
import { entryLists } from '../../../shared/outbox/lists.ts';
import { loadChoice, storeChoice, subscribeChoice } from '../../state/kept-choice.ts';
import { ask } from '../../transport/desk.ts';
import { parseFilter } from './narrowing.ts';

/** View options of the outbox on this desk. */
const chosen = z.object({
  order: z.enum(['newest', 'oldest']).catch('newest'),
  /** the filter bar is shown although no filter is set */
  narrows: z.boolean().catch(false),
});
type OutboxOptions = z.infer<typeof chosen>;
const read = (kept: unknown): OutboxOptions => chosen.parse(typeof kept === 'object' && kept !== null ? kept : {});

const view = z.object({
  name: z.string().min(1).max(100),
  list: z.enum(entryLists),
  narrowing: z.unknown().transform(parseFilter),
  search: z.string().max(200).catch(''),
  /** when it was last saved or shown (ms): retention deletes unused views */
  used: z.number().optional().catch(undefined),
});
/** A list with filters, saved under a name. */
export type SavedView = z.infer<typeof view>;
const parseViews = (kept: unknown): SavedView[] =>
  Array.isArray(kept) ? kept.flatMap((one) => view.safeParse(one).data ?? []) : [];

const dayMs = 86_400_000;
/** Views contain names of people, so they are stored at the desk. */
const viewsName = 'outbox-views';

class OutboxChoices {
  now = $state.raw(read(null));
  /** sorted by name */
  views = $state.raw<readonly SavedView[]>([]);

  set(change: Partial<OutboxOptions>): void {
    this.now = read({ ...this.now, ...change });
    storeChoice('outbox', this.now);
  }

  /** Reloads the views, which another window may have changed. */
  async readViews(): Promise<Result<unknown>> {
    const recalled = await ask('desk.recall', { name: viewsName });
    if (!recalled.ok) return recalled;
    this.views = parseViews(recalled.value.value);
    return ok(null);
  }

  /** Saves a view and returns the desk's answer. */
  saveView(kept: SavedView): Promise<Result<unknown>> {
    const view = { ...kept, used: Date.now() };
    return this.#changeViews((others) => [...others.filter(({ name }) => name !== kept.name), view]);
  }

  /** Notes that a view is shown, at most once a day. */
  async recordUse({ name, used = 0 }: SavedView): Promise<void> {
    if (Math.abs(Date.now() - used) < dayMs) return;
    await this.#changeViews((views) =>
      views.map((view) => (view.name === name ? { ...view, used: Date.now() } : view)),
    );
  }

  deleteView(forgotten: string): Promise<Result<unknown>> {
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
    const kept = await ask('desk.remember', { name: viewsName, value: views });
    if (kept.ok) this.views = views;
    return kept;
  }

  async start(): Promise<void> {
    subscribeChoice('outbox', (kept) => (this.now = read(kept)));
    this.now = read(await loadChoice('outbox'));
  }
}

export const outboxChoices = new OutboxChoices();
