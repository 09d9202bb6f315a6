import { parseArgs } from 'node:util';
import { problemOf, reportFault } from '../../rpc/transport/failure.ts';
import type { Command, ExitCode, CommandArgs, CommandContext } from './command.ts';
import { usageError } from './given.ts';
import { programName } from './called-as.ts';

/** Runs a command of the table; an error is printed as `{"problem": …}` and exits with 1, or with 3 if offline. */
export async function runCommand(
  commands: Readonly<Record<string, Command>>,
  [name = '--help', ...args]: readonly string[],
  context: CommandContext,
): Promise<ExitCode> {
  try {
    if (name === '--help' || name === 'help') {
      context.show(helpOfAll(commands));
      return 0;
    }
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command)
      throw usageError(
        `There is no command ${JSON.stringify(name)}. The commands are ${Object.keys(commands).join(', ')}.`,
      );
    if (args.includes('--help')) {
      context.show(helpOf(name, command));
      return 0;
    }
    return await command.run(parseCommandArgs(name, command, args), context);
  } catch (error) {
    const problem = problemOf(error);
    if (problem.kind === 'internal') reportFault(error);
    context.sayOnTerminal(`${problem.message}\n`);
    await context.print({ problem });
    return problem.kind === 'offline' || problem.kind === 'paused' ? 3 : 1;
  }
}

function parseCommandArgs(
  name: string,
  { options, argumentCount: words, usage }: Command,
  args: readonly string[],
): CommandArgs {
  let parsed: CommandArgs;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // only the first sentence: parseArgs adds advice about arguments that start with a dash, which no command here
    // accepts
    const words = error instanceof Error ? error.message.split(/\.\s/, 1)[0] : 'The options cannot be read';
    throw usageError(`${words}. Use: ${name} ${usage}`);
  }
  const [least, most] = words;
  const count = parsed.positionals.length;
  if (count < least || count > most) throw usageError(`Use: ${name} ${usage}`);
  return parsed;
}

function helpOfAll(commands: Readonly<Record<string, Command>>): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return [
    'Parcel Desk on the command line. It answers in JSON on standard output, one object a line.',
    '',
    `  ${programName} COMMAND …`,
    '',
    ...lines,
    '',
    'COMMAND --help says more. It ends in 0 when all settled well, 1 after an error, 2 when something is refused, unsure,',
    'in conflict or stuck, 3 when it was offline or paused as the time was up. The header that carries a secret is given by',
    '--header-file FILE or in PARCEL_DESK_HEADER, as "Name: value".',
    '',
  ].join('\n');
}

function helpOf(name: string, { summary, usage }: Command): string {
  return `${name}: ${summary}\n\n  ${programName} ${name} ${usage}\n`;
}
