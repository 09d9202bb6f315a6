import { printerPoll, type PollOptions } from './poll-printer.ts';
import type { Printer } from './printer.ts';

export interface OutOfPaperHost extends PollOptions {
  isOut: () => boolean;
  /** called for the label during which the paper runs out */
  cut: () => void;
}

/**
 * A printer that behaves like one without a counter that runs out of paper in the middle of a label: that label is
 * started, and nobody can know whether it came out; nothing prints until there is paper. A page sent meanwhile reaches
 * no printer.
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
      // it reports ready as long as no label was started
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
