import { runJob } from '../../electron/printing/print-runner.ts';
import { openRawPrinter } from '../../electron/printing/printers/raw-printer.ts';
import { openPrintQueue } from '../../electron/printing/queue/open-print-queue.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { printedLabelFor } from '../support/print-jobs.ts';
import { after, freeLease, commentLabel, quickWaits } from '../support/raw-labels.ts';

// The printing part of a desk as a separate program, to be killed: FOLDER JOB PORT [REPRINTS [PATIENCE [CHANNEL ID]]].
// It starts as a desk does.
const [folder = '', job = '', port = '', told = 'reprints', patience = '6000', beside = '0', id = ''] =
  process.argv.slice(2);
const reprints = told === 'reprints';
const db = openDesk(folder);
const queue = openPrintQueue(db, { now: Date.now, newId: () => crypto.randomUUID() });
const destination = { host: '127.0.0.1', port: Number(port) };
const patienceMs = Number(patience);
const channel = beside === '0' ? null : { port: Number(beside), id };
const host = {
  lease: freeLease,
  desk: folder,
  patienceMs,
  destination,
  channel,
  reprints,
  after,
  onFault: () => undefined,
};
const printer = openRawPrinter({ ...quickWaits, ...host });
await runJob(job, printer, {
  name: 'Zebra',
  queue,
  draw: ({ entry }) => {
    const paper = printedLabelFor(db, entry);
    return Promise.resolve({ ...paper, page: commentLabel(paper.number, reprints) });
  },
  onStep: () => undefined,
});
await printer.close();
db.close();
