import { ProblemError } from '../../../shared/contract/problem.ts';
import { faultPlace } from '../../rpc/transport/failure.ts';
import { UsageError } from './read-arguments.ts';

/** Prints why the program cannot continue, and exits with 1. */
export function giveUp(error: unknown): never {
  const said = error instanceof ProblemError || error instanceof UsageError;
  process.stderr.write(`${said ? error.message : faultPlace(error)}\n`);
  process.exit(1);
}

/** Exits on an uncaught exception, as Node does, but without its message, which may contain data that was entered. */
export const endByFault = (): void => void process.on('uncaughtException', giveUp);

/** Closes what is open on a termination signal, and exits with 0. */
export function endBySignal(close: () => Promise<void>): void {
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    close().then(() => process.exit(0), giveUp);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
}
