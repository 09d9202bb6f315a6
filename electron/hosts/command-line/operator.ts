import type { Operator } from '../../../shared/contract/memory-procedures.ts';
import { problem } from '../../../shared/contract/problem.ts';
import { isRight, rights, type Right } from '../../../shared/rights/rights.ts';
import type { Desk } from '../../desk/threads/desk.ts';
import { dataFoldersOf } from '../../storage/register/workspace-folders.ts';
import type { Command, CommandContext, ExitCode, CommandArgs } from './command.ts';
import { dataOption, dataFolder, withDesk } from './data-folder.ts';
import { usageError, optionText, readSecrets } from './options.ts';
import { randomUUID } from 'node:crypto';

/**
 * Sets the PIN and rights of an operator without approval, so that a forgotten PIN locks nobody out. The change is
 * logged. In a root, both practice and live are changed.
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
  argumentCount: [1, 1],
  async run(args, context) {
    const [name = ''] = args.positionals;
    const newRights = rightsOf(args);
    const pin = await pinOf(args, context);
    const folders = dataFoldersOf(dataFolder(args));
    return withDesks(context, folders.length > 0 ? folders : [dataFolder(args)], async (desks) => {
      const [first, ...others] = await withRightsFirst(desks);
      if (!first) return 1;
      const save = async (desk: Desk): Promise<Operator> => {
        const { operators } = await desk.ask('operators.list', {});
        const code = optionText(args, 'code') ?? operators.find((one) => one.name === name)?.code;
        if (code === undefined) throw problem('invalid', `There is no operator ${name}. Give --code to add one.`);
        return desk.ask('operators.save', {
          ...{ commandId: randomUUID(), name, code },
          ...(pin !== undefined && { pin }),
          ...(newRights && { rights: newRights }),
        });
      };
      const saved = await save(first);
      for (const other of others) {
        const exportedOperators = await first.ask('operators.hand', {});
        const { apart } = await other.ask('operators.apart', { from: exportedOperators });
        // a folder with its own rights is changed by this command only, never by copying
        if (apart) await save(other);
        else await other.ask('operators.take', exportedOperators);
      }
      await context.print({ name: saved.name, code: saved.code, hasPin: saved.hasPin, rights: saved.rights });
      return 0;
    });
  },
};

/** Opens practice and live together: if one of them is in use, none is changed. */
const withDesks = (
  context: CommandContext,
  [folder, ...others]: readonly string[],
  task: (desks: readonly Desk[]) => Promise<ExitCode>,
): Promise<ExitCode> =>
  folder === undefined
    ? task([])
    : withDesk(context, { folder }, (desk) => withDesks(context, others, (otherDesks) => task([desk, ...otherDesks])));

/** Sorts folders in which somebody has a right to the front: the others copy the first one. */
async function withRightsFirst(desks: readonly Desk[]): Promise<Desk[]> {
  const hasRights = await Promise.all(
    desks.map(async (desk) => {
      const { operators } = await desk.ask('operators.list', {});
      return operators.some(({ rights: grantedRights }) => grantedRights.length > 0);
    }),
  );
  return [true, false].flatMap((expected) => desks.filter((_, index) => hasRights[index] === expected));
}

function rightsOf(args: CommandArgs): Right[] | undefined {
  const text = optionText(args, 'rights');
  if (text === undefined) return undefined;
  if (text === 'all') return [...rights];
  const names = text === 'none' ? [] : text.split(',').map((one) => one.trim());
  const unknown = names.find((one) => !isRight(one));
  if (unknown !== undefined) throw usageError(`There is no right ${unknown}: ${rights.join(', ')}.`);
  return names.filter(isRight);
}

async function pinOf(args: CommandArgs, context: CommandContext): Promise<string | undefined> {
  const path = optionText(args, 'pin-file');
  if (path === undefined) return undefined;
  const [first] = await readSecrets(path, context.input);
  return first ?? '';
}
