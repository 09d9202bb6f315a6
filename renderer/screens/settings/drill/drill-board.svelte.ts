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
import { throttle } from '../../../state/throttle.ts';
import { ask, type ClientEvent } from '../../../transport/desk.ts';

type Minutes = (typeof drillMinutes)[number];

const minIntervalMs = 500;

/** The drills of this desk: the selection for the next one, the running one, and reports of earlier ones. */
class DrillBoard {
  /** troubles selected for the next drill; by default all */
  troubles = $state.raw<readonly DrillTrouble[]>(drillTroubles);
  minutes = $state<Minutes>(10);
  problem = $state.raw<Problem | null>(null);
  drillList = $state.raw<Output<'drill.list'> | null>(null);
  /** number of label printers set up; null: unknown yet */
  printerCount = $state.raw<number | null>(null);
  report = $state.raw<{ report: DrillReport; at: number } | null>(null);
  #selectedId = $state<string | null>(null);
  readonly #loadThrottled = throttle(() => this.#load(), minIntervalMs);

  readonly running = $derived(this.drillList?.on ?? null);
  /** troubles staged at this moment */
  readonly activeTroubles = $derived.by(() => {
    const { running } = this;
    return running ? running.troubles.filter((trouble) => isTroubleActive(running, trouble, clock.now)) : [];
  });
  readonly canStage = (trouble: DrillTrouble): boolean => trouble !== 'paper' || (this.printerCount ?? 1) > 0;
  /** the selected troubles that can be staged here */
  readonly stageableTroubles = $derived(this.troubles.filter((trouble) => this.canStage(trouble)));
  /** drill whose report is shown; the newest if none is chosen */
  readonly selectedId = $derived(this.#selectedId ?? this.drillList?.drills[0]?.id ?? null);

  selectDrill(id: string): void {
    this.#selectedId = id;
    this.refresh();
  }

  selectTrouble(trouble: DrillTrouble, isStaged: boolean): void {
    this.troubles = drillTroubles.filter((one) => (one === trouble ? isStaged : this.troubles.includes(one)));
  }

  refresh(): void {
    this.#loadThrottled();
  }

  readonly receive = (event: ClientEvent): void => {
    if (['drill', 'entries', 'print', 'labels', 'missed', 'desk'].includes(event.kind)) this.#loadThrottled();
  };

  /** Returns whether the drill began. */
  async beginDrill(): Promise<boolean> {
    const input = { troubles: [...this.stageableTroubles], minutes: this.minutes };
    return this.#showResult(await command('drill.begin', 'drill', input));
  }

  async endDrill(): Promise<boolean> {
    return this.#showResult(await command('drill.end', 'drill', {}));
  }

  #showResult(answer: Result<unknown>): boolean {
    this.problem = answer.ok ? null : answer.problem;
    this.#selectedId = null;
    this.refresh();
    return answer.ok;
  }

  async #load(): Promise<void> {
    const [listAnswer, printersAnswer] = await Promise.all([ask('drill.list', {}), ask('printers.list', {})]);
    if (listAnswer.ok) this.drillList = listAnswer.value;
    if (printersAnswer.ok) this.printerCount = printersAnswer.value.printers.length;
    const { selectedId } = this;
    if (selectedId === null) return void (this.report = null);
    const answer = await ask('drill.report', { id: selectedId });
    if (answer.ok) this.report = { report: answer.value, at: clock.now };
  }
}

export const drillBoard = new DrillBoard();
