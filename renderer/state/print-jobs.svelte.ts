import type { JobLabel, PrintJob } from '../../shared/contract/print-procedures.ts';
import type { PrinterList } from '../../shared/contract/printer-procedures.ts';
import { ask, type ClientEvent } from '../transport/desk.ts';
import { desk } from './desk-watch.svelte.ts';
import { throttle } from './throttle.ts';

/** Current print jobs and printers; outlives the screens. */
class PrintJobs {
  jobs = $state.raw<readonly PrintJob[]>([]);
  /** Jobs with scan confirmation in progress, newest first. */
  jobsWithScans = $state.raw<readonly PrintJob[]>([]);
  printers = $state.raw<PrinterList | null>(null);
  /** The last label sent of the job with a pending question; null if there is none. */
  pendingQuestion = $state.raw<{ job: PrintJob; last: JobLabel } | null>(null);
  /** Order keys of the first refused labels of the current job. */
  refusedKeys = $state.raw<readonly string[]>([]);
  /** Number of the last request, and of the latest one whose answer is shown. */
  #requestNumber = 0;
  #shownRequest = 0;
  readonly #refreshSoon = throttle(() => this.refresh(), 120);

  /** Name of the default printer for labels; null if none is set up. */
  get printer(): string | null {
    const defaultSize = desk.settings?.labelSize ?? '100x150';
    return this.printers?.chosen[defaultSize] ?? this.printers?.printers[0]?.name ?? null;
  }
  /** Resolution of that printer in dpi, as used for the layout of labels. */
  get dpi(): number | null {
    const printer = this.printers?.printers.find(({ name }) => name === this.printer);
    return printer ? (printer.raster?.dpi ?? printer.dpi) : null;
  }
  /** The first job that needs a person, else the first. */
  get current(): PrintJob | null {
    return this.jobs.find(needsPerson) ?? this.jobs[0] ?? null;
  }

  start(): () => void {
    void this.refresh();
    return desk.subscribe(this.#handleEvent);
  }

  readonly #handleEvent = (event: ClientEvent): void => {
    if (event.kind === 'print' || event.kind === 'missed' || event.kind === 'desk') this.#refreshSoon();
  };

  /** Loads jobs and printers; drops answers that arrive after those of a later request. */
  async refresh(): Promise<void> {
    const requestNumber = ++this.#requestNumber;
    const isOutdated = (): boolean => requestNumber < this.#shownRequest;
    const [jobs, printers] = [await ask('print.jobs', {}), await ask('printers.list', {})];
    if (isOutdated()) return;
    this.#shownRequest = requestNumber;
    if (printers.ok) this.printers = printers.value;
    if (!jobs.ok) return;
    this.jobs = jobs.value.jobs.filter(isUnfinished);
    this.jobsWithScans = jobs.value.jobs.filter(({ scans }) => scans?.open === true).toReversed();
    const jobWithQuestion = this.jobs.find(hasPendingQuestion);
    const lastAnswer =
      jobWithQuestion &&
      (await ask('print.job', { job: jobWithQuestion.id, state: 'unconfirmed', limit: 1, last: true }));
    const { current } = this;
    const refusedAnswer =
      current && current.labels.failed > 0
        ? await ask('print.job', { job: current.id, state: 'failed', limit: 3 })
        : null;
    if (isOutdated()) return;
    this.refusedKeys = refusedAnswer?.ok ? refusedAnswer.value.labels.map(({ key }) => key) : [];
    const lastLabel = lastAnswer?.ok ? lastAnswer.value.labels[0] : undefined;
    this.pendingQuestion = jobWithQuestion && lastLabel ? { job: jobWithQuestion, last: lastLabel } : null;
  }
}

/** Whether a job has unconfirmed labels and no longer prints. */
export const hasPendingQuestion = ({ labels, prints, state }: PrintJob): boolean =>
  labels.unconfirmed > 0 && !prints && state !== 'printing';
/** Whether a job is unfinished or has a pending question; otherwise its labels are only being scanned. */
const isUnfinished = ({ state, labels }: PrintJob): boolean =>
  state === 'held' || state === 'printing' || labels.unconfirmed > 0 || labels['handed-over'] > 0;
export const needsPerson = (job: PrintJob): boolean =>
  hasPendingQuestion(job) || job.fault !== null || job.problem !== null || job.state === 'held';

export const printJobs = new PrintJobs();
