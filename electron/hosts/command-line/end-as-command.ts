import { commands } from './commands.ts';
import { processContext } from './command-context.ts';
import { runCommand } from './run-command.ts';

/** Runs one command of `desk`, and exits with its code. */
export async function endAsCommand(words: readonly string[]): Promise<never> {
  const around = processContext();
  const exit = await runCommand(commands, words, around);
  // flushes the output before exiting
  around.output.write('', () => process.exit(exit));
  return new Promise<never>(() => undefined);
}
