import { problem, type ProblemError } from '../../../shared/contract/problem.ts';
import { headerAdvice, headerNameFault, headerValueFault } from '../../../shared/settings/secret-header.ts';
import { readSettingText } from '../../../shared/settings/settings.ts';
import type { CommandArgs } from './command.ts';
import { readSmallFile } from './read-given.ts';

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
