import { once } from 'node:events';
import type { Counts } from '../../../shared/contract/entry-answers.ts';
import type { SyncStatus } from '../../../shared/contract/sync-procedures.ts';
import { folderStopCodes } from '../../../shared/contract/desk-state.ts';
import type { Desk } from '../../threads/desk.ts';
import { stoppedProblem } from '../../rpc/folder/folder-guard.ts';
import type { ProblemError } from '../../../shared/contract/problem.ts';
import type { Command, ExitCode, CommandArgs, CommandContext } from './command.ts';
import { dataFolder, withDesk } from './data-folder.ts';
import { optionSeconds, settingOptions } from './given.ts';
import { serviceOf, serviceOptions, serviceUsage } from './service-options.ts';
import { printSettled } from './print-settled.ts';

/** Delivers queued entries and reads their outcomes, until all are settled, until the timeout, or forever. */
export const deliver: Command = {
  summary: 'delivers what waits in the outbox and reads its outcome',
  usage: `${serviceUsage} [--until-idle] [--timeout S]`,
  options: { ...serviceOptions, 'until-idle': { type: 'boolean' }, timeout: { type: 'string' } },
  argumentCount: [0, 0],
  run(args, context) {
    const service = serviceOf(args, context.env);
    const timeout = optionSeconds(args, 'timeout');
    return withDesk(context, { folder: dataFolder(args), settings: settingOptions(args) }, async (desk) => {
      const settled = await printSettled(desk, context);
      await desk.ask('sync.start', service).catch(async (error: unknown) => {
        throw (await folderStopOf(desk)) ?? error;
      });
      // restarted after a fault, the desk delivers nothing until told to
      desk.onStatusChange((trouble) => {
        if (!trouble) void desk.call('sync.start', service);
      });
      await untilDone(desk, args, timeout, context);
      const stop = await folderStopOf(desk).catch(() => null);
      if (stop) throw stop;
      const status = await statusOf(desk);
      if (desk.trouble() === null) await desk.call('sync.stop', {});
      await settled.finish();
      const counts = await desk.ask('entries.counts', {});
      const exit = exitCodeOf(status, counts);
      if (status.cannotWrite)
        context.sayOnTerminal('The disk does not take what was answered. Make room, then deliver again.\n');
      const { connection, pause, pausedEndpoints, troubledEndpoints, cannotWrite } = status;
      await context.print({
        summary: { ...counts, connection, pause, pausedEndpoints, troubledEndpoints, cannotWrite, exit },
      });
      return exit;
    });
  },
};

/** The problem if the folder is gone or used by another desk: nothing is delivered, and counts are unreliable. */
async function folderStopOf(desk: Desk): Promise<ProblemError | null> {
  const { warnings } = await desk.ask('desk.warnings', {});
  for (const stop of folderStopCodes) {
    const warning = warnings.find(({ code }) => code === stop);
    if (warning) return stoppedProblem({ ...warning, code: stop });
  }
  return null;
}

/** A desk that keeps failing because its disk accepts no writes reports only its counts. */
async function statusOf(desk: Desk): Promise<SyncStatus> {
  const status = await desk.ask('sync.status', {}).catch(() => null);
  if (status) return status;
  const nothing = { pause: null, pausedEndpoints: [], troubledEndpoints: [], underWay: 0 };
  return { ...nothing, connection: 'stopped', since: Date.now(), idle: false, cannotWrite: true };
}

/** After this many failures in one run, the command stops waiting for the desk. */
const maxFailures = 3;

/** Nothing is left, or nothing can be stored: the command ends instead of waiting forever. */
const isFinished = ({ idle, cannotWrite }: SyncStatus): boolean => idle || cannotWrite;

async function untilDone(
  desk: Desk,
  args: CommandArgs,
  timeout: number | undefined,
  context: CommandContext,
): Promise<void> {
  const done = new AbortController();
  const ends = [context.stop, done.signal, ...(timeout === undefined ? [] : [AbortSignal.timeout(timeout * 1000)])];
  const end = AbortSignal.any(ends);
  desk.onEvent(({ event }) => {
    if (event.kind !== 'desk') return;
    // a desk being closed no longer answers
    folderStopOf(desk).then(
      (stop) => stop && done.abort(),
      () => undefined,
    );
  });
  if (args.values['until-idle']) {
    desk.onEvent(({ event }) => {
      if (event.kind === 'sync' && isFinished(event.status)) done.abort();
    });
    let ends = 0;
    desk.onStatusChange((trouble) => {
      if (trouble && (ends += 1) >= maxFailures) done.abort();
    });
    // it may have been idle before the first event
    if (isFinished(await desk.ask('sync.status', {}))) done.abort();
  }
  if (!end.aborted) await Promise.race([once(end, 'abort'), desk.ended]);
}

/**
 * Exit code: entries still in progress were stopped by the timeout or an unreachable service (3); the rest needs a
 * person (2) or is fine (0).
 */
function exitCodeOf(status: SyncStatus, counts: Counts): ExitCode {
  if (status.cannotWrite) return 1;
  const { queued, sending, unsure, accepted, refused } = counts.byState;
  const unreached =
    status.connection === 'offline' || status.connection === 'paused' || status.pausedEndpoints.length > 0;
  const left = queued + sending + unsure + accepted;
  if (left > 0 && (unreached || !status.idle)) return 3;
  return refused + unsure + counts.asking + counts.stuck + left > 0 ? 2 : 0;
}
