import type { ParseArgsConfig } from 'node:util';
import type { OpenDesks } from '../../workspaces/open-desks.ts';

/** 0 all settled well, 1 an error, 2 something is refused, unsure, in conflict or stuck, 3 offline or paused when the time was up. */
export type ExitCode = 0 | 1 | 2 | 3;

/** What a command has of the world around it. */
export interface CommandContext {
  /** one JSON object, one line; waits where the reader is slow */
  print(answer: unknown): Promise<void>;
  /** words that were asked for themselves, as help is */
  show(words: string): void;
  /** words for a person who looks on; said only to a terminal */
  say(words: string): void;
  /** words for whoever looks at errors, a terminal or not */
  warn(words: string): void;
  input: AsyncIterable<Buffer>;
  env: NodeJS.ProcessEnv;
  /** set when the person or the system asks to stop, or when nobody reads the output any more */
  stop: AbortSignal;
  desks: OpenDesks;
  /** where what is known of this machine lies; see `machineFolder` */
  machine: string;
}

export interface Given {
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
  positionals: string[];
}

/** One command of `desk`. `options` are those of node:util parseArgs; what is not named there is refused. */
export interface Command {
  /** its own line of the help */
  summary: string;
  /** what follows the name, as `FILE --data DIR` */
  usage: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** least and most number of words beside options */
  words: [least: number, most: number];
  run(given: Given, around: CommandContext): Promise<ExitCode>;
}
