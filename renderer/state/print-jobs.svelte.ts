import type { JobLabel, PrintJob } from '../../shared/contract/print-procedures.ts';
import type { Printers } from '../../shared/contract/printer-procedures.ts';
import { ask, type ClientEvent } from '../transport/desk.ts';
import { desk } from './desk-watch.svelte.ts';
import { soon } from './soon.ts';

/** What the desk prints now, and on what. It outlives screens. */
class PrintJobs {
  jobs = $state.raw<readonly PrintJob[]>([]);
  /** jobs whose labels are scanned as they are stuck on, the newest first */
  scanned = $state.raw<readonly PrintJob[]>([]);
  printers = $state.raw<Printers | null>(null);
  /** of the job that asks, the label that was sent last; null: nothing is asked */
  asked = $state.raw<{ job: PrintJob; last: JobLabel } | null>(null);
  /** of the current job, the first labels that were refused: the keys of their orders */
  refused = $state.raw<readonly string[]>([]);
  /** looks that were begun, and the latest of them that is shown */
  #asked = 0;
  #shown = 0;
  readonly #askSoon = soon(() => this.refresh(), 120);

  /** The printer that labels go to without anybody choosing one; null: none is set up. */
  get printer(): string | null {
    const usual = desk.settings?.labelSize ?? '100x150';
    return this.printers?.chosen[usual] ?? this.printers?.printers[0]?.name ?? null;
  }
  /** Dots to the inch of that printer, as its labels are laid out. */
  get dpi(): number | null {
    const found = this.printers?.printers.find(({ name }) => name === this.printer);
    return found ? (found.raster?.dpi ?? found.dpi) : null;
  }
  /** the one that needs a person first, else the first */
  get current(): PrintJob | null {
    return this.jobs.find(needsPerson) ?? this.jobs[0] ?? null;
  }

  start(): () => void {
    void this.refresh();
    return desk.subscribe(this.#receive);
  }

  readonly #receive = (event: ClientEvent): void => {
    if (event.kind === 'print' || event.kind === 'missed' || event.kind === 'desk') this.#askSoon();
  };

  /** What is asked for later tells later things: an answer that comes behind one of a later look is let go. */
  async refresh(): Promise<void> {
    const asked = ++this.#asked;
    const isOld = (): boolean => asked < this.#shown;
    const [jobs, printers] = [await ask('print.jobs', {}), await ask('printers.list', {})];
    if (isOld()) return;
    this.#shown = asked;
    if (printers.ok) this.printers = printers.value;
    if (!jobs.ok) return;
    this.jobs = jobs.value.jobs.filter(isUnderWay);
    this.scanned = jobs.value.jobs.filter(({ scans }) => scans?.open === true).toReversed();
    const asking = this.jobs.find(asks);
    const found = asking && (await ask('print.job', { job: asking.id, state: 'unconfirmed', limit: 1, last: true }));
    const { current } = this;
    const refused =
      current && current.labels.failed > 0
        ? await ask('print.job', { job: current.id, state: 'failed', limit: 3 })
        : null;
    if (isOld()) return;
    this.refused = refused?.ok ? refused.value.labels.map(({ key }) => key) : [];
    const last = found?.ok ? found.value.labels[0] : undefined;
    this.asked = asking && last ? { job: asking, last } : null;
  }
}

/** Something of it is not known, and nobody prints it any more. */
export const asks = ({ labels, prints, state }: PrintJob): boolean =>
  labels.unconfirmed > 0 && !prints && state !== 'printing';
/** It is not over, or something is asked of it; else its labels are only scanned. */
const isUnderWay = ({ state, labels }: PrintJob): boolean =>
  state === 'held' || state === 'printing' || labels.unconfirmed > 0 || labels['handed-over'] > 0;
export const needsPerson = (job: PrintJob): boolean =>
  asks(job) || job.fault !== null || job.problem !== null || job.state === 'held';

export const printJobs = new PrintJobs();
