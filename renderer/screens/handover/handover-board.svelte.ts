import type { Output } from '../../../shared/contract/desk-contract.ts';
import type { CarrierDue } from '../../../shared/contract/handover-procedures.ts';
import type { Problem, Result } from '../../../shared/contract/problem.ts';
import {
  canBeIncluded,
  type Handover,
  type HandoverList,
  type HandoverParcel,
} from '../../../shared/handover/handover.ts';
import { announceScan } from '../../state/announce-scan.ts';
import { command } from '../../state/commands.ts';
import { route } from '../../state/route.svelte.ts';
import { isThisPrint } from '../../state/scan-question.svelte.ts';
import { throttled } from '../../state/throttled.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { format } from '../../texts/format.svelte.ts';
import { sayProblem, t } from '../../texts/say.svelte.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';
import { noSelection, type RowSelection } from '../../ui/row-selection.ts';

const minIntervalMs = 250;
const pageSize = 30;

/** The open and earlier handovers; `#/handover/ID` shows one of them. */
class HandoverBoard {
  list = $state<HandoverList>('missing');
  current = $state.raw<Handover | null>(null);
  parcels = $state.raw<readonly HandoverParcel[]>([]);
  handovers = $state.raw<readonly Handover[]>([]);
  hasMore = $state(false);
  carriers = $state.raw<readonly CarrierDue[] | null>(null);
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  choosing = $state.raw<RowSelection>(noSelection);
  /** result of the last scan */
  lastScan = $state.raw<{ key: string; end: Output<'handover.scan'>['end'] } | null>(null);
  readonly byRow = $derived(new Map(this.parcels.map((parcel) => [parcel.row, parcel])));
  readonly rows = $derived(this.parcels.map(({ row }) => row));
  #actionCount = 0;
  readonly #refreshSoon = throttled(() => this.#load(), minIntervalMs);

  get id(): string | null {
    return route.rest[0] ?? null;
  }
  refresh(): void {
    this.#refreshSoon();
  }
  readonly receive = (told: ClientEvent): void => {
    if (['handover', 'entries', 'print', 'labels', 'missed', 'desk'].includes(told.kind)) this.#refreshSoon();
  };

  async #load(): Promise<void> {
    const { id, list } = this;
    if (id === null) return this.#loadAll();
    const [now, parcels] = await Promise.all([
      ask('handover.get', { handover: id }),
      ask('handover.parcels', { handover: id, list }),
    ]);
    this.problem = now.ok ? null : now.problem;
    if (!now.ok || !parcels.ok || this.id !== id) return;
    this.current = now.value;
    if (this.list === list) this.#show(parcels.value.parcels);
  }
  #show(parcels: readonly HandoverParcel[]): void {
    this.parcels = parcels;
    const rows = new Set(parcels.map(({ row }) => row));
    const { cursor: at, selected } = this.choosing;
    const still = new Set([...selected].filter((row) => rows.has(row)));
    const cursor = at !== null && rows.has(at) ? at : (parcels[0]?.row ?? null);
    this.choosing = { cursor: cursor, anchor: cursor, selected: still };
  }
  async #loadAll(): Promise<void> {
    const [list, carriers] = await Promise.all([
      ask('handover.list', { limit: pageSize }),
      ask('handover.carriers', {}),
    ]);
    const failed = list.ok ? carriers : list;
    this.problem = failed.ok ? null : failed.problem;
    if (list.ok) [this.handovers, this.hasMore] = [list.value.handovers, list.value.more];
    if (carriers.ok) this.carriers = carriers.value.carriers;
  }
  async showMore(): Promise<void> {
    const before = this.handovers.at(-1)?.id;
    if (before === undefined) return;
    const older = await ask('handover.list', { before, limit: pageSize });
    if (older.ok) [this.handovers, this.hasMore] = [[...this.handovers, ...older.value.handovers], older.value.more];
  }

  /** the chosen parcels of the list shown, or the one under the cursor */
  chosen(): HandoverParcel[] {
    const { cursor, selected } = this.choosing;
    const rows = selected.size > 0 ? [...selected] : cursor === null ? [] : [cursor];
    return rows.flatMap((row) => this.byRow.get(row) ?? []);
  }

  async #run<T>(act: Promise<Result<T>>): Promise<T | null> {
    this.busy = true;
    const done = await act;
    this.busy = false;
    this.refresh();
    if (done.ok) return done.value;
    toasts.show(() => sayProblem(done.problem), 'no');
    return null;
  }
  /** a distinct command key each time, so that a repeated action is not taken for a retry */
  readonly #uniqueKey = (act: string): string => `${act} ${String(++this.#actionCount)}`;

  async begin(carrier: string): Promise<void> {
    const begun = await this.#run(command('handover.begin', this.#uniqueKey(`begin ${carrier}`), { carrier }));
    if (begun) route.go('handover', begun.id);
  }
  async scan(code: string, confirmed = false): Promise<void> {
    const { id } = this;
    if (id === null) return;
    const scan = await command('handover.scan', this.#uniqueKey(`${id} ${code}`), { handover: id, code, confirmed });
    this.refresh();
    if (!scan.ok) return announceScan('error', () => `${code}: ${sayProblem(scan.problem)}`);
    const { end, key, which, handover } = scan.value;
    const said = { key: key ?? code };
    const isOpen = end === 'scan-number' || end === 'which-print';
    [this.current, this.lastScan] = [handover, { ...said, end }];
    announceScan(end === 'taken' ? 'accepted' : isOpen || end === 'twice' ? 'warning' : 'error', () =>
      t().handover.scanned[end](said),
    );
    if (end !== 'taken' && end !== 'twice' && !isOpen) this.list = 'surplus';
    if (which && (await isThisPrint(code, said.key, which))) await this.scan(code, true);
  }
  async takeAll(): Promise<void> {
    const { id } = this;
    if (id !== null) await this.#run(command('handover.take', this.#uniqueKey(`${id} all`), { handover: id }));
  }
  async applyToChosen(act: 'take' | 'leave' | 'drop' | 'along'): Promise<void> {
    const { id } = this;
    const chosen = this.chosen();
    const applicable = act === 'along' ? chosen.filter(({ why }) => why !== null && canBeIncluded(why)) : chosen;
    const ids = [...new Set(applicable.flatMap((parcel) => parcel.id ?? []))];
    if (id === null || chosen.length === 0) return;
    if (ids.length === 0) return toasts.show(() => t().handover.cannotGo, 'ask');
    await this.#run<unknown>(command(`handover.${act}`, this.#uniqueKey(`${id} ${act}`), { handover: id, ids }));
  }
  /** Returns whether the handover was closed. */
  async close(): Promise<boolean> {
    const { id } = this;
    if (id === null) return false;
    const closed = await this.#run(command('handover.close', this.#uniqueKey(id), { handover: id }));
    if (!closed) return false;
    const { sortedOut, handover } = closed;
    this.current = handover;
    if (sortedOut > 0) {
      this.list = 'surplus';
      toasts.show(() => t().handover.sortedOut({ count: format.number(sortedOut) }), 'no');
    } else toasts.show(() => t().handover.closed({ count: format.number(handover.counts.taken) }), 'done');
    return sortedOut === 0;
  }
  async discard(): Promise<void> {
    const { id } = this;
    if (id === null) return;
    if (await this.#run(command('handover.discard', this.#uniqueKey(id), { handover: id }))) route.go('handover');
  }
  /** Resets the view for another handover or another list. */
  reset(): void {
    if (this.current?.id !== this.id) [this.current, this.lastScan, this.list] = [null, null, 'missing'];
    [this.parcels, this.choosing] = [[], noSelection];
    this.refresh();
  }
}

export const handoverBoard = new HandoverBoard();
