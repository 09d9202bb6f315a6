import { pollPrinter, type PollOptions, type Printer } from './printer.ts';

export interface OutOfPaperHost extends PollOptions {
  isOutOfPaper: () => boolean;
  /** called for the label during which the paper runs out */
  onCut: () => void;
}

/**
 * Simulates a printer without a counter that runs out of paper in the middle of a label: nobody can know whether that
 * label came out, and nothing prints until there is paper. A page sent meanwhile reaches no printer.
 */
export function simulateOutOfPaper(printer: Printer, host: OutOfPaperHost): Printer {
  const { setFault, pollUntil } = pollPrinter(host);
  let hasCutLabel = false;
  const waitForPaper = async (): Promise<boolean> => {
    const hasPaper = await pollUntil(() => {
      setFault(host.isOutOfPaper() ? 'paper-out' : null);
      return Promise.resolve(host.isOutOfPaper() ? null : true);
    });
    return hasPaper === true;
  };
  return {
    ...printer,
    async waitUntilReady() {
      // it reports ready until a label was cut
      if (!host.isOutOfPaper()) hasCutLabel = false;
      if (hasCutLabel && !(await waitForPaper())) return 'paper-out';
      return host.isOutOfPaper() ? null : printer.waitUntilReady();
    },
    async print(page, sheets) {
      if (!host.isOutOfPaper()) return printer.print(page, sheets);
      hasCutLabel = true;
      host.onCut();
      const hasPaper = await waitForPaper();
      if (hasPaper) hasCutLabel = false;
      return hasPaper
        ? { end: 'lost', why: 'printer-stopped' }
        : { end: 'lost', why: 'printer-silent', said: 'paper-out' };
    },
  };
}
