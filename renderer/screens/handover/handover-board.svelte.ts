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
import { throttle } from '../../state/throttle.ts';
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
  isBusy = $state(false);
  selection = $state.raw<RowSelection>(noSelection);
  /** result of the last scan */
  lastScan = $state.raw<{ key: string; end: Output<'handover.scan'>['end'] } | null>(null);
  readonly parcelsByRow = $derived(new Map(this.parcels.map((parcel) => [parcel.row, parcel])));
  readonly rows = $derived(this.parcels.map(({ row }) => row));
  #actionCount = 0;
  readonly #loadThrottled = throttle(() => this.#load(), minIntervalMs);

  get id(): string | null {
    return route.segments[0] ?? null;
  }
  refresh(): void {
    this.#loadThrottled();
  }
  readonly receive = (event: ClientEvent): void => {
    if (['handover', 'entries', 'print', 'labels', 'missed', 'desk'].includes(event.kind)) this.#loadThrottled();
  };

  async #load(): Promise<void> {
    const { id, list } = this;
    if (id === null) return this.#loadAll();
    const [handoverAnswer, parcelsAnswer] = await Promise.all([
      ask('handover.get', { handover: id }),
      ask('handover.parcels', { handover: id, list }),
    ]);
    this.problem = handoverAnswer.ok ? null : handoverAnswer.problem;
    if (!handoverAnswer.ok || !parcelsAnswer.ok || this.id !== id) return;
    this.current = handoverAnswer.value;
    if (this.list === list) this.#showParcels(parcelsAnswer.value.parcels);
  }
  #showParcels(parcels: readonly HandoverParcel[]): void {
    this.parcels = parcels;
    const rows = new Set(parcels.map(({ row }) => row));
    const { cursor: previousCursor, selected } = this.selection;
    const stillSelected = new Set([...selected].filter((row) => rows.has(row)));
    const cursor = previousCursor !== null && rows.has(previousCursor) ? previousCursor : (parcels[0]?.row ?? null);
    this.selection = { cursor: cursor, anchor: cursor, selected: stillSelected };
  }
  async #loadAll(): Promise<void> {
    const [listAnswer, carriersAnswer] = await Promise.all([
      ask('handover.list', { limit: pageSize }),
      ask('handover.carriers', {}),
    ]);
    const failed = listAnswer.ok ? carriersAnswer : listAnswer;
    this.problem = failed.ok ? null : failed.problem;
    if (listAnswer.ok) [this.handovers, this.hasMore] = [listAnswer.value.handovers, listAnswer.value.more];
    if (carriersAnswer.ok) this.carriers = carriersAnswer.value.carriers;
  }
  async showMore(): Promise<void> {
    const before = this.handovers.at(-1)?.id;
    if (before === undefined) return;
    const answer = await ask('handover.list', { before, limit: pageSize });
    if (answer.ok) [this.handovers, this.hasMore] = [[...this.handovers, ...answer.value.handovers], answer.value.more];
  }

  /** The selected parcels of the list shown, or the one under the cursor. */
  selectedParcels(): HandoverParcel[] {
    const { cursor, selected } = this.selection;
    const rows = selected.size > 0 ? [...selected] : cursor === null ? [] : [cursor];
    return rows.flatMap((row) => this.parcelsByRow.get(row) ?? []);
  }

  async #runCommand<T>(pendingAnswer: Promise<Result<T>>): Promise<T | null> {
    this.isBusy = true;
    const answer = await pendingAnswer;
    this.isBusy = false;
    this.refresh();
    if (answer.ok) return answer.value;
    toasts.show(() => sayProblem(answer.problem), 'no');
    return null;
  }
  /** Returns another command key for each call, so that a repeated action is not taken for a retry. */
  readonly #uniqueKey = (action: string): string => `${action} ${String(++this.#actionCount)}`;

  async beginHandover(carrier: string): Promise<void> {
    const handover = await this.#runCommand(
      command('handover.begin', this.#uniqueKey(`begin ${carrier}`), { carrier }),
    );
    if (handover) route.go('handover', handover.id);
  }
  async scanCode(code: string, confirmed = false): Promise<void> {
    const { id } = this;
    if (id === null) return;
    const answer = await command('handover.scan', this.#uniqueKey(`${id} ${code}`), { handover: id, code, confirmed });
    this.refresh();
    if (!answer.ok) return announceScan('error', () => `${code}: ${sayProblem(answer.problem)}`);
    const { end, key, which, handover } = answer.value;
    const params = { key: key ?? code };
    const isUndecided = end === 'scan-number' || end === 'which-print';
    [this.current, this.lastScan] = [handover, { ...params, end }];
    announceScan(end === 'taken' ? 'accepted' : isUndecided || end === 'twice' ? 'warning' : 'error', () =>
      t().handover.scanned[end](params),
    );
    if (end !== 'taken' && end !== 'twice' && !isUndecided) this.list = 'surplus';
    if (which && (await isThisPrint(code, params.key, which))) await this.scanCode(code, true);
  }
  async takeAll(): Promise<void> {
    const { id } = this;
    if (id !== null) await this.#runCommand(command('handover.take', this.#uniqueKey(`${id} all`), { handover: id }));
  }
  async applyToSelected(action: 'take' | 'leave' | 'drop' | 'along'): Promise<void> {
    const { id } = this;
    const parcels = this.selectedParcels();
    const applicable = action === 'along' ? parcels.filter(({ why }) => why !== null && canBeIncluded(why)) : parcels;
    const ids = [...new Set(applicable.flatMap((parcel) => parcel.id ?? []))];
    if (id === null || parcels.length === 0) return;
    if (ids.length === 0) return toasts.show(() => t().handover.cannotGo, 'ask');
    await this.#runCommand<unknown>(
      command(`handover.${action}`, this.#uniqueKey(`${id} ${action}`), { handover: id, ids }),
    );
  }
  /** Returns whether the handover was closed. */
  async closeHandover(): Promise<boolean> {
    const { id } = this;
    if (id === null) return false;
    const result = await this.#runCommand(command('handover.close', this.#uniqueKey(id), { handover: id }));
    if (!result) return false;
    const { sortedOut, handover } = result;
    this.current = handover;
    if (sortedOut > 0) {
      this.list = 'surplus';
      toasts.show(() => t().handover.sortedOut({ count: format.number(sortedOut) }), 'no');
    } else toasts.show(() => t().handover.closed({ count: format.number(handover.counts.taken) }), 'done');
    return sortedOut === 0;
  }
  async discardHandover(): Promise<void> {
    const { id } = this;
    if (id === null) return;
    if (await this.#runCommand(command('handover.discard', this.#uniqueKey(id), { handover: id })))
      route.go('handover');
  }
  /** Resets the view for another handover or another list. */
  reset(): void {
    if (this.current?.id !== this.id) [this.current, this.lastScan, this.list] = [null, null, 'missing'];
    [this.parcels, this.selection] = [[], noSelection];
    this.refresh();
  }
}

export const handoverBoard = new HandoverBoard();
