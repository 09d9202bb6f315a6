import { ProblemError } from '../../../shared/contract/problem.ts';
import { describeFault } from '../../rpc/transport/failure.ts';
import { UsageError } from './read-arguments.ts';

/** Prints why the program cannot continue, and exits with 1. */
export function exitWithError(error: unknown): never {
  const isExpected = error instanceof ProblemError || error instanceof UsageError;
  process.stderr.write(`${isExpected ? error.message : describeFault(error)}\n`);
  process.exit(1);
}

/** Exits on an uncaught exception, as Node does, but without its message, which may contain data that was entered. */
export const exitOnFault = (): void => void process.on('uncaughtException', exitWithError);

/** Closes what is open on a termination signal, and exits with 0. */
export function closeOnSignal(close: () => Promise<void>): void {
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    close().then(() => process.exit(0), exitWithError);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
}
