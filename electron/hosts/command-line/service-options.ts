import type { Input } from '../../../shared/contract/desk-contract.ts';
import type { CommandArgs } from './command.ts';
import { dataOption } from './data-folder.ts';
import { secretOption, optionText } from './given.ts';

/** Options of every command that connects to the service. */
export const serviceOptions = {
  ...dataOption,
  service: { type: 'string' },
  account: { type: 'string' },
  'header-file': { type: 'string' },
  set: { type: 'string', multiple: true },
} as const;

export const serviceUsage = '--data DIR [--service URL] [--account NAME] [--header-file FILE] [--set name=value]…';

/** The service a command connects to, as input of the desk. Settings are passed when the folder is opened. */
export function serviceOf(args: CommandArgs, env: NodeJS.ProcessEnv): Input<'service.use'> {
  const service = optionText(args, 'service');
  const secret = secretOption(args, env);
  return {
    ...(service !== undefined && { service }),
    account: optionText(args, 'account') ?? '',
    ...(secret && { secret }),
  };
}
