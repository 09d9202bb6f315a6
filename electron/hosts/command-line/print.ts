import type { PrintJob } from '../../../shared/contract/print-procedures.ts';
import { problem } from '../../../shared/contract/problem.ts';
import { labelLists, type LabelList } from '../../../shared/labels/label-lists.ts';
import { randomUUID } from 'node:crypto';
import type { Desk } from '../../threads/desk.ts';
import type { Command, CommandContext, ExitCode, Given } from './command.ts';
import { folderOf, withDesk, withReader } from './data-folder.ts';
import { printLabelWarnings } from './label-warnings.ts';
import { misuse, secondsOf, settingsOf, textOf } from './given.ts';
import { serviceOf, serviceOptions } from './service-options.ts';

const operatorOf = (given: Given): string => textOf(given, 'operator') ?? '';

/** Prints labels through the desk's print queue, and continues a job that waits for a person. */
export const print: Command = {
  summary: 'prints labels through the print queue, goes on with a job, or answers what it asks',
  usage:
    '--data DIR [--list LIST] [--printer NAME] [--reversed] [--warnings] [--reason TEXT] [--operator NAME] [--timeout S] | --data DIR --as-numbers-come-in [--job ID] [--printer NAME] [--timeout S] [--service URL] [--account NAME] [--header-file FILE] [--set name=value]… | --data DIR --jobs | --data DIR --job ID [--last PLACE | --scanned CODE | --pass | --again | --cancel] [--printer NAME]',
  options: {
    ...serviceOptions,
    'as-numbers-come-in': { type: 'boolean' },
    pass: { type: 'boolean' },
    list: { type: 'string' },
    printer: { type: 'string' },
    reversed: { type: 'boolean' },
    warnings: { type: 'boolean' },
    reason: { type: 'string' },
    operator: { type: 'string' },
    timeout: { type: 'string' },
    jobs: { type: 'boolean' },
    job: { type: 'string' },
    last: { type: 'string' },
    scanned: { type: 'string' },
    again: { type: 'boolean' },
    cancel: { type: 'boolean' },
  },
  words: [0, 0],
  run(given, around) {
    if (given.values['jobs'])
      return withReader(around, { folder: folderOf(given) }, async (desk) => {
        const { jobs } = await desk.ask('print.kept', {});
        for (const job of jobs) await around.print(job);
        return jobs.length > 0 ? 2 : 0;
      });
    const timeout = secondsOf(given, 'timeout');
    const service = given.values['as-numbers-come-in'] ? serviceOf(given, around.env) : null;
    return withDesk(around, { folder: folderOf(given), settings: settingsOf(given) }, async (desk) => {
      if (given.values['cancel']) {
        const job = demandedJob(given);
        await around.print(
          await desk.ask('print.cancel', { commandId: randomUUID(), job, operator: operatorOf(given) }),
        );
        return 0;
      }
      // tracking numbers come from delivery
      if (service) await desk.ask('sync.start', service);
      const { job, problems } = await begun(desk, given, around);
      const ended = await followed(desk, job, given, timeout, around);
      if (service) await desk.ask('sync.stop', {});
      await around.print({ job: ended, problems });
      return problems.length > 0 ? (Math.max(2, exitOf(ended)) as ExitCode) : exitOf(ended);
    });
  },
};

function demandedJob(given: Given): string {
  const job = textOf(given, 'job');
  if (job === undefined) throw misuse('Give --job ID; print --jobs tells which there are.');
  return job;
}

interface Begun {
  job: string;
  problems: unknown[];
}

/** Starts a new job, or continues the given one as requested. */
async function begun(desk: Desk, given: Given, around: CommandContext): Promise<Begun> {
  const operator = operatorOf(given);
  const job = textOf(given, 'job');
  const printer = textOf(given, 'printer');
  if (given.values['warnings'] && (job !== undefined || given.values['as-numbers-come-in']))
    throw misuse('--warnings goes with the labels of a list; give it without --job and --as-numbers-come-in.');
  if (job === undefined) return start(desk, given, printer, operator, around);
  const act = () => ({ commandId: randomUUID(), job, operator });
  if (printer !== undefined) await desk.ask('print.move', { ...act(), printer });
  if (given.values['pass']) await desk.ask('print.pass', act());
  if (given.values['again']) await desk.ask('print.again', act());
  const [place, scanned] = [textOf(given, 'last'), textOf(given, 'scanned')];
  if (place !== undefined || scanned !== undefined) {
    const last = scanned === undefined ? { upTo: placeOf(place ?? '') } : { scanned };
    await desk.ask('print.answer', { ...act(), last });
  } else await desk.ask('print.begin', act());
  return { job, problems: [] };
}

function placeOf(text: string): number {
  const place = Number(text);
  if (!Number.isSafeInteger(place) || place < 0) throw misuse('--last takes the place of a label in its job, or 0.');
  return place;
}

async function start(
  desk: Desk,
  given: Given,
  printer: string | undefined,
  operator: string,
  around: CommandContext,
): Promise<Begun> {
  const to = printer !== undefined && { printer };
  if (given.values['as-numbers-come-in']) return desk.ask('print.follow', { commandId: randomUUID(), operator, ...to });
  const list = textOf(given, 'list') ?? 'ready';
  const isList = (text: string): text is LabelList => labelLists.some((one) => one === text);
  if (!isList(list)) throw misuse(`--list takes ${labelLists.join(', ')}.`);
  const { seqs } = await desk.ask('labels.seqs', { list });
  if (seqs.length === 0) throw problem('label', `No label is on the list ${list}.`);
  const { ids } = await desk.ask('entries.idsOf', { seqs });
  if (given.values['warnings']) await printLabelWarnings(desk, ids, around);
  return desk.ask('print.start', {
    commandId: randomUUID(),
    ids: given.values['reversed'] ? ids.toReversed() : ids,
    reason: textOf(given, 'reason') ?? '',
    operator,
    ...to,
  });
}

/**
 * Prints each label as it is settled, until the job ends or needs an answer; at the timeout or a stop, the job is held.
 */
async function followed(
  desk: Desk,
  job: string,
  given: Given,
  timeout: number | undefined,
  { print: write, say, stop }: CommandContext,
): Promise<PrintJob> {
  const lastStates = new Map<number, string>();
  let fault: string | null = null;
  const isUp = AbortSignal.any([stop, ...(timeout === undefined ? [] : [AbortSignal.timeout(timeout * 1000)])]);
  let isStopped = false;
  let changed = Promise.withResolvers<void>();
  const look = (): void => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  desk.onEvent(({ event }) => event.kind === 'print' && look());
  isUp.addEventListener('abort', look, { once: true });

  async function readJob(): Promise<PrintJob> {
    for (let after = 0; ;) {
      const page = await desk.ask('print.job', { job, after, limit: 1000 });
      for (const { place, key, number, state, proof, fault: why, copy } of page.labels) {
        if (state === 'waiting' || state === 'handed-over' || lastStates.get(place) === state) continue;
        lastStates.set(place, state);
        await write({ place, key, number, copy, state, proof, fault: why });
      }
      const last = page.labels.at(-1);
      if (!last || page.labels.length < 1000) return page.job;
      after = last.place;
    }
  }

  for (;;) {
    const soon = changed.promise;
    const now = await readJob();
    if (now.fault !== fault) say(now.fault === null ? 'the printer goes on\n' : `the printer says: ${now.fault}\n`);
    fault = now.fault;
    if (now.state !== 'printing' && !now.prints) return now;
    if ((isUp.aborted || onlyAsks(now)) && !isStopped && now.state === 'printing') {
      isStopped = true;
      await desk.ask('print.stop', { commandId: randomUUID(), job, operator: operatorOf(given) });
      continue;
    }
    await soon;
  }
}

/** All orders still without a number need a person. */
const onlyAsks = ({ coming, prints, labels }: PrintJob): boolean =>
  coming !== null && !prints && coming.asking > 0 && coming.queued + coming.created + labels['handed-over'] === 0;

function exitOf(job: PrintJob): ExitCode {
  const { state, heldFor, labels } = job;
  // an order withdrawn before its number arrived was correctly removed from the job
  if (state === 'finished' && (labels['cancelled'] === 0 || job.coming !== null)) return 0;
  if (onlyAsks(job)) return 2;
  return heldFor === 'printer-trouble' || (heldFor === 'stopped' && labels.unconfirmed === 0) ? 3 : 2;
}
