import { ProblemError } from '../../../shared/contract/problem.ts';
import { faultPlace } from '../../rpc/transport/failure.ts';
import { UsageError } from './read-arguments.ts';

/** Says why the program cannot go on, and ends it with 1. */
export function giveUp(error: unknown): never {
  const said = error instanceof ProblemError || error instanceof UsageError;
  process.stderr.write(`${said ? error.message : faultPlace(error)}\n`);
  process.exit(1);
}

/** Ends the program by a fault that nothing caught, as Node does, but without the message, which is whatever was entered. */
export const endByFault = (): void => void process.on('uncaughtException', giveUp);

/** Closes what is open when the system or a person ends the program, and ends it with 0. */
export function endBySignal(close: () => Promise<void>): void {
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    close().then(() => process.exit(0), giveUp);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
}
