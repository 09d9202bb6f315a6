import { commands } from './commands.ts';
import { processContext } from './command-context.ts';
import { runCommand } from './run-command.ts';

/** Runs one command of `desk`, and exits with its code. */
export async function runAndExit(words: readonly string[]): Promise<never> {
  const context = processContext();
  const exit = await runCommand(commands, words, context);
  // flushes the output before exiting
  context.output.write('', () => process.exit(exit));
  return new Promise<never>(() => undefined);
}
