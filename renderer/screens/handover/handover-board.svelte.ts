import type { CarrierDue } from '../../../shared/contract/handover-procedures.ts';
import type { Output } from '../../../shared/contract/desk-contract.ts';
import type { Problem, Result } from '../../../shared/contract/problem.ts';
import {
  mayGoAlong,
  type Handover,
  type HandoverList,
  type HandoverParcel,
} from '../../../shared/handover/handover.ts';
import { announceScan } from '../../scan/announce-scan.ts';
import { isThisPrint } from '../../scan/is-this-print.ts';
import { command } from '../../state/commands.ts';
import { route } from '../../state/route.svelte.ts';
import { soon } from '../../state/soon.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { format } from '../../texts/format.svelte.ts';
import { sayProblem, t } from '../../texts/say.svelte.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';
import { nothingChosen, type Choosing } from '../../ui/choosing.ts';

const restMs = 250;
const atOnce = 30;

/** The open and earlier handovers; `#/handover/ID` shows one of them. */
class HandoverBoard {
  list = $state<HandoverList>('missing');
  now = $state.raw<Handover | null>(null);
  parcels = $state.raw<readonly HandoverParcel[]>([]);
  known = $state.raw<readonly Handover[]>([]);
  more = $state(false);
  carriers = $state.raw<readonly CarrierDue[] | null>(null);
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  choosing = $state.raw<Choosing>(nothingChosen);
  /** result of the last scan */
  last = $state.raw<{ key: string; end: Output<'handover.scan'>['end'] } | null>(null);
  readonly byRow = $derived(new Map(this.parcels.map((parcel) => [parcel.row, parcel])));
  readonly rows = $derived(this.parcels.map(({ row }) => row));
  #acts = 0;
  readonly #refreshSoon = soon(() => this.#load(), restMs);

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
    this.now = now.value;
    if (this.list === list) this.#show(parcels.value.parcels);
  }
  #show(parcels: readonly HandoverParcel[]): void {
    this.parcels = parcels;
    const rows = new Set(parcels.map(({ row }) => row));
    const { at, chosen } = this.choosing;
    const still = new Set([...chosen].filter((row) => rows.has(row)));
    const cursor = at !== null && rows.has(at) ? at : (parcels[0]?.row ?? null);
    this.choosing = { at: cursor, from: cursor, chosen: still };
  }
  async #loadAll(): Promise<void> {
    const [list, carriers] = await Promise.all([ask('handover.list', { limit: atOnce }), ask('handover.carriers', {})]);
    const failed = list.ok ? carriers : list;
    this.problem = failed.ok ? null : failed.problem;
    if (list.ok) [this.known, this.more] = [list.value.handovers, list.value.more];
    if (carriers.ok) this.carriers = carriers.value.carriers;
  }
  async showMore(): Promise<void> {
    const before = this.known.at(-1)?.id;
    if (before === undefined) return;
    const older = await ask('handover.list', { before, limit: atOnce });
    if (older.ok) [this.known, this.more] = [[...this.known, ...older.value.handovers], older.value.more];
  }

  /** the chosen parcels of the list shown, or the one under the cursor */
  chosen(): HandoverParcel[] {
    const { at, chosen } = this.choosing;
    const rows = chosen.size > 0 ? [...chosen] : at === null ? [] : [at];
    return rows.flatMap((row) => this.byRow.get(row) ?? []);
  }

  async #act<T>(act: Promise<Result<T>>): Promise<T | null> {
    this.busy = true;
    const done = await act;
    this.busy = false;
    this.refresh();
    if (done.ok) return done.value;
    toasts.say(() => sayProblem(done.problem), 'no');
    return null;
  }
  /** a distinct command key each time, so that a repeated action is not taken for a retry */
  readonly #next = (act: string): string => `${act} ${String(++this.#acts)}`;

  async begin(carrier: string): Promise<void> {
    const begun = await this.#act(command('handover.begin', this.#next(`begin ${carrier}`), { carrier }));
    if (begun) route.go('handover', begun.id);
  }
  async scan(code: string, confirmed = false): Promise<void> {
    const { id } = this;
    if (id === null) return;
    const scan = await command('handover.scan', this.#next(`${id} ${code}`), { handover: id, code, confirmed });
    this.refresh();
    if (!scan.ok) return announceScan('error', () => `${code}: ${sayProblem(scan.problem)}`);
    const { end, key, which, handover } = scan.value;
    const said = { key: key ?? code };
    const isOpen = end === 'scan-number' || end === 'which-print';
    [this.now, this.last] = [handover, { ...said, end }];
    announceScan(end === 'taken' ? 'accepted' : isOpen || end === 'twice' ? 'warning' : 'error', () =>
      t().handover.scanned[end](said),
    );
    if (end !== 'taken' && end !== 'twice' && !isOpen) this.list = 'surplus';
    if (which && (await isThisPrint(code, said.key, which))) await this.scan(code, true);
  }
  async takeAll(): Promise<void> {
    const { id } = this;
    if (id !== null) await this.#act(command('handover.take', this.#next(`${id} all`), { handover: id }));
  }
  async move(act: 'take' | 'leave' | 'drop' | 'along'): Promise<void> {
    const { id } = this;
    const chosen = this.chosen();
    const may = act === 'along' ? chosen.filter(({ why }) => why !== null && mayGoAlong(why)) : chosen;
    const ids = [...new Set(may.flatMap((parcel) => parcel.id ?? []))];
    if (id === null || chosen.length === 0) return;
    if (ids.length === 0) return toasts.say(() => t().handover.cannotGo, 'ask');
    await this.#act<unknown>(command(`handover.${act}`, this.#next(`${id} ${act}`), { handover: id, ids }));
  }
  /** Returns whether the handover was closed. */
  async close(): Promise<boolean> {
    const { id } = this;
    if (id === null) return false;
    const closed = await this.#act(command('handover.close', this.#next(id), { handover: id }));
    if (!closed) return false;
    const { sortedOut, handover } = closed;
    this.now = handover;
    if (sortedOut > 0) {
      this.list = 'surplus';
      toasts.say(() => t().handover.sortedOut({ count: format.number(sortedOut) }), 'no');
    } else toasts.say(() => t().handover.closed({ count: format.number(handover.counts.taken) }), 'done');
    return sortedOut === 0;
  }
  async discard(): Promise<void> {
    const { id } = this;
    if (id === null) return;
    if (await this.#act(command('handover.discard', this.#next(id), { handover: id }))) route.go('handover');
  }
  /** Resets the view for another handover or another list. */
  turn(): void {
    if (this.now?.id !== this.id) [this.now, this.last, this.list] = [null, null, 'missing'];
    [this.parcels, this.choosing] = [[], nothingChosen];
    this.refresh();
  }
}

export const handoverBoard = new HandoverBoard();
