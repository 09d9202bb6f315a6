import { openRawPrinter } from '../../electron/printing/printers/raw-printer.ts';
import type { PrintResult } from '../../shared/printing/print-states.ts';
import { after, freeLease, commentLabel, quickWaits } from '../support/raw-labels.ts';
import { serveFakeZplPrinter } from '../support/serve-fake-zpl.ts';
import { chanceOf } from './seeded.ts';

/** What a desk reported about one of its labels. */
export interface Claim {
  label: string;
  end: PrintResult;
  /** the other desk had a job on the printer meanwhile */
  isShared: boolean;
}

const longest = { jobs: 4, labels: 4, pauseMs: 60, labelMs: 12 };

/**
 * Two desks on two computers print jobs on one raw printer over its network port. The seed decides how long labels
 * take, which ones the printer loses, with or without closing the connection, and when each desk prints. Returns what
 * the desks reported about each label, and what lies in the tray. Not reproducible byte for byte, because the order in
 * which two connections of one machine arrive is not.
 */
export async function printAtOnePrinter(seed: number): Promise<{ claims: Claim[]; paper: string[] }> {
  const chance = chanceOf(seed, 'one printer');
  const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
  const lost = numbers.filter(() => chance.chance(0.25));
  const fake = await serveFakeZplPrinter({
    labelMs: Math.round(chance.between(0, longest.labelMs)),
    closesAfterLabel: Object.fromEntries(lost.filter((one) => one % 2 === 0).map((one) => [one, 'loses'])),
    losesAt: lost.filter((one) => one % 2 === 1),
  });
  const claims: Claim[] = [];
  let jobsOpen = 0;

  async function desk(name: string): Promise<void> {
    const its = chanceOf(seed, `desk ${name}`);
    const jobs = 1 + Math.floor(its.between(0, longest.jobs));
    for (let job = 1; job <= jobs; job += 1) {
      await new Promise<void>((resolve) => void after(its.between(0, longest.pauseMs), resolve));
      const host = {
        ...quickWaits,
        patienceMs: 3000,
        noProgressMs: 60,
        destination: fake.at,
        lease: freeLease,
        reprints: true,
        after,
      };
      const printer = openRawPrinter({ ...host, desk: name, onFault: () => undefined });
      jobsOpen += 1;
      const labels = 1 + Math.floor(its.between(0, longest.labels));
      for (let nth = 1; nth <= labels; nth += 1) {
        const label = `${name}${job}-${nth}`;
        const wasShared = jobsOpen > 1;
        const end = await printer.print(commentLabel(label));
        claims.push({ label, end, isShared: wasShared || jobsOpen > 1 });
      }
      jobsOpen -= 1;
      await printer.close();
    }
  }

  try {
    await Promise.all([desk('A'), desk('B')]);
    return { claims, paper: fake.paper.map(({ label: says }) => says) };
  } finally {
    await fake.stop();
  }
}
