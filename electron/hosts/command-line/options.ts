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

/** An answer as one line of JSON, equivalent for a program, without control characters for the terminal. */
export const jsonLine = (answer: unknown): string =>
  `${JSON.stringify(answer).replace(unsafeCharacters, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;

/** Text made safe for a terminal, since others wrote parts of it; a carriage return at its start is ours. */
export const terminalText = (words: string): string =>
  words
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
 * read, is too large, or a pipe delivers nothing for ten seconds: a blocking open would wait forever and ignore
 * signals.
 */
export function readSmallFile(path: string): string {
  const cannotRead = (why: string) => problem('bad-setting', `${path} cannot be read (${why}).`);
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(file);
    if (!stat.isFile() && !stat.isFIFO()) throw cannotRead('no file');
    const bytes = Buffer.alloc(maxBytes + 1);
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read) read = readWithin(file, bytes, length);
    if (length > maxBytes) throw cannotRead('larger than 1 MB');
    return bytes.toString('utf8', 0, length).replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : cannotRead(code === 'EAGAIN' ? 'nothing came through it' : code);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readWithin(file: number, into: Buffer, at: number): number {
  for (let waitedMs = 0; ; waitedMs += stepMs) {
    try {
      return readSync(file, into, at, into.length - at, null);
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

/**
 * Parses `--set name=value`, repeatable, by the type of each setting; unknown settings are passed on, to be refused by
 * name.
 */
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
  const where = path === undefined ? 'PARCEL_DESK_HEADER' : path;
  if (name === undefined || !value) {
    throw problem('bad-setting', `${where} holds no header: write it as "Name: value" on one line.`);
  }
  const reason = headerNameFault(name) ?? headerValueFault(value);
  if (reason) throw problem('bad-setting', `${where} cannot be used. ${headerAdvice[reason]}`, { reason });
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
