import { pollPrinter, type PollOptions, type Printer } from './printer.ts';

export interface OutOfPaperHost extends PollOptions {
  isOut: () => boolean;
  /** called for the label during which the paper runs out */
  onCut: () => void;
}

/**
 * A printer that behaves like one without a counter that runs out of paper in the middle of a label: that label is
 * started, and nobody can know whether it came out; nothing prints until there is paper. A page sent meanwhile reaches
 * no printer.
 */
export function simulateOutOfPaper(printer: Printer, host: OutOfPaperHost): Printer {
  const { setFault, pollUntil } = pollPrinter(host);
  let isCut = false;
  const waitForPaper = async (): Promise<boolean> => {
    const hasPaper = await pollUntil(() => {
      setFault(host.isOut() ? 'paper-out' : null);
      return Promise.resolve(host.isOut() ? null : true);
    });
    return hasPaper === true;
  };
  return {
    ...printer,
    async ready() {
      // it reports ready as long as no label was started
      if (!host.isOut()) isCut = false;
      if (isCut && !(await waitForPaper())) return 'paper-out';
      return host.isOut() ? null : printer.ready();
    },
    async print(page, sheets) {
      if (!host.isOut()) return printer.print(page, sheets);
      isCut = true;
      host.onCut();
      const hasPaper = await waitForPaper();
      if (hasPaper) isCut = false;
      return hasPaper
        ? { end: 'lost', why: 'printer-stopped' }
        : { end: 'lost', why: 'printer-silent', said: 'paper-out' };
    },
  };
}
