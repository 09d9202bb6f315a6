import { problem, type ProblemError } from '../../../shared/contract/problem.ts';
import { headerAdvice, headerNameFault, headerValueFault, readSettingText } from '../../../shared/settings/settings.ts';
import { invisibleControls, invisibleMarks } from '../../../shared/text/invisible-text.ts';
import type { CommandArgs } from './command.ts';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * The program name in help texts: the packaged app is its own command line, since a PC may have nothing else installed.
 */
export const programName: string =
  'electron' in process.versions ? `${basename(process.execPath)} --desk` : 'npm run --silent desk --';

/** Characters that JSON leaves unescaped and a terminal takes for a control, a line end, or a change of direction. */
const unsafeCharacters = new RegExp(`[\\x7f-\\x9f\\u2028\\u2029]|${invisibleMarks.source}`, 'g');
/** A carriage return inside text overwrites what precedes it; terminals do not know the other line ends. */
const lineOverwrites = /(?<!^)\r(?!\n)|[\u2028\u2029]/g;

/** An answer as one line of JSON, with characters escaped that a terminal would act on. */
export const jsonLine = (answer: unknown): string =>
  `${JSON.stringify(answer).replace(unsafeCharacters, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;

/** Makes a text safe for a terminal, since others wrote parts of it; a leading carriage return is the program's own. */
export const terminalText = (text: string): string =>
  text
    .replace(invisibleControls, '\ufffd')
    .replace(invisibleMarks, '\ufffd')
    .replace(lineOverwrites, ' ')
    .toWellFormed();

/** Secrets are short lines; a larger file contains none. */
const maxBytes = 1024 * 1024;
const timeoutMs = 10_000;
const stepMs = 20;

/**
 * Reads a small file or pipe (a shell makes one for `<(…)`) named by an option. Throws `bad-setting` if it cannot be
 * read, is too large, or is a pipe that delivers nothing for ten seconds. Opened non-blocking, since a blocking open
 * would wait forever and ignore signals.
 */
export function readSmallFile(path: string): string {
  const cannotRead = (reason: string) => problem('bad-setting', `${path} cannot be read (${reason}).`);
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(file);
    if (!stat.isFile() && !stat.isFIFO()) throw cannotRead('no file');
    const bytes = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (let readCount = 1; readCount > 0 && length < bytes.length; length += readCount)
      readCount = readWithRetry(file, bytes, length);
    if (length > maxBytes) throw cannotRead('larger than 1 MB');
    return bytes.toString('utf8', 0, length).replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : cannotRead(code === 'EAGAIN' ? 'nothing came through it' : code);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readWithRetry(file: number, buffer: Buffer, offset: number): number {
  for (let waitedMs = 0; ; waitedMs += stepMs) {
    try {
      return readSync(file, buffer, offset, buffer.length - offset, null);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || waitedMs >= timeoutMs) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stepMs);
  }
}

/** Reports invalid usage of a command. */
export const usageError = (message: string): ProblemError => problem('unknown-command', message);

export function optionText({ values }: CommandArgs, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** A required option, such as the data folder. */
export function requiredOption(args: CommandArgs, name: string): string {
  const value = optionText(args, name);
  if (value === undefined || value === '') throw usageError(`Give --${name}.`);
  return value;
}

export function optionSeconds(args: CommandArgs, name: string): number | undefined {
  const text = optionText(args, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0 || value > 2_000_000)
    throw usageError(`--${name} takes seconds, as 90.`);
  return value;
}

/** Parses `--set name=value`, repeatable, by the type of each setting. The desk refuses unknown settings. */
export function settingOptions({ values }: CommandArgs): Record<string, unknown> {
  const pairs = Array.isArray(values['set']) ? values['set'] : [];
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, text] = /^([^=]+)=(.*)$/s.exec(String(pair)) ?? [];
      if (name === undefined || text === undefined) throw usageError(`--set takes name=value, as holdSeconds=0.`);
      const value = readSettingText(name, text);
      return [name, value === undefined || Number.isNaN(value) ? text : value];
    }),
  );
}

export interface Secret {
  name: string;
  value: string;
}

/**
 * The secret header, from the first line of a file (`Name: value`) or from PARCEL_DESK_HEADER. Never an argument: those
 * are visible to every program on the machine. No message repeats the content.
 */
export function secretOption(args: CommandArgs, env: NodeJS.ProcessEnv): Secret | undefined {
  const path = optionText(args, 'header-file');
  const line = path === undefined ? env['PARCEL_DESK_HEADER'] : firstLine(path);
  if (line === undefined || line === '') return undefined;
  const [, name, value] = /^([^:\s]+):[ \t]*(.*?)\s*$/.exec(line) ?? [];
  const source = path === undefined ? 'PARCEL_DESK_HEADER' : path;
  if (name === undefined || !value) {
    throw problem('bad-setting', `${source} holds no header: write it as "Name: value" on one line.`);
  }
  const reason = headerNameFault(name) ?? headerValueFault(value);
  if (reason) throw problem('bad-setting', `${source} cannot be used. ${headerAdvice[reason]}`, { reason });
  return { name, value };
}

const firstLine = (path: string): string => readSmallFile(path).split(/\r?\n/, 1)[0] ?? '';

/** Reads secrets from the lines of a file, or (`-`) of standard input: arguments are visible to other programs. */
export async function readSecrets(path: string, input: AsyncIterable<Buffer>): Promise<string[]> {
  const text = path === '-' ? await textOfInput(input) : readSmallFile(path);
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}

async function textOfInput(input: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of input) pieces.push(piece);
  return Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}
