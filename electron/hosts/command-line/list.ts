import type { EntryRow, IllEndpoint } from '../../../shared/contract/entry-answers.ts';
import { states } from '../../../shared/outbox/states.ts';
import type { Command } from './command.ts';
import { dataOption, folderOf, withReader } from './data-folder.ts';
import { misuse, textOf } from './given.ts';

const pageRows = 500;

/** Why a due entry waits: its endpoint was failing when last tried. */
const illOf = ({ state, endpoint }: EntryRow, ill: readonly IllEndpoint[]): IllEndpoint | null =>
  state === 'queued' ? (ill.find((one) => one.endpoint === endpoint) ?? null) : null;

/** Prints every entry, oldest first, even while another process uses the folder. */
export const list: Command = {
  summary: 'prints every entry of the outbox, oldest first',
  usage: '--data DIR [--state STATE]',
  options: { ...dataOption, state: { type: 'string' } },
  words: [0, 0],
  run(given, around) {
    const state = textOf(given, 'state');
    if (state !== undefined && !states.some((known) => known === state))
      throw misuse(`There is no state ${state}. The states are ${states.join(', ')}.`);
    return withReader(around, { folder: folderOf(given) }, async (desk) => {
      const { seqs } = await desk.ask('entries.seqs', { list: 'all' });
      seqs.reverse();
      for (let from = 0; from < seqs.length && !around.stop.aborted; from += pageRows) {
        const { rows, illEndpoints } = await desk.ask('entries.rows', { seqs: seqs.slice(from, from + pageRows) });
        for (const row of rows) {
          if (state === undefined || row.state === state)
            await around.print({ ...row, endpointIll: illOf(row, illEndpoints) });
        }
      }
      return 0;
    });
  },
};
