import type { EntryRow, FailingEndpoint } from '../../../shared/contract/entry-answers.ts';
import { states } from '../../../shared/outbox/states.ts';
import type { Command } from './command.ts';
import { dataOption, dataFolder, withReader } from './data-folder.ts';
import { usageError, optionText } from './options.ts';

const pageRows = 500;

/** Why a due entry waits: its endpoint was failing when last tried. */
const failingEndpointOf = ({ state, endpoint }: EntryRow, ill: readonly FailingEndpoint[]): FailingEndpoint | null =>
  state === 'queued' ? (ill.find((one) => one.endpoint === endpoint) ?? null) : null;

/** Prints every entry, oldest first, even while another process uses the folder. */
export const list: Command = {
  summary: 'prints every entry of the outbox, oldest first',
  usage: '--data DIR [--state STATE]',
  options: { ...dataOption, state: { type: 'string' } },
  argumentCount: [0, 0],
  run(args, context) {
    const state = optionText(args, 'state');
    if (state !== undefined && !states.some((known) => known === state))
      throw usageError(`There is no state ${state}. The states are ${states.join(', ')}.`);
    return withReader(context, { folder: dataFolder(args) }, async (desk) => {
      const { seqs } = await desk.ask('entries.seqs', { list: 'all' });
      seqs.reverse();
      for (let from = 0; from < seqs.length && !context.stop.aborted; from += pageRows) {
        const { rows, illEndpoints } = await desk.ask('entries.rows', { seqs: seqs.slice(from, from + pageRows) });
        for (const row of rows) {
          if (state === undefined || row.state === state)
            await context.print({ ...row, endpointIll: failingEndpointOf(row, illEndpoints) });
        }
      }
      return 0;
    });
  },
};
