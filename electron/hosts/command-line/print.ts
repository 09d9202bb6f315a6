import type { PrintJob } from '../../../shared/contract/print-procedures.ts';
import { problem } from '../../../shared/contract/problem.ts';
import { labelLists, type LabelList } from '../../../shared/labels/label-lists.ts';
import type { Desk } from '../../desk/threads/desk.ts';
import type { Command, CommandContext, ExitCode, CommandArgs } from './command.ts';
import { dataFolder, withDesk, withReader, serviceOf, serviceOptions } from './data-folder.ts';
import { usageError, optionSeconds, settingOptions, optionText } from './options.ts';
import { printLabelWarnings } from './own-label-checker.ts';
import { randomUUID } from 'node:crypto';

const operatorOf = (args: CommandArgs): string => optionText(args, 'operator') ?? '';

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
  argumentCount: [0, 0],
  run(args, context) {
    if (args.values['jobs'])
      return withReader(context, { folder: dataFolder(args) }, async (desk) => {
        const { jobs } = await desk.ask('print.kept', {});
        for (const job of jobs) await context.print(job);
        return jobs.length > 0 ? 2 : 0;
      });
    const timeout = optionSeconds(args, 'timeout');
    const service = args.values['as-numbers-come-in'] ? serviceOf(args, context.env) : null;
    return withDesk(context, { folder: dataFolder(args), settings: settingOptions(args) }, async (desk) => {
      if (args.values['cancel']) {
        const job = requiredJob(args);
        await context.print(
          await desk.ask('print.cancel', { commandId: randomUUID(), job, operator: operatorOf(args) }),
        );
        return 0;
      }
      // tracking numbers come from delivery
      if (service) await desk.ask('sync.start', service);
      const { job, problems } = await startOrContinue(desk, args, context);
      const ended = await followJob(desk, job, args, timeout, context);
      if (service) await desk.ask('sync.stop', {});
      await context.print({ job: ended, problems });
      return problems.length > 0 ? (Math.max(2, exitCodeOf(ended)) as ExitCode) : exitCodeOf(ended);
    });
  },
};

function requiredJob(args: CommandArgs): string {
  const job = optionText(args, 'job');
  if (job === undefined) throw usageError('Give --job ID; print --jobs tells which there are.');
  return job;
}

interface StartedJob {
  job: string;
  problems: unknown[];
}

/** Starts a new job, or continues the given one as requested. */
async function startOrContinue(desk: Desk, args: CommandArgs, around: CommandContext): Promise<StartedJob> {
  const operator = operatorOf(args);
  const job = optionText(args, 'job');
  const printer = optionText(args, 'printer');
  if (args.values['warnings'] && (job !== undefined || args.values['as-numbers-come-in']))
    throw usageError('--warnings goes with the labels of a list; give it without --job and --as-numbers-come-in.');
  if (job === undefined) return start(desk, args, printer, operator, around);
  const jobInput = () => ({ commandId: randomUUID(), job, operator });
  if (printer !== undefined) await desk.ask('print.move', { ...jobInput(), printer });
  if (args.values['pass']) await desk.ask('print.pass', jobInput());
  if (args.values['again']) await desk.ask('print.again', jobInput());
  const [place, scanned] = [optionText(args, 'last'), optionText(args, 'scanned')];
  if (place !== undefined || scanned !== undefined) {
    const last = scanned === undefined ? { upTo: parsePlace(place ?? '') } : { scanned };
    await desk.ask('print.answer', { ...jobInput(), last });
  } else await desk.ask('print.begin', jobInput());
  return { job, problems: [] };
}

function parsePlace(text: string): number {
  const place = Number(text);
  if (!Number.isSafeInteger(place) || place < 0)
    throw usageError('--last takes the place of a label in its job, or 0.');
  return place;
}

async function start(
  desk: Desk,
  args: CommandArgs,
  printer: string | undefined,
  operator: string,
  around: CommandContext,
): Promise<StartedJob> {
  const to = printer !== undefined && { printer };
  if (args.values['as-numbers-come-in']) return desk.ask('print.follow', { commandId: randomUUID(), operator, ...to });
  const list = optionText(args, 'list') ?? 'ready';
  const isList = (text: string): text is LabelList => labelLists.some((one) => one === text);
  if (!isList(list)) throw usageError(`--list takes ${labelLists.join(', ')}.`);
  const { seqs } = await desk.ask('labels.seqs', { list });
  if (seqs.length === 0) throw problem('label', `No label is on the list ${list}.`);
  const { ids } = await desk.ask('entries.idsOf', { seqs });
  if (args.values['warnings']) await printLabelWarnings(desk, ids, around);
  return desk.ask('print.start', {
    commandId: randomUUID(),
    ids: args.values['reversed'] ? ids.toReversed() : ids,
    reason: optionText(args, 'reason') ?? '',
    operator,
    ...to,
  });
}

/**
 * Prints each label as it is settled, until the job ends or needs an answer; at the timeout or a stop, the job is held.
 */
async function followJob(
  desk: Desk,
  job: string,
  args: CommandArgs,
  timeout: number | undefined,
  { print: write, sayOnTerminal, stop }: CommandContext,
): Promise<PrintJob> {
  const lastStates = new Map<number, string>();
  let fault: string | null = null;
  const stopSignal = AbortSignal.any([stop, ...(timeout === undefined ? [] : [AbortSignal.timeout(timeout * 1000)])]);
  let isStopped = false;
  let changed = Promise.withResolvers<void>();
  const notifyChange = (): void => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  desk.onEvent(({ event }) => event.kind === 'print' && notifyChange());
  stopSignal.addEventListener('abort', notifyChange, { once: true });

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
    if (now.fault !== fault)
      sayOnTerminal(now.fault === null ? 'the printer goes on\n' : `the printer says: ${now.fault}\n`);
    fault = now.fault;
    if (now.state !== 'printing' && !now.prints) return now;
    if ((stopSignal.aborted || onlyNeedsPerson(now)) && !isStopped && now.state === 'printing') {
      isStopped = true;
      await desk.ask('print.stop', { commandId: randomUUID(), job, operator: operatorOf(args) });
      continue;
    }
    await soon;
  }
}

/** All orders still without a number need a person. */
const onlyNeedsPerson = ({ coming, prints, labels }: PrintJob): boolean =>
  coming !== null && !prints && coming.asking > 0 && coming.queued + coming.created + labels['handed-over'] === 0;

function exitCodeOf(job: PrintJob): ExitCode {
  const { state, heldFor, labels } = job;
  // an order withdrawn before its number arrived was correctly removed from the job
  if (state === 'finished' && (labels['cancelled'] === 0 || job.coming !== null)) return 0;
  if (onlyNeedsPerson(job)) return 2;
  return heldFor === 'printer-trouble' || (heldFor === 'stopped' && labels.unconfirmed === 0) ? 3 : 2;
}
