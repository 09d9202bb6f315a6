import type { Input } from '../../../shared/contract/desk-contract.ts';
import type { Given } from './command.ts';
import { dataOption } from './data-folder.ts';
import { secretOf, textOf } from './given.ts';

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
export function serviceOf(given: Given, env: NodeJS.ProcessEnv): Input<'service.use'> {
  const service = textOf(given, 'service');
  const secret = secretOf(given, env);
  return {
    ...(service !== undefined && { service }),
    account: textOf(given, 'account') ?? '',
    ...(secret && { secret }),
  };
}
