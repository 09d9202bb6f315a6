import { opaqueTextParam } from '../database/given.ts';
import { states as allStates, type State } from '../../shared/outbox/states.ts';
import { createNumbers, drawingLabels, labelledCreates, orderKeyKinds } from '../../shared/creates/create-kinds.ts';

/** Which index runs to select; an omitted part matches anything. */
interface RunsOf {
  /** SQL for a create's number */
  endpoint?: string | undefined;
  states?: readonly State[] | undefined;
  /** a further condition on `seq`, beginning with AND */
  where?: string;
}

const kindsOf = (endpoint: string | undefined) => (endpoint === undefined ? createNumbers.map(String) : [endpoint]);

/**
 * SQL selecting `seq` of entries by kind and state. One index has a sorted run for each pair, so that a write maintains
 * one index instead of one per kind of list. With ORDER BY, the runs are merged as they are read, however long they
 * are.
 */
export function runsOf(of: RunsOf): string {
  return everyRunOf(of).join(' UNION ALL ');
}

/** The same, one statement per run. */
export function everyRunOf({ endpoint, states = allStates, where = '' }: RunsOf): string[] {
  return kindsOf(endpoint).flatMap((kind) =>
    states.map(
      (state) =>
        `SELECT seq FROM entry INDEXED BY entry_of_kind WHERE endpoint = ${kind} AND state = '${state}' ${where}`,
    ),
  );
}

/** The same for one operator (`@operator`), of one kind or all. */
export function runsOfOperator({ endpoint, where = '' }: Omit<RunsOf, 'states'>): string {
  return kindsOf(endpoint)
    .map(
      (kind) =>
        `SELECT seq FROM entry INDEXED BY entry_by_operator WHERE endpoint = ${kind} AND operator = ${opaqueTextParam('@operator')} ${where}`,
    )
    .join(' UNION ALL ');
}

/** Matches any kind, phrased so that the same index is used without ORDER BY. */
export const anyKind = (entry: string): string => `${entry}endpoint IN (${createNumbers.join(', ')})`;

/** Entries that have a label, drawn here or their own. The first condition is one that an index covers. */
export const hasLabelCondition = (entry = ''): string =>
  `(${entry}endpoint IN (${labelledCreates.join(', ')}) AND (${entry}brings_label = 1 OR ${entry}endpoint IN (${drawingLabels.join(', ')})))`;

/** Entries whose key names a parcel or a shipment, of any kind of key. */
export const hasOrderKeyCondition = `key_kind IN (${orderKeyKinds.map((kind) => `'${kind}'`).join(', ')})`;
