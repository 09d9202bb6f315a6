import { printerPoll, type PollOptions } from './poll-printer.ts';
import type { Printer } from './printer.ts';

export interface OutOfPaperHost extends PollOptions {
  isOut: () => boolean;
  /** told of the label in which the paper came to its end */
  cut: () => void;
}

/**
 * A printer that behaves as one without a counter does that runs out of paper in the middle of a label: that one is begun, and nobody can say
 * whether it came out; nothing more prints until there is paper. What it is given then reaches no printer.
 */
export function outOfPaper(printer: Printer, host: OutOfPaperHost): Printer {
  const { setFault, until } = printerPoll(host);
  let isCut = false;
  const paper = async (): Promise<boolean> => {
    const came = await until(() => {
      setFault(host.isOut() ? 'paper-out' : null);
      return Promise.resolve(host.isOut() ? null : true);
    });
    return came === true;
  };
  return {
    ...printer,
    async ready() {
      // it says that it is ready as long as no label was begun
      if (!host.isOut()) isCut = false;
      if (isCut && !(await paper())) return 'paper-out';
      return host.isOut() ? null : printer.ready();
    },
    async print(page, sheets) {
      if (!host.isOut()) return printer.print(page, sheets);
      isCut = true;
      host.cut();
      const came = await paper();
      if (came) isCut = false;
      return came ? { end: 'lost', why: 'printer-stopped' } : { end: 'lost', why: 'printer-silent', said: 'paper-out' };
    },
  };
}
