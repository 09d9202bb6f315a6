import type { LogEntry } from './log-record.ts';
import { basename } from 'node:path/posix';

type Fault = Extract<LogEntry, { event: 'fault' }>;

const maxFrames = 12;
// a frame in V8's format: `at name (file:12:3)`, or `at file:12:3`
const frame = /^\s+at (?:(?:async )?(.*?) \()?(.*?):(\d+):(\d+)\)?$/;

/** The log entry of a fault: its name, code and location, without its message and folders, which may name people. */
export function faultEntry(error: unknown): Fault {
  if (!(error instanceof Error)) return { event: 'fault', name: 'Thrown', frames: [] };
  const code = 'code' in error ? String(error.code) : undefined;
  const name = /^\w{1,60}$/.test(error.name) ? error.name : 'Error';
  const frames = stackOf(error).flatMap(locationIn).slice(0, maxFrames);
  return { event: 'fault', name, ...(code && /^\w{1,40}$/.test(code) && { code }), frames };
}

// first line of a stack whose error had no message when it was created
const nameWithoutMessage = /^[\w$.]{1,60}(?: \[\w+\])?:? *(?:\n|$)/;

/**
 * The lines of a stack after its message, which may contain user input and lines that look like frames; none if the end
 * of the message is unknown.
 */
export function stackOf({ message, stack = '' }: Error): string[] {
  const messageIndex = message === '' ? -1 : stack.indexOf(message);
  const [nameOnly] = nameWithoutMessage.exec(stack) ?? [];
  const messageEnd =
    messageIndex < 0 || stack.slice(0, messageIndex).includes('\n') ? nameOnly?.length : messageIndex + message.length;
  if (messageEnd === undefined) return [];
  return stack
    .slice(messageEnd)
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
}

function locationIn(line: string): string[] {
  const [, name, file = '', lineNumber, column] = frame.exec(line) ?? [];
  if (lineNumber === undefined) return [];
  const fileLocation = `${basename(file.replaceAll('\\', '/'))}:${lineNumber}:${column ?? ''}`;
  const location = name ? `${name} ${fileLocation}` : fileLocation;
  return [/^[\w.$<>#:[\] *-]{1,200}$/.test(location) ? location : 'elsewhere'];
}
