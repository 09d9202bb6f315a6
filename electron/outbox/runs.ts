import { states as allStates, type State } from '../../shared/outbox/states.ts';
import { createNumbers } from '../../shared/creates/create-kinds.ts';

/** What runs are of; what is left out may be anything. */
interface RunsOf {
  /** SQL of a create's number */
  endpoint?: string | undefined;
  states?: readonly State[] | undefined;
  /** a further condition on `seq`, beginning with AND */
  where?: string;
}

/**
 * SQL that selects `seq` of entries by kind and state: one index has a run of each in order, so that every write keeps one index and not
 * one for each kind of list. Put in order by whoever asks, the runs are merged as they are read, however long they are.
 */
export function runsOf({ endpoint, states = allStates, where = '' }: RunsOf): string {
  const kinds = endpoint === undefined ? createNumbers.map(String) : [endpoint];
  return kinds
    .flatMap((kind) =>
      states.map(
        (state) =>
          `SELECT seq FROM entry INDEXED BY entry_of_kind WHERE endpoint = ${kind} AND state = '${state}' ${where}`,
      ),
    )
    .join(' UNION ALL ');
}

/** Any kind, said so that the same index is used where nothing is put in order. */
export const anyKind = (entry: string): string => `${entry}endpoint IN (${createNumbers.join(', ')})`;
