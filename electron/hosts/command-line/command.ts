import type { OpenDesks } from '../../desk/workspaces/open-desks.ts';
import type { ParseArgsConfig } from 'node:util';

/**
 * 0: everything succeeded; 1: an error; 2: something is refused, unsure, in conflict or stuck; 3: offline or paused at
 * the timeout.
 */
export type ExitCode = 0 | 1 | 2 | 3;

/** The environment of a command. */
export interface CommandContext {
  /** writes one JSON object as one line; waits for a slow reader */
  print(answer: unknown): Promise<void>;
  /** writes text instead of JSON to standard output, for example help */
  show(text: string): void;
  /** writes text for a person to standard error, if that is a terminal */
  writeToTerminal(text: string): void;
  /** writes text to standard error, terminal or not */
  warn(text: string): void;
  input: AsyncIterable<Buffer>;
  env: NodeJS.ProcessEnv;
  /** aborted when a person or the system stops the command, or when nobody reads its output any more */
  stop: AbortSignal;
  desks: OpenDesks;
  /** the machine folder; see `machineFolder` */
  machine: string;
}

export interface CommandArgs {
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
  positionals: string[];
}

/** A command of `desk`. `options` are those of node:util parseArgs; all others are refused. */
export interface Command {
  /** its line in the help */
  summary: string;
  /** arguments after the name, such as `FILE --data DIR` */
  usage: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** minimum and maximum number of positional arguments */
  argumentCount: [least: number, most: number];
  run(args: CommandArgs, context: CommandContext): Promise<ExitCode>;
}
