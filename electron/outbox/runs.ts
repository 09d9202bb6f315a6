import { givenText } from '../database/given.ts';
import { states as allStates, type State } from '../../shared/outbox/states.ts';
import { createNumbers, drawingLabels, labelled, orderKeyKinds } from '../../shared/creates/create-kinds.ts';

/** What runs are of; what is left out may be anything. */
interface RunsOf {
  /** SQL of a create's number */
  endpoint?: string | undefined;
  states?: readonly State[] | undefined;
  /** a further condition on `seq`, beginning with AND */
  where?: string;
}

const kindsOf = (endpoint: string | undefined) => (endpoint === undefined ? createNumbers.map(String) : [endpoint]);

/**
 * SQL that selects `seq` of entries by kind and state: one index has a run of each in order, so that every write keeps one index and not
 * one for each kind of list. Put in order by whoever asks, the runs are merged as they are read, however long they are.
 */
export function runsOf(of: RunsOf): string {
  return everyRunOf(of).join(' UNION ALL ');
}

/** The same, a statement for each run. */
export function everyRunOf({ endpoint, states = allStates, where = '' }: RunsOf): string[] {
  return kindsOf(endpoint).flatMap((kind) =>
    states.map(
      (state) =>
        `SELECT seq FROM entry INDEXED BY entry_of_kind WHERE endpoint = ${kind} AND state = '${state}' ${where}`,
    ),
  );
}

/** The same of one operator (`@operator`), of a kind or of all. */
export function runsOfOperator({ endpoint, where = '' }: Omit<RunsOf, 'states'>): string {
  return kindsOf(endpoint)
    .map(
      (kind) =>
        `SELECT seq FROM entry INDEXED BY entry_by_operator WHERE endpoint = ${kind} AND operator = ${givenText('@operator')} ${where}`,
    )
    .join(' UNION ALL ');
}

/** Any kind, said so that the same index is used where nothing is put in order. */
export const anyKind = (entry: string): string => `${entry}endpoint IN (${createNumbers.join(', ')})`;

/** Entries that have a label: it is drawn here, or they bring one along. The first condition is one an index knows. */
export const hasLabel = (entry = ''): string =>
  `(${entry}endpoint IN (${labelled.join(', ')}) AND (${entry}brings_label = 1 OR ${entry}endpoint IN (${drawingLabels.join(', ')})))`;

/** Entries whose key names a parcel or a shipment, whatever kind of key it is. */
export const hasOrderKey = `key_kind IN (${orderKeyKinds.map((kind) => `'${kind}'`).join(', ')})`;
