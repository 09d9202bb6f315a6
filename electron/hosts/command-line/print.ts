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

/** Prints labels through the print queue, or continues a job that is held. */
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
      const endedJob = await followJob(desk, job, args, timeout, context);
      if (service) await desk.ask('sync.stop', {});
      await context.print({ job: endedJob, problems });
      return problems.length > 0 ? (Math.max(2, exitCodeOf(endedJob)) as ExitCode) : exitCodeOf(endedJob);
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

/** Starts a new job, or continues the one given by `--job`. */
async function startOrContinue(desk: Desk, args: CommandArgs, context: CommandContext): Promise<StartedJob> {
  const operator = operatorOf(args);
  const job = optionText(args, 'job');
  const printer = optionText(args, 'printer');
  if (args.values['warnings'] && (job !== undefined || args.values['as-numbers-come-in']))
    throw usageError('--warnings goes with the labels of a list; give it without --job and --as-numbers-come-in.');
  if (job === undefined) return start(desk, args, printer, operator, context);
  const jobInput = () => ({ commandId: randomUUID(), job, operator });
  if (printer !== undefined) await desk.ask('print.move', { ...jobInput(), printer });
  if (args.values['pass']) await desk.ask('print.pass', jobInput());
  if (args.values['again']) await desk.ask('print.again', jobInput());
  const [lastPlace, scanned] = [optionText(args, 'last'), optionText(args, 'scanned')];
  if (lastPlace !== undefined || scanned !== undefined) {
    const answer = scanned === undefined ? { upTo: parsePlace(lastPlace ?? '') } : { scanned };
    await desk.ask('print.answer', { ...jobInput(), last: answer });
  } else await desk.ask('print.begin', jobInput());
  return { job, problems: [] };
}

function parsePlace(text: string): number {
  const position = Number(text);
  if (!Number.isSafeInteger(position) || position < 0)
    throw usageError('--last takes the place of a label in its job, or 0.');
  return position;
}

async function start(
  desk: Desk,
  args: CommandArgs,
  printer: string | undefined,
  operator: string,
  context: CommandContext,
): Promise<StartedJob> {
  const printerInput = printer !== undefined && { printer };
  if (args.values['as-numbers-come-in'])
    return desk.ask('print.follow', { commandId: randomUUID(), operator, ...printerInput });
  const list = optionText(args, 'list') ?? 'ready';
  const isList = (text: string): text is LabelList => labelLists.some((one) => one === text);
  if (!isList(list)) throw usageError(`--list takes ${labelLists.join(', ')}.`);
  const { seqs } = await desk.ask('labels.seqs', { list });
  if (seqs.length === 0) throw problem('label', `No label is on the list ${list}.`);
  const { ids } = await desk.ask('entries.idsOf', { seqs });
  if (args.values['warnings']) await printLabelWarnings(desk, ids, context);
  return desk.ask('print.start', {
    commandId: randomUUID(),
    ids: args.values['reversed'] ? ids.toReversed() : ids,
    reason: optionText(args, 'reason') ?? '',
    operator,
    ...printerInput,
  });
}

/**
 * Writes a line for each label that is no longer waiting or being printed, until the job ends or needs a person. The
 * job is stopped at the timeout or when the command is stopped.
 */
async function followJob(
  desk: Desk,
  job: string,
  args: CommandArgs,
  timeout: number | undefined,
  { print: printLabel, writeToTerminal: sayOnTerminal, stop }: CommandContext,
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
    for (let afterPlace = 0; ;) {
      const page = await desk.ask('print.job', { job, after: afterPlace, limit: 1000 });
      for (const { place, key, number, state, proof, fault: labelFault, copy } of page.labels) {
        if (state === 'waiting' || state === 'handed-over' || lastStates.get(place) === state) continue;
        lastStates.set(place, state);
        await printLabel({ place, key, number, copy, state, proof, fault: labelFault });
      }
      const lastLabel = page.labels.at(-1);
      if (!lastLabel || page.labels.length < 1000) return page.job;
      afterPlace = lastLabel.place;
    }
  }

  for (;;) {
    const nextChange = changed.promise;
    const currentJob = await readJob();
    if (currentJob.fault !== fault)
      sayOnTerminal(currentJob.fault === null ? 'the printer goes on\n' : `the printer says: ${currentJob.fault}\n`);
    fault = currentJob.fault;
    if (currentJob.state !== 'printing' && !currentJob.prints) return currentJob;
    if ((stopSignal.aborted || onlyNeedsPerson(currentJob)) && !isStopped && currentJob.state === 'printing') {
      isStopped = true;
      await desk.ask('print.stop', { commandId: randomUUID(), job, operator: operatorOf(args) });
      continue;
    }
    await nextChange;
  }
}

/** Whether every order of the job that still has no number needs a person. */
const onlyNeedsPerson = ({ coming: awaited, prints, labels }: PrintJob): boolean =>
  awaited !== null && !prints && awaited.asking > 0 && awaited.queued + awaited.created + labels['handed-over'] === 0;

function exitCodeOf(job: PrintJob): ExitCode {
  const { state, heldFor, labels } = job;
  // an order withdrawn before its number arrived was correctly removed from the job
  if (state === 'finished' && (labels['cancelled'] === 0 || job.coming !== null)) return 0;
  if (onlyNeedsPerson(job)) return 2;
  return heldFor === 'printer-trouble' || (heldFor === 'stopped' && labels.unconfirmed === 0) ? 3 : 2;
}
