import { commands } from './commands.ts';
import { processContext } from './command-context.ts';
import { runCommand } from './run-command.ts';

/** Runs one command of `desk` by its words, and ends this process as it came out. */
export async function endAsCommand(words: readonly string[]): Promise<never> {
  const around = processContext();
  const exit = await runCommand(commands, words, around);
  // what is printed goes out before the process does
  around.output.write('', () => process.exit(exit));
  return new Promise<never>(() => undefined);
}
