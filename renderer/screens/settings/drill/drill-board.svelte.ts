import type { Output } from '../../../../shared/contract/desk-contract.ts';
import type { DrillReport } from '../../../../shared/contract/drill-procedures.ts';
import type { Problem, Result } from '../../../../shared/contract/problem.ts';
import {
  drillTroubles,
  isTroubleActive,
  type drillMinutes,
  type DrillTrouble,
} from '../../../../shared/drill/drill.ts';
import { clock } from '../../../state/clock.svelte.ts';
import { command } from '../../../state/commands.ts';
import { throttled } from '../../../state/throttled.ts';
import { ask, type ClientEvent } from '../../../transport/desk.ts';

type Minutes = (typeof drillMinutes)[number];

const minIntervalMs = 500;

/** The drills of this desk: the selection for the next one, the running one, and reports of earlier ones. */
class DrillBoard {
  /** all by default */
  troubles = $state.raw<readonly DrillTrouble[]>(drillTroubles);
  minutes = $state<Minutes>(10);
  problem = $state.raw<Problem | null>(null);
  drillList = $state.raw<Output<'drill.list'> | null>(null);
  /** number of label printers set up; null: unknown yet */
  printers = $state.raw<number | null>(null);
  report = $state.raw<{ report: DrillReport; at: number } | null>(null);
  #chosen = $state<string | null>(null);
  readonly #loadThrottled = throttled(() => this.#load(), minIntervalMs);

  readonly running = $derived(this.drillList?.on ?? null);
  /** troubles staged at this moment */
  readonly activeTroubles = $derived.by(() => {
    const { running } = this;
    return running ? running.troubles.filter((trouble) => isTroubleActive(running, trouble, clock.now)) : [];
  });
  readonly canStage = (trouble: DrillTrouble): boolean => trouble !== 'paper' || (this.printers ?? 1) > 0;
  /** the selected troubles that can be staged here */
  readonly stageableTroubles = $derived(this.troubles.filter((trouble) => this.canStage(trouble)));
  /** drill whose report is shown; the newest if none is chosen */
  readonly chosen = $derived(this.#chosen ?? this.drillList?.drills[0]?.id ?? null);

  choose(id: string): void {
    this.#chosen = id;
    this.refresh();
  }

  selectTrouble(trouble: DrillTrouble, isStaged: boolean): void {
    this.troubles = drillTroubles.filter((one) => (one === trouble ? isStaged : this.troubles.includes(one)));
  }

  refresh(): void {
    this.#loadThrottled();
  }

  readonly receive = (told: ClientEvent): void => {
    if (['drill', 'entries', 'print', 'labels', 'missed', 'desk'].includes(told.kind)) this.#loadThrottled();
  };

  /** Returns whether it began. */
  async begin(): Promise<boolean> {
    const asked = { troubles: [...this.stageableTroubles], minutes: this.minutes };
    return this.#accept(await command('drill.begin', 'drill', asked));
  }

  async end(): Promise<boolean> {
    return this.#accept(await command('drill.end', 'drill', {}));
  }

  #accept(answer: Result<unknown>): boolean {
    this.problem = answer.ok ? null : answer.problem;
    this.#chosen = null;
    this.refresh();
    return answer.ok;
  }

  async #load(): Promise<void> {
    const [listed, printers] = await Promise.all([ask('drill.list', {}), ask('printers.list', {})]);
    if (listed.ok) this.drillList = listed.value;
    if (printers.ok) this.printers = printers.value.printers.length;
    const { chosen } = this;
    if (chosen === null) return void (this.report = null);
    const report = await ask('drill.report', { id: chosen });
    if (report.ok) this.report = { report: report.value, at: clock.now };
  }
}

export const drillBoard = new DrillBoard();
