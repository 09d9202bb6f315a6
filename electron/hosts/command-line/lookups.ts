import { ProblemError } from '../../../shared/contract/problem.ts';
import type { Command, ExitCode, CommandArgs, CommandContext } from './command.ts';
import { dataFolder, withDesk, serviceOf, serviceOptions, serviceUsage } from './data-folder.ts';
import { requiredOption, usageError, settingOptions } from './options.ts';
import { readRequests } from './read-requests.ts';

interface LookupRequest {
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
  argumentCount: [1, 1000],
  run(args, context) {
    const [trackingNumber = '', ...others] = args.positionals;
    const one = { endpoint: 12, path: { trackingNumber } };
    const several = { endpoint: 5, body: { TrackingNumbers: args.positionals } };
    return printLookups(args, context, [others.length === 0 ? one : several]);
  },
};

/** Stock of SKUs in a warehouse: endpoint 19, or 20 if a SKU contains a comma, which 19 takes as a separator. */
export const inventory: Command = {
  summary: 'asks what a warehouse holds of some SKUs',
  usage: `SKU… --warehouse ID ${serviceUsage}`,
  options: { ...serviceOptions, warehouse: { type: 'string' } },
  argumentCount: [1, 1000],
  run(args, context) {
    const WarehouseId = requiredOption(args, 'warehouse');
    const Skus = args.positionals;
    const request = Skus.some((sku) => sku.includes(','))
      ? { endpoint: 20, body: { Skus, WarehouseId } }
      : { endpoint: 19, query: { Skus: Skus.join(','), WarehouseId } };
    return printLookups(args, context, [request]);
  },
};

/** The service's records of some SKUs: endpoint 13. */
export const sku: Command = {
  summary: "asks for the service's records of some SKUs",
  usage: `SKU… ${serviceUsage}`,
  options: serviceOptions,
  argumentCount: [1, 1000],
  run: (args, context) => printLookups(args, context, [{ endpoint: 13, body: { SkuList: args.positionals } }]),
};

const priceEndpoints = { inbound: 14, outbound: 17 } as const;

/** Prices: endpoints 14 and 17, with request bodies from standard input. */
export const price: Command = {
  summary: 'asks for prices; the body of each question is a line of standard input',
  usage: `inbound|outbound ${serviceUsage}`,
  options: serviceOptions,
  argumentCount: [1, 1],
  async run(args, context) {
    const [kind = ''] = args.positionals;
    if (kind !== 'inbound' && kind !== 'outbound') throw usageError('Prices are asked for as inbound or outbound.');
    const requests: LookupRequest[] = [];
    for await (const line of readRequests(context.input)) {
      if ('issue' in line)
        throw new ProblemError({ kind: 'invalid', message: line.issue.message, issues: [line.issue] });
      requests.push({ endpoint: priceEndpoints[kind], body: line.request });
    }
    if (requests.length === 0)
      throw usageError('Give the body of the question on standard input, as JSON on one line.');
    return printLookups(args, context, requests);
  },
};

/** Sends requests one after the other and prints each answer. Its field `at` is the time of a cached answer. */
async function printLookups(
  args: CommandArgs,
  context: CommandContext,
  requests: readonly LookupRequest[],
): Promise<ExitCode> {
  const service = serviceOf(args, context.env);
  return withDesk(context, { folder: dataFolder(args), settings: settingOptions(args) }, async (desk) => {
    await desk.ask('service.use', service);
    for (const request of requests) {
      if (context.stop.aborted) break;
      await context.print(await desk.ask('lookup.ask', { request }));
    }
    return 0;
  });
}
