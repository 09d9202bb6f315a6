import { verifyDatabase } from '../../../electron/copies/verify/verify.ts';
import { seeded, type Seeded } from '../../simulation/seeded.ts';
import { openPrintDesk, type PrintDesk } from '../../support/print-jobs.ts';
import { serveFakeZplPrinter, type FakeZplPrinter } from '../../support/serve-fake-zpl.ts';
import { countJob, noWrongs, type LabelWrongs } from './count-job.ts';
import { answerAtPrinter, quiet, wholeIn, type Said } from './person-at-printer.ts';
import { badPrinter } from './printer-weather.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface LabelStoryOptions {
  seed: number;
  labels: number;
  /** maximum number of labels of one job; each job has its own printer */
  jobOf: number;
  /** the desk is killed at one label in this many */
  killOneIn: number;
}
export interface LabelStory extends LabelWrongs {
  seed: number;
  labels: number;
  jobs: number;
  kills: number;
  /** how often a person was asked, and for how many labels they answered */
  asked: number;
  answered: number;
  /** labels that arrived at the printers */
  arrived: number;
  seconds: number;
}

const program = fileURLToPath(new URL('../../printing/print-process.ts', import.meta.url));
/** After this time a printer that needs attention is left to a person. */
const patienceMs = 1500;

interface Kills {
  at: ReadonlySet<number>;
  made: number;
}

/** Lets the desk print until it stops or is killed near a randomly chosen label; a person may load paper meanwhile. */
async function prints(args: string[], printer: FakeZplPrinter, kills: Kills, random: Seeded): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  let isOver = false;
  const ended = once(child, 'close').then(([code, signal]) => {
    isOver = true;
    if (signal === 'SIGKILL') kills.made += 1;
    else if (code !== 0) throw new Error(`the printing desk ended with ${String(code)}`);
  });
  printer.watch(() => {
    if (kills.at.has(printer.paper.length)) setTimeout(() => void child.kill('SIGKILL'), random.between(0, 12));
  });
  while (!isOver) {
    await Promise.race([ended, pause(25)]);
    if (!printer.isOut()) continue;
    // Or nobody does until the desk asks.
    await Promise.race([ended, pause(random.chance(0.6) ? random.between(20, 500) : patienceMs * 3)]);
    printer.loadPaper();
  }
  await ended;
  printer.watch(() => undefined);
}

async function printJob(
  desk: PrintDesk,
  keys: readonly string[],
  random: Seeded,
  options: LabelStoryOptions,
  story: LabelStory,
): Promise<void> {
  const job = desk.beginJob(desk.createOrders(...keys));
  const { given, reprints } = badPrinter(random, keys.length);
  const printer = await serveFakeZplPrinter(given);
  const near = keys.map((_, at) => at + 1).filter(() => random.chance(1 / options.killOneIn));
  const kills: Kills = { at: new Set(near), made: 0 };
  const said: Said[] = [];
  const { port, id } = printer.known ?? { port: 0, id: '' };
  const where = [String(printer.at.port), reprints ? 'reprints' : 'leaves', String(patienceMs), String(port), id];
  const args = [desk.folder, job, ...where];
  try {
    // Each round ends with a fault, a kill, or the end of a printer without proof of paper.
    for (let rounds = 0; desk.read.job(job).state !== 'finished'; rounds += 1) {
      if (rounds > keys.length) throw new Error(`job ${job} comes to no end`);
      if (desk.read.job(job).state === 'held') desk.queue.begin(desk.command(), job, 'Mia');
      await prints(args, printer, kills, random);
      const arrived = printer.arrived.length;
      desk.queue.recoverAfterRestart();
      await quiet(printer);
      const labels = desk.read.labels(job, 0, keys.length);
      story.tooSure.push(...tooSure(labels, new Set(wholeIn(printer))));
      const now = await answerAtPrinter(desk, job, printer, labels, random);
      story.asked += now.length > 0 ? 1 : 0;
      said.push(...now);
      if (printer.arrived.length !== arrived) story.sentByItself.push(`job ${job}, while nobody had said so`);
    }
    countJob(desk, job, keys, printer, said, story);
    story.kills += kills.made;
    story.answered += said.length;
    story.arrived += printer.arrived.length;
  } finally {
    await printer.stop();
  }
}

/** Labels that the desk reports as printed are in the tray, and those it reports as waiting are not. */
function tooSure(labels: ReturnType<PrintDesk['read']['labels']>, whole: ReadonlySet<string>): string[] {
  return labels.flatMap(({ key, state }) => {
    const isThere = whole.has(`T-${key}`);
    const isWrong = (state === 'on-paper' && !isThere) || (state === 'waiting' && isThere);
    return isWrong || state === 'handed-over' || state === 'failed' ? [`${key} is ${state}`] : [];
  });
}

/**
 * Prints labels on printers with all faults at once, from a desk that is killed; a person reports what is in the tray.
 */
export async function tellLabelStory(options: LabelStoryOptions): Promise<LabelStory> {
  const began = performance.now();
  const random = seeded(options.seed);
  const { seed, labels, jobOf } = options;
  const home = mkdtempSync(join(tmpdir(), 'parcel-desk-paper-'));
  const desk = openPrintDesk({ folder: join(home, 'desk') });
  // Orders are only entered here; the printing desk syncs to disk as usual.
  desk.db.pragma('synchronous = OFF');
  const counts = { jobs: 0, kills: 0, asked: 0, answered: 0, arrived: 0, seconds: 0 };
  const story: LabelStory = { seed, labels, ...counts, ...noWrongs() };
  try {
    for (let from = 0; from < labels; from += jobOf) {
      const keys = Array.from({ length: Math.min(jobOf, labels - from) }, (_, at) => `P${from + at + 1}`);
      await printJob(desk, keys, random, options, story);
      story.jobs += 1;
    }
    const { whole, damages } = verifyDatabase(desk.db);
    if (!whole) story.damaged.push(...damages.map((damage) => JSON.stringify(damage)));
    story.seconds = Math.round((performance.now() - began) / 1000);
    return story;
  } finally {
    desk.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
