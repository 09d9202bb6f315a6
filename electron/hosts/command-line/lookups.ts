import { ProblemError } from '../../../shared/contract/problem.ts';
import type { Command, ExitCode, Given, CommandContext } from './command.ts';
import { folderOf, withDesk } from './data-folder.ts';
import { demanded, misuse, settingsOf } from './given.ts';
import { readRequests } from './read-requests.ts';
import { serviceOf, serviceOptions, serviceUsage } from './service-options.ts';

interface Question {
  endpoint: number;
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Tracks parcels: endpoint 12 for one number, 5 for several. */
export const track: Command = {
  summary: 'asks where parcels are',
  usage: `NUMBER… ${serviceUsage}`,
  options: serviceOptions,
  words: [1, 1000],
  run(given, around) {
    const [trackingNumber = '', ...more] = given.positionals;
    const one = { endpoint: 12, path: { trackingNumber } };
    const several = { endpoint: 5, body: { TrackingNumbers: given.positionals } };
    return askAll(given, around, [more.length === 0 ? one : several]);
  },
};

/** Stock of SKUs in a warehouse: endpoint 19, or 20 if a SKU contains a comma, which 19 takes as a separator. */
export const inventory: Command = {
  summary: 'asks what a warehouse holds of some SKUs',
  usage: `SKU… --warehouse ID ${serviceUsage}`,
  options: { ...serviceOptions, warehouse: { type: 'string' } },
  words: [1, 1000],
  run(given, around) {
    const WarehouseId = demanded(given, 'warehouse');
    const Skus = given.positionals;
    const question = Skus.some((sku) => sku.includes(','))
      ? { endpoint: 20, body: { Skus, WarehouseId } }
      : { endpoint: 19, query: { Skus: Skus.join(','), WarehouseId } };
    return askAll(given, around, [question]);
  },
};

/** The service's records of some SKUs: endpoint 13. */
export const sku: Command = {
  summary: "asks for the service's records of some SKUs",
  usage: `SKU… ${serviceUsage}`,
  options: serviceOptions,
  words: [1, 1000],
  run: (given, around) => askAll(given, around, [{ endpoint: 13, body: { SkuList: given.positionals } }]),
};

const priceEndpoints = { inbound: 14, outbound: 17 } as const;

/** Prices: endpoints 14 and 17, with request bodies from standard input. */
export const price: Command = {
  summary: 'asks for prices; the body of each question is a line of standard input',
  usage: `inbound|outbound ${serviceUsage}`,
  options: serviceOptions,
  words: [1, 1],
  async run(given, around) {
    const [kind = ''] = given.positionals;
    if (kind !== 'inbound' && kind !== 'outbound') throw misuse('Prices are asked for as inbound or outbound.');
    const questions: Question[] = [];
    for await (const line of readRequests(around.input)) {
      if ('issue' in line)
        throw new ProblemError({ kind: 'invalid', message: line.issue.message, issues: [line.issue] });
      questions.push({ endpoint: priceEndpoints[kind], body: line.request });
    }
    if (questions.length === 0) throw misuse('Give the body of the question on standard input, as JSON on one line.');
    return askAll(given, around, questions);
  },
};

/** Sends requests one after the other and prints each answer. `at` shows when a cached answer was read. */
async function askAll(given: Given, around: CommandContext, questions: readonly Question[]): Promise<ExitCode> {
  const service = serviceOf(given, around.env);
  return withDesk(around, { folder: folderOf(given), settings: settingsOf(given) }, async (desk) => {
    await desk.ask('service.use', service);
    for (const request of questions) {
      if (around.stop.aborted) break;
      await around.print(await desk.ask('lookup.ask', { request }));
    }
    return 0;
  });
}
