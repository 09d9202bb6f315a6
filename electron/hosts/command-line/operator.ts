import { randomUUID } from 'node:crypto';
import { problem } from '../../../shared/contract/problem.ts';
import { isRight, rights, type Right } from '../../../shared/rights/rights.ts';
import type { Command, CommandContext, Given } from './command.ts';
import { dataOption, folderOf, withDesk } from './data-folder.ts';
import { misuse, textOf } from './given.ts';
import { readSecrets } from './read-secrets.ts';

/**
 * Sets the PIN and rights of an operator without any approval, so that a forgotten PIN locks nobody out. The change is
 * logged.
 */
export const operator: Command = {
  summary: 'sets the PIN and the rights of an operator, also where a PIN was forgotten',
  usage: 'NAME --data DIR [--code CODE] [--pin-file FILE|-] [--rights all|none|RIGHT,…]',
  options: {
    ...dataOption,
    code: { type: 'string' },
    'pin-file': { type: 'string' },
    rights: { type: 'string' },
  },
  words: [1, 1],
  async run(given, around) {
    const [name = ''] = given.positionals;
    const named = rightsOf(given);
    const pin = await pinOf(given, around);
    return withDesk(around, { folder: folderOf(given) }, async (desk) => {
      const { operators } = await desk.ask('operators.list', {});
      const code = textOf(given, 'code') ?? operators.find((one) => one.name === name)?.code;
      if (code === undefined) throw problem('invalid', `There is no operator ${name}. Give --code to add one.`);
      const saved = await desk.ask('operators.save', {
        ...{ commandId: randomUUID(), name, code },
        ...(pin !== undefined && { pin }),
        ...(named && { rights: named }),
      });
      await around.print({ name: saved.name, code: saved.code, hasPin: saved.hasPin, rights: saved.rights });
      return 0;
    });
  },
};

function rightsOf(given: Given): Right[] | undefined {
  const text = textOf(given, 'rights');
  if (text === undefined) return undefined;
  if (text === 'all') return [...rights];
  const names = text === 'none' ? [] : text.split(',').map((one) => one.trim());
  const unknown = names.find((one) => !isRight(one));
  if (unknown !== undefined) throw misuse(`There is no right ${unknown}: ${rights.join(', ')}.`);
  return names.filter(isRight);
}

async function pinOf(given: Given, around: CommandContext): Promise<string | undefined> {
  const path = textOf(given, 'pin-file');
  if (path === undefined) return undefined;
  const [first] = await readSecrets(path, around.input);
  return first ?? '';
}
