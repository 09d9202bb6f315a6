import { openApiDocument } from '../../../shared/service/openapi.ts';
import type { Command } from './command.ts';

/** Prints the service's interface as OpenAPI 3.1, generated from the contract that checks every request. */
export const contract: Command = {
  summary: "prints the service's interface as OpenAPI 3.1",
  usage: '',
  options: {},
  argumentCount: [0, 0],
  async run(_args, { print }) {
    await print(openApiDocument());
    return 0;
  },
};
