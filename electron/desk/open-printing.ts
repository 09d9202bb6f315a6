import type { PrintJob } from '../../shared/contract/print-procedures.ts';
import { ProblemError, problem } from '../../shared/contract/problem.ts';
import type { ConfiguredPrinter } from '../../shared/printing/configured-printer.ts';
import { labelSizeNames } from '../../shared/printing/label-sizes.ts';
import type { PageForm, PageResult, PageRequest } from '../labels/formats/make-page.ts';
import type { OwnLabelOutput, OwnLabelRequest } from '../labels/own-labels/make-own-label.ts';
import { ownLabelAddresses } from '../labels/own-labels/own-label-text.ts';
import { deskCodeOf } from '../memory/package-ids.ts';
import type { LabelOrder } from '../outbox/read-labels.ts';
import { relayFault } from '../platform/link/failure.ts';
import type { DrillKeeper } from '../practice/drill/drill-keeper.ts';
import { labelSourceOf, printedLine } from '../printing/drawing/make-label-source.ts';
import { ownLabelOf, ownLabelFaultText, type OwnLabelDrawer } from '../printing/drawing/own-label-of-order.ts';
import { printRunner, type DrawnLabel } from '../printing/print-runner.ts';
import {
  openConfiguredPrinter,
  printerTimeouts,
  type OpenPrinterHost,
} from '../printing/printers/open-configured-printer.ts';
import { pageFormOf, printerSetup } from '../printing/printers/printer-setup.ts';
import { simulateOutOfPaper } from '../printing/printers/simulate-out-of-paper.ts';
import type { SystemPrinters } from '../printing/printers/system-printer.ts';
import { provisionalLabels } from '../printing/queue/hand-over-verbs.ts';
import type { LabelRecord } from '../printing/queue/queue-context.ts';
import { printQueueReader } from '../printing/queue/read-queue.ts';
import { factStore } from '../storage/database/facts.ts';
import { knownPrinters } from '../storage/register/known-printers.ts';
import type { DeskContext } from './desk-context.ts';
import { printJobHandlers, type JobsContext } from './handlers/print-handlers.ts';
import { printerHandlers } from './handlers/printer-handlers.ts';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

export interface PrintingHost {
  /** the machine folder, where its printers are stored */
  machine: string;
  timer: { after: OpenPrinterHost['after'] };
  random: () => number;
  /** starts the thread that draws labels for printers; it loads nothing before its first label */
  startLabels: () => {
    makePage: (request: PageRequest, form: PageForm) => Promise<PageResult>;
    close: () => Promise<void>;
  };
  /** the same for own labels of orders */
  startOwnLabels: () => {
    makeForPrinter: (request: OwnLabelRequest, form: PageForm) => Promise<OwnLabelOutput>;
    draw: OwnLabelDrawer['draw'];
    prefetch: (request: OwnLabelRequest) => void;
    close: () => Promise<void>;
  };
  /** printers of the system; null if the host has none */
  systemPrinters: SystemPrinters | null;
  /** simulates a printer out of paper during a drill */
  drill: Pick<DrillKeeper, 'isActive' | 'recordCutLabel'>;
  /** whether the folder is gone, so that printing could not be recorded */
  isGone: () => boolean;
  onFault: (error: unknown) => void;
}

/** Maximum number of next labels whose own labels are fetched in advance. */
const maxPrefetched = 12;
/** Numbers that arrive within this time are handled together (ms). */
const debounceMs = 30;

/** The desk's printing: queue, printers and running jobs. Nothing prints before a person starts it. */
export function openPrinting(context: DeskContext, host: PrintingHost) {
  const { printQueue, reader, settings, emit, now } = context;
  const { after } = host.timer;
  const printerStore = knownPrinters(host.machine);
  const facts = factStore(context.db);
  const queueReader = printQueueReader(context.db);
  const labels = host.startLabels();
  const ownLabels = host.startOwnLabels();
  const entryIdOf = context.db.prepare<[number], string>('SELECT id FROM entry WHERE seq = ?').pluck();

  const provisionalStore = provisionalLabels(context.db);
  /** The order of a label. Without a tracking number, only if the label was requested as a provisional one. */
  const orderOf = (id: string, label: LabelRecord): LabelOrder | null =>
    reader.labels.order(id) ??
    (provisionalStore.isProvisional(label.seq) ? reader.labels.orderWithoutNumber(id) : null);

  /** Draws a label. If that is impossible, returns the fault to record for it. */
  async function draw(
    label: LabelRecord,
    printer: ConfiguredPrinter,
    prefetchAfter: (place: number) => void,
  ): Promise<DrawnLabel> {
    const id = entryIdOf.get(label.entry);
    const order = id === undefined ? null : orderOf(id, label);
    if (!order) return { fault: 'This order has no label any more.' };
    if (order.body === null) return { fault: 'What was captured is damaged on this disk, or was erased.' };
    const isPractice = [null, 'practice'].includes(context.outbox.target.bound());
    const { TrackingNumber: number, provisional, drawnFrom } = order;
    const ownRequest = ownLabelOf(order, settings.get(), { practice: isPractice, copy: label.copy });
    if (ownRequest) {
      if (ownLabelAddresses(ownRequest.texts).length > 0) prefetchAfter(label.place);
      const output = await ownLabels.makeForPrinter(ownRequest, pageFormOf(printer));
      return 'fault' in output
        ? { fault: ownLabelFaultText(output.fault) }
        : { number, provisional, drawnFrom, ...output };
    }
    const operator = queueReader.requesterOf(label.job).operator;
    const printLine = printedLine(deskCodeOf(settings.get(), facts), operator, now());
    const source = { ...labelSourceOf(order, settings.get(), isPractice, printLine), copy: label.copy };
    try {
      const result = await labels.makePage({ label: source }, pageFormOf(printer));
      return 'fault' in result ? result : { number, provisional, drawnFrom, page: result.page };
    } catch (error) {
      // a label that cannot be drawn does not block others
      if (error instanceof ProblemError && error.problem.kind === 'internal') return { fault: error.problem.message };
      throw error;
    }
  }

  /** Called for an own label with a URL: prefetches the labels after it, up to the first one without a URL. */
  function prefetcher(jobId: string): (place: number) => void {
    let lastPlace = 0;
    return (place) => {
      lastPlace = Math.max(lastPlace, place);
      for (const nextLabel of queueReader.labels(
        jobId,
        lastPlace,
        Math.max(0, place + maxPrefetched - lastPlace),
        'waiting',
      )) {
        lastPlace = nextLabel.place;
        const order = reader.labels.order(nextLabel.id);
        const ownRequest = order && ownLabelOf(order, settings.get(), { practice: false, copy: 1 });
        if (!ownRequest || ownLabelAddresses(ownRequest.texts).length === 0) return;
        ownLabels.prefetch(ownRequest);
      }
    };
  }

  const runner = printRunner({
    ...host,
    after,
    queue: { ...printQueue, next: (job) => (host.isGone() ? null : printQueue.next(job)) },
    async open(printerName, jobId, runSignals) {
      const printer = printerStore.get(printerName);
      const openedPrinter = await openConfiguredPrinter(printer, {
        ...runSignals,
        after,
        user: queueReader.job(jobId).operator,
        system: host.systemPrinters,
        lease: printerStore.lease,
        // a folder copied by hand has the same id elsewhere
        desk: [facts.get('folder') ?? randomUUID(), host.machine, hostname()].join(' '),
        onChannelDropped: (reason) => relayFault({ event: 'printer-channel-left', why: reason }),
      });
      const prefetchAfter = prefetcher(jobId);
      let lastDrawn: number | null = null;
      const drillPrinter = simulateOutOfPaper(openedPrinter, {
        ...printerTimeouts,
        ...runSignals,
        after,
        isOutOfPaper: () => host.drill.isActive('paper'),
        onCut: () => void (lastDrawn !== null && host.drill.recordCutLabel(lastDrawn)),
      });
      return {
        printer: drillPrinter,
        draw(label) {
          lastDrawn = label.seq;
          return draw(label, printer, prefetchAfter);
        },
      };
    },
    onStep(entrySeq) {
      emit({ kind: 'print' });
      // a run has ended: numbers may have arrived meanwhile
      if (entrySeq === null) scheduleNumberCheck();
      const id = entrySeq === null ? undefined : entryIdOf.get(entrySeq);
      if (id === undefined) return;
      context.journal.note();
      emit({ kind: 'entries', ids: [id] });
    },
  });

  /** Prints labels whose numbers have arrived, and removes those that will get none from their jobs. */
  function printArrivedNumbers(): void {
    cancelNumberCheck = null;
    if (host.isGone()) return;
    try {
      if (printQueue.removeObsolete()) emit({ kind: 'print' });
      for (const { id, printer, isDue } of printQueue.listFollowing()) {
        if (runner.isUnderWay(id)) continue;
        if (isDue) runner.run(id, printer);
        else printQueue.endRun(id);
      }
    } catch (error) {
      host.onFault(error);
    }
  }
  /** set while a check is scheduled: the service's answers arrive in bursts, and a key press is answered first */
  let cancelNumberCheck: (() => void) | null = null;
  let isClosed = false;
  function scheduleNumberCheck(): void {
    if (!isClosed) cancelNumberCheck ??= after(debounceMs, printArrivedNumbers);
  }

  const setup = printerSetup({
    ...host,
    system: host.systemPrinters,
    known: printerStore,
    after,
    now,
    makePage: labels.makePage,
    isPrinting: runner.isPrintingOn,
  });

  const jobWithStatus = (id: string): PrintJob => {
    const job = queueReader.job(id);
    return { ...job, ...runner.statusOf(id) };
  };
  const jobs: JobsContext = {
    queueReader,
    runner,
    readJob: jobWithStatus,
    checkNumbers: scheduleNumberCheck,
    listJobs: (): PrintJob[] => queueReader.openJobs().map((job) => ({ ...job, ...runner.statusOf(job.id) })),
    printerFor(name) {
      if (name !== undefined) return printerStore.get(name);
      // A label is drawn for the size of its printer, so a printer for another size will do.
      const sizes = [settings.get().labelSize, ...labelSizeNames];
      const chosen = sizes.map((size) => printerStore.chosenFor(size)).find((one) => one !== null);
      if (chosen) return chosen;
      throw problem('printer', 'No label printer is set up on this machine.', {
        reason: 'none-set-up',
        said: '',
      });
    },
  };
  return {
    /** Called when entries have changed: numbers may have arrived. */
    wake: scheduleNumberCheck,
    handlers: { ...printJobHandlers(context, jobs), ...printerHandlers(context, setup) },
    async close(): Promise<void> {
      isClosed = true;
      cancelNumberCheck?.();
      await runner.close();
      await Promise.all([labels.close(), ownLabels.close()]);
    },
  };
}
