import { startDesk, startReader } from '../../desk/threads/desk.ts';
import { problemOf, reportFault } from '../../platform/link/failure.ts';
import { machineOfProcess } from '../../storage/register/machine-folder.ts';
import type { CommandContext, Command, ExitCode, CommandArgs } from './command.ts';
import { commands } from './commands.ts';
import { jsonLine, terminalText, usageError, programName } from './options.ts';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

/** The context of a command that runs as its own process: its streams and termination signals. */
export function processContext(): CommandContext & { output: NodeJS.WriteStream } {
  const output = process.stdout;
  const stopController = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopController.abort());

  let hasReader = true;
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    // nobody reads the output any more
    hasReader = false;
    stopController.abort();
    output.emit('drain');
  });
  // ends reading when the command stops, even while it waits for a line
  stopController.signal.addEventListener('abort', () => process.stdin.destroy());

  return {
    output,
    env: process.env,
    stop: stopController.signal,
    machine: machineOfProcess(),
    desks: { openAsOwner: startDesk, openForReading: startReader },
    show: (text) => void output.write(terminalText(text)),
    warn: (text) => void process.stderr.write(terminalText(text)),
    writeToTerminal(text) {
      if (process.stderr.isTTY) process.stderr.write(terminalText(text));
    },
    async print(answer) {
      if (!hasReader || output.write(jsonLine(answer))) return;
      await once(output, 'drain');
    },
    input: {
      async *[Symbol.asyncIterator]() {
        try {
          for await (const chunk of process.stdin) yield chunk as Buffer;
        } catch (error) {
          if (!stopController.signal.aborted) throw error;
        }
      },
    },
  };
}

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
    context.writeToTerminal(`${problem.message}\n`);
    await context.print({ problem });
    return problem.kind === 'offline' || problem.kind === 'paused' ? 3 : 1;
  }
}

function parseCommandArgs(
  name: string,
  { options, argumentCount: countRange, usage }: Command,
  args: readonly string[],
): CommandArgs {
  let parsed: CommandArgs;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // only the first sentence: the rest is advice on arguments that start with a dash, which no command accepts
    const reason = error instanceof Error ? error.message.split(/\.\s/, 1)[0] : 'The options cannot be read';
    throw usageError(`${reason}. Use: ${name} ${usage}`);
  }
  const [minCount, maxCount] = countRange;
  const count = parsed.positionals.length;
  if (count < minCount || count > maxCount) throw usageError(`Use: ${name} ${usage}`);
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

/** Runs one command of `desk`, and exits with its code. */
export async function runAndExit(args: readonly string[]): Promise<never> {
  const context = processContext();
  const exitCode = await runCommand(commands, args, context);
  // flushes the output before exiting
  context.output.write('', () => process.exit(exitCode));
  return new Promise<never>(() => undefined);
}
