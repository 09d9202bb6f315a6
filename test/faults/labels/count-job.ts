import type { PrintDesk } from '../../support/print-jobs.ts';
import type { FakeZplPrinter } from '../../support/serve-fake-zpl.ts';
import { wholeIn, type Said } from './person-at-printer.ts';

/** Lists of violations. */
export interface LabelWrongs {
  /** in no tray */
  missing: string[];
  /** printed completely more than once */
  doubled: string[];
  /** sent again although nobody had reported the label as missing, or sent before anybody had continued the job */
  sentByItself: string[];
  /** state at a stop that the paper does not confirm */
  tooSure: string[];
  outOfOrder: string[];
  /** labels whose final state is not `on-paper` */
  notOnPaper: string[];
  /** answers that the log records differently from what a person gave */
  loggedOtherwise: string[];
  damaged: string[];
}
export const noWrongs = (): LabelWrongs => ({
  ...{ missing: [], doubled: [], sentByItself: [], tooSure: [] },
  ...{ outOfOrder: [], notOnPaper: [], loggedOtherwise: [], damaged: [] },
});

/** Compares a finished job with what lies in its printer's tray and with what people answered. */
export function countJob(
  desk: PrintDesk,
  job: string,
  keys: readonly string[],
  printer: FakeZplPrinter,
  said: readonly Said[],
  wrongs: LabelWrongs,
): void {
  const whole = wholeIn(printer);
  const times = countOf(whole);
  const arrived = countOf(printer.arrived);
  const noPaper = countOf(said.filter(({ event }) => event === 'no-paper').map(({ place }) => place));
  const labels = desk.read.labels(job, 0, keys.length);
  for (const { key, place, state } of labels) {
    const number = `T-${key}`;
    if (!times.has(number)) wrongs.missing.push(key);
    if ((times.get(number) ?? 0) > 1) wrongs.doubled.push(key);
    if (state !== 'on-paper') wrongs.notOnPaper.push(`${key} is ${state}`);
    if ((arrived.get(number) ?? 0) > 1 + (noPaper.get(place) ?? 0)) wrongs.sentByItself.push(key);
  }
  if (labels.length !== keys.length) wrongs.missing.push(`${keys.length - labels.length} of job ${job}`);
  const order = keys.map((key) => `T-${key}`).filter((number) => times.has(number));
  const firsts = [...new Set(whole)];
  if (firsts.join() !== order.join()) wrongs.outOfOrder.push(`job ${job}`);
  wrongs.loggedOtherwise.push(...difference(answersIn(desk, job), said.map(wordsOf)));
}

const wordsOf = ({ place, who, event, why }: Said): string => `${place} ${who} ${event} ${why}`;

/** What people answered according to the log, in order. */
function answersIn(desk: PrintDesk, job: string): string[] {
  const answers: string[] = [];
  for (let last = 0; ;) {
    const steps = desk.read.steps(job, last, 1000);
    for (const { place, who, event, why } of steps)
      if (event === 'seen' || event === 'no-paper') answers.push(`${place ?? 'job'} ${who} ${event} ${why}`);
    const end = steps.at(-1)?.seq;
    if (end === undefined) return answers;
    last = end;
  }
}

function difference(logged: readonly string[], said: readonly string[]): string[] {
  const [in1, in2] = [countOf(logged), countOf(said)];
  return [...new Set([...logged, ...said])].filter((one) => in1.get(one) !== in2.get(one));
}

function countOf<T>(of: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const one of of) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}
