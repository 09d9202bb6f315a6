import type { EntryRow, FailingEndpoint } from '../../../shared/contract/entry-answers.ts';
import { states } from '../../../shared/outbox/states.ts';
import type { Command } from './command.ts';
import { dataOption, dataFolder, withReader } from './data-folder.ts';
import { usageError, optionText } from './options.ts';

const pageRows = 500;

/** The failing endpoint a queued entry waits for; null if it waits for none. */
const failingEndpointOf = (
  { state, endpoint }: EntryRow,
  failingEndpoints: readonly FailingEndpoint[],
): FailingEndpoint | null =>
  state === 'queued' ? (failingEndpoints.find((one) => one.endpoint === endpoint) ?? null) : null;

/** Prints every entry, oldest first, even while another process uses the folder. */
export const list: Command = {
  summary: 'prints every entry of the outbox, oldest first',
  usage: '--data DIR [--state STATE]',
  options: { ...dataOption, state: { type: 'string' } },
  argumentCount: [0, 0],
  run(args, context) {
    const state = optionText(args, 'state');
    if (state !== undefined && !states.some((name) => name === state))
      throw usageError(`There is no state ${state}. The states are ${states.join(', ')}.`);
    return withReader(context, { folder: dataFolder(args) }, async (desk) => {
      const { seqs } = await desk.ask('entries.seqs', { list: 'all' });
      seqs.reverse();
      for (let offset = 0; offset < seqs.length && !context.stop.aborted; offset += pageRows) {
        const { rows, illEndpoints } = await desk.ask('entries.rows', { seqs: seqs.slice(offset, offset + pageRows) });
        for (const row of rows) {
          if (state === undefined || row.state === state)
            await context.print({ ...row, endpointIll: failingEndpointOf(row, illEndpoints) });
        }
      }
      return 0;
    });
  },
};
