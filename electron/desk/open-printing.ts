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
import { labelSourceOf, printedLine } from '../printing/drawing/label-source-of.ts';
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
  startLabels: () => { make: (wanted: PageRequest, form: PageForm) => Promise<PageResult>; close: () => Promise<void> };
  /** the same for own labels of orders */
  startOwnLabels: () => {
    make: (wanted: OwnLabelRequest, form: PageForm) => Promise<OwnLabelOutput>;
    draw: OwnLabelDrawer['draw'];
    ahead: (wanted: OwnLabelRequest) => void;
    close: () => Promise<void>;
  };
  /** printers of the system; null if the host has none */
  systemPrinters: SystemPrinters | null;
  /** simulates a printer out of paper during a drill */
  drill: Pick<DrillKeeper, 'isOn' | 'noteLabel'>;
  /** whether the folder is gone, so that printing could not be recorded */
  isGone: () => boolean;
  onFault: (error: unknown) => void;
}

/** Labels looked at ahead, so that their own labels can be fetched meanwhile. */
const lookAhead = 12;
/** Numbers that arrive within this time are handled together (ms). */
const debounceMs = 30;

/** The desk's printing: queue, printers and running jobs. Nothing prints before a person starts it. */
export function openPrinting(context: DeskContext, host: PrintingHost) {
  const { printQueue, reader, settings, emit, now } = context;
  const { after } = host.timer;
  const printerStore = knownPrinters(host.machine);
  const facts = factStore(context.db);
  const read = printQueueReader(context.db);
  const labels = host.startLabels();
  const ownLabels = host.startOwnLabels();
  const idOf = context.db.prepare<[number], string>('SELECT id FROM entry WHERE seq = ?').pluck();

  const provisional = provisionalLabels(context.db);
  /** An order without a number only if its label was requested as a provisional one. */
  const orderOf = (id: string, label: LabelRecord): LabelOrder | null =>
    reader.labels.order(id) ?? (provisional.isProvisional(label.seq) ? reader.labels.orderWithoutNumber(id) : null);

  /** Draws a label; returns the fault recorded for it if that is impossible. */
  async function draw(
    label: LabelRecord,
    printer: ConfiguredPrinter,
    ahead: (place: number) => void,
  ): Promise<DrawnLabel> {
    const id = idOf.get(label.entry);
    const order = id === undefined ? null : orderOf(id, label);
    if (!order) return { fault: 'This order has no label any more.' };
    if (order.body === null) return { fault: 'What was captured is damaged on this disk, or was erased.' };
    const practice = [null, 'practice'].includes(context.outbox.target.bound());
    const { TrackingNumber: number, provisional, drawnFrom } = order;
    const own = ownLabelOf(order, settings.get(), { practice, copy: label.copy });
    if (own) {
      if (ownLabelAddresses(own.texts).length > 0) ahead(label.place);
      const made = await ownLabels.make(own, pageFormOf(printer));
      return 'fault' in made ? { fault: ownLabelFaultText(made.fault) } : { number, provisional, drawnFrom, ...made };
    }
    const who = read.jobOf(label.job).operator;
    const printed = printedLine(deskCodeOf(settings.get(), facts), who, now());
    const source = { ...labelSourceOf(order, settings.get(), practice, printed), copy: label.copy };
    try {
      const made = await labels.make({ label: source }, pageFormOf(printer));
      return 'fault' in made ? made : { number, provisional, drawnFrom, page: made.page };
    } catch (error) {
      // a label that cannot be drawn does not block others
      if (error instanceof ProblemError && error.problem.kind === 'internal') return { fault: error.problem.message };
      throw error;
    }
  }

  /** After an own label with a URL, prefetches those of the next labels, as long as they have URLs too. */
  function prefetcher(job: string): (place: number) => void {
    let seen = 0;
    return (place) => {
      seen = Math.max(seen, place);
      for (const next of read.labels(job, seen, Math.max(0, place + lookAhead - seen), 'waiting')) {
        seen = next.place;
        const order = reader.labels.order(next.id);
        const own = order && ownLabelOf(order, settings.get(), { practice: false, copy: 1 });
        if (!own || ownLabelAddresses(own.texts).length === 0) return;
        ownLabels.ahead(own);
      }
    };
  }

  const runner = printRunner({
    ...host,
    after,
    queue: { ...printQueue, next: (job) => (host.isGone() ? null : printQueue.next(job)) },
    async open(name, job, live) {
      const printer = printerStore.get(name);
      const opened = await openConfiguredPrinter(printer, {
        ...live,
        after,
        user: read.job(job).operator,
        system: host.systemPrinters,
        lease: printerStore.lease,
        // a folder copied by hand has the same id elsewhere
        desk: [facts.get('folder') ?? randomUUID(), host.machine, hostname()].join(' '),
        onChannelDropped: (why) => relayFault({ event: 'printer-channel-left', why }),
      });
      const ahead = prefetcher(job);
      let drawn: number | null = null;
      const drilled = simulateOutOfPaper(opened, {
        ...printerTimeouts,
        ...live,
        after,
        isOut: () => host.drill.isOn('paper'),
        onCut: () => void (drawn !== null && host.drill.noteLabel(drawn)),
      });
      return {
        printer: drilled,
        draw(label) {
          drawn = label.seq;
          return draw(label, printer, ahead);
        },
      };
    },
    onStep(entry) {
      emit({ kind: 'print' });
      // a run has ended: numbers may have arrived meanwhile
      if (entry === null) scheduleLook();
      const id = entry === null ? undefined : idOf.get(entry);
      if (id === undefined) return;
      context.journal.note();
      emit({ kind: 'entries', ids: [id] });
    },
  });

  /** Prints labels whose numbers have arrived, and removes those that will get none from their jobs. */
  function printArrivedNumbers(): void {
    cancelLook = null;
    if (host.isGone()) return;
    try {
      if (printQueue.sortOut()) emit({ kind: 'print' });
      for (const { id, printer, isDue } of printQueue.following()) {
        if (runner.isUnderWay(id)) continue;
        if (isDue) runner.run(id, printer);
        else printQueue.endRun(id);
      }
    } catch (error) {
      host.onFault(error);
    }
  }
  /** Set while a look is scheduled: the service's answers arrive in bursts, and a key press is answered first. */
  let cancelLook: (() => void) | null = null;
  let isClosed = false;
  function scheduleLook(): void {
    if (!isClosed) cancelLook ??= after(debounceMs, printArrivedNumbers);
  }

  const setup = printerSetup({
    ...host,
    system: host.systemPrinters,
    known: printerStore,
    after,
    now,
    make: labels.make,
    isPrinting: runner.printing,
  });

  const jobOf = (id: string): PrintJob => {
    const job = read.job(id);
    return { ...job, ...runner.statusOf(id) };
  };
  const jobs: JobsContext = {
    read,
    runner,
    readJob: jobOf,
    checkNumbers: scheduleLook,
    jobs: (): PrintJob[] => read.open().map((job) => ({ ...job, ...runner.statusOf(job.id) })),
    printerFor(name) {
      if (name !== undefined) return printerStore.get(name);
      // labels are drawn for their printer: any size is better than none
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
    wake: scheduleLook,
    handlers: { ...printJobHandlers(context, jobs), ...printerHandlers(context, setup) },
    async close(): Promise<void> {
      isClosed = true;
      cancelLook?.();
      await runner.close();
      await Promise.all([labels.close(), ownLabels.close()]);
    },
  };
}
