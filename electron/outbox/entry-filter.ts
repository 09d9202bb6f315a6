import {
  createNumbers,
  labelDrawingCreates,
  labelledCreates,
  orderKeyKinds,
} from '../../shared/creates/create-kinds.ts';
import { creates } from '../../shared/creates/creates.ts';
import { labelLists } from '../../shared/labels/label-lists.ts';
import { states as allStates, type State, type EntryList, isFinal, states } from '../../shared/outbox/states.ts';
import { opaqueTextParam, opaqueIntParam } from '../storage/database/queries.ts';
import type { SearchScope } from './search/find-entries.ts';

/** Selects runs of an index; an omitted part matches everything. */
interface RunFilter {
  /** SQL for a create's number */
  endpoint?: string | undefined;
  states?: readonly State[] | undefined;
  /** a further condition on `seq`, beginning with AND */
  where?: string;
}

const endpointsSql = (endpoint: string | undefined) =>
  endpoint === undefined ? createNumbers.map(String) : [endpoint];

/**
 * SQL selecting `seq` of entries by kind and state. One index has a sorted run for each pair, so that a write maintains
 * one index instead of one per kind of list. With ORDER BY, the runs are merged as they are read, however long they
 * are.
 */
export function runsOf(filter: RunFilter): string {
  return runStatements(filter).join(' UNION ALL ');
}

/** The same as `runsOf`, with one statement per run. */
export function runStatements({ endpoint, states = allStates, where = '' }: RunFilter): string[] {
  return endpointsSql(endpoint).flatMap((kind) =>
    states.map(
      (state) =>
        `SELECT seq FROM entry INDEXED BY entry_of_kind WHERE endpoint = ${kind} AND state = '${state}' ${where}`,
    ),
  );
}

/** The same as `runsOf` for the entries of one operator (`@operator`), of one kind or all. */
export function runsOfOperator({ endpoint, where = '' }: Omit<RunFilter, 'states'>): string {
  return endpointsSql(endpoint)
    .map(
      (kind) =>
        `SELECT seq FROM entry INDEXED BY entry_by_operator WHERE endpoint = ${kind} AND operator = ${opaqueTextParam('@operator')} ${where}`,
    )
    .join(' UNION ALL ');
}

/** Matches any kind, phrased so that the same index is used without ORDER BY. */
export const anyKind = (alias: string): string => `${alias}endpoint IN (${createNumbers.join(', ')})`;

/** Entries that have a label, drawn here or their own. The first condition is one that an index covers. */
export const hasLabelCondition = (alias = ''): string =>
  `(${alias}endpoint IN (${labelledCreates.join(', ')}) AND (${alias}brings_label = 1 OR ${alias}endpoint IN (${labelDrawingCreates.join(', ')})))`;

/** Entries whose key names a parcel or a shipment, of any kind of key. */
export const hasOrderKeyCondition = `key_kind IN (${orderKeyKinds.map((kind) => `'${kind}'`).join(', ')})`;

/** SQL for the code of the carrier service an entry is sent with; null: it names none, or was erased. */
export const serviceOf = (alias: string): string =>
  `CASE ${alias}.endpoint ${creates
    .map(
      ({ number, parcel }) =>
        `WHEN ${number} THEN ${alias}.request ->> '$.${['body', ...parcel, 'ServiceCode'].join('.')}'`,
    )
    .join(' ')} END`;

/** Which entries a list shows; all parts present must hold. */
export interface EntryFilter {
  list?: EntryList | undefined;
  state?: string | undefined;
  endpoint?: number | undefined;
  operator?: string | undefined;
  /** code of a service; empty: entries without a service */
  service?: string | undefined;
  /**
   * captured from `since` (inclusive) to `until` (exclusive), in ms, applied as a range of entry numbers
   * (`read-pages.ts`)
   */
  since?: number | undefined;
  until?: number | undefined;
  /** true: the label of the current content is on paper; false: it should be and is not */
  printed?: boolean | undefined;
  /** any text: the best matches, at most `maxFound`, replace the list, best first */
  search?: string | undefined;
  asking?: boolean | undefined;
  stuck?: boolean | undefined;
  toCancel?: boolean | undefined;
}

type FilterPart = 'list' | 'state' | 'endpoint' | 'operator' | 'service' | 'printed' | 'asking' | 'stuck' | 'toCancel';

const openStates = states.filter((state) => !isFinal(state));
const sqlList = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');
const unprinted = labelLists.filter((name) => name !== 'printed');

const listConditions: Record<EntryList, string> = {
  all: '1',
  open: `e.state IN (${sqlList(openStates)})`,
  'needs-you': `(e.asks IS NOT NULL OR e.to_cancel = 1 OR e.state = 'refused' OR (e.state = 'accepted' AND e.accepted_at <= @stuckSince))`,
  waiting: `e.state IN ('queued', 'sending', 'unsure')`,
  asking: 'e.asks IS NOT NULL',
  stuck: `e.state = 'accepted' AND e.accepted_at <= @stuckSince`,
  'to-cancel': 'e.to_cancel = 1',
  draft: `e.state = 'draft'`,
  accepted: `e.state = 'accepted'`,
  refused: `e.state = 'refused'`,
  done: `e.state = 'done'`,
  withdrawn: `e.state = 'withdrawn'`,
};

const statesOfList: Partial<Record<EntryList, readonly State[]>> = {
  open: openStates,
  waiting: ['queued', 'sending', 'unsure'],
  stuck: ['accepted'],
  draft: ['draft'],
  accepted: ['accepted'],
  refused: ['refused'],
  done: ['done'],
  withdrawn: ['withdrawn'],
};

/** One condition on `entry e` for each part present. */
function conditionsOf(filter: EntryFilter): Map<FilterPart, string> {
  const { list = 'all', state, endpoint, operator, service, printed, asking, stuck, toCancel } = filter;
  const conditions = new Map<FilterPart, string>();
  if (list !== 'all') conditions.set('list', listConditions[list]);
  if (state !== undefined) conditions.set('state', 'e.state = @state');
  if (endpoint !== undefined) conditions.set('endpoint', 'e.endpoint = @endpoint');
  if (operator !== undefined) conditions.set('operator', 'e.operator = @operator');
  if (service !== undefined) conditions.set('service', `coalesce(${serviceOf('e')}, '') = @service`);
  if (printed !== undefined)
    conditions.set(
      'printed',
      `e.label_list IN (${sqlList(printed ? ['printed'] : unprinted)}) AND e.label_list IS NOT NULL`,
    );
  if (asking) conditions.set('asking', listConditions.asking);
  if (stuck) conditions.set('stuck', listConditions.stuck);
  if (toCancel) conditions.set('toCancel', listConditions['to-cancel']);
  return conditions;
}

/** The SQL source of a filter's entries. */
export interface Source {
  /** SQL selecting `seq` between `@above` and `@below`: runs of an index, merged when sorted */
  runsSql: string;
  /** conditions on `entry e` that the runs do not imply */
  conditions: readonly string[];
}

const rangeCondition = 'AND seq > @above AND seq < @below';

/**
 * Chooses the shortest index runs that contain every entry of a filter. In order of preference: the few entries that
 * ask or are to be cancelled, labels not on paper, states that entries only pass through; then an operator's entries,
 * printed labels, states and kinds; then all entries.
 */
export function sourceOf(filter: EntryFilter): Source {
  const { list = 'all', endpoint, operator, printed } = filter;
  const conditions = conditionsOf(filter);
  const sourceFrom = (runsSql: string, ...impliedParts: FilterPart[]): Source => {
    for (const part of impliedParts) conditions.delete(part);
    return { runsSql, conditions: [...conditions.values()] };
  };
  const endpointParam = endpoint === undefined ? undefined : opaqueIntParam('@endpoint');
  if (list === 'asking' || filter.asking)
    return sourceFrom(askingRuns(endpointParam), 'asking', 'endpoint', ...listPart(list === 'asking'));
  if (list === 'to-cancel' || filter.toCancel)
    return sourceFrom(toCancelRuns(endpointParam), 'toCancel', 'endpoint', ...listPart(list === 'to-cancel'));
  if (list === 'needs-you') return sourceFrom(needsYouRuns(endpointParam), 'list', 'endpoint');
  if (printed === false) return sourceFrom(labelRuns(unprinted), 'printed');
  const isStuck = filter.stuck || list === 'stuck';
  const possibleStates = statesOf(filter);
  const sourceByState = () => {
    if (possibleStates.length === 0) return sourceFrom('SELECT seq FROM entry WHERE 0', ...conditions.keys());
    const where = `${rangeCondition}${isStuck ? ' AND accepted_at <= @stuckSince' : ''}`;
    return sourceFrom(
      runsOf({ endpoint: endpointParam, states: possibleStates, where }),
      'list',
      'state',
      'stuck',
      'endpoint',
    );
  };
  if (!possibleStates.includes('done')) return sourceByState();
  if (operator !== undefined)
    return sourceFrom(runsOfOperator({ endpoint: endpointParam, where: rangeCondition }), 'operator', 'endpoint');
  if (printed) return sourceFrom(labelRuns(['printed']), 'printed');
  if (possibleStates.length < states.length || endpoint !== undefined) return sourceByState();
  return sourceFrom(`SELECT seq FROM entry WHERE 1 ${rangeCondition}`);
}

const listPart = (isImplied: boolean): FilterPart[] => (isImplied ? ['list'] : []);
const endpointCondition = (endpointParam: string | undefined) =>
  endpointParam === undefined ? '' : `AND endpoint = ${endpointParam}`;
const askingRuns = (endpointParam: string | undefined) =>
  `SELECT seq FROM entry INDEXED BY entry_asking WHERE asks IS NOT NULL ${endpointCondition(endpointParam)} ${rangeCondition}`;
const toCancelRuns = (endpointParam: string | undefined) =>
  `SELECT seq FROM entry INDEXED BY entry_to_cancel WHERE to_cancel = 1 ${endpointCondition(endpointParam)} ${rangeCondition}`;

/** UNION without ALL, because an entry that needs a person for several reasons is listed once. */
function needsYouRuns(endpointParam: string | undefined): string {
  const refused = runStatements({ endpoint: endpointParam, states: ['refused'], where: rangeCondition });
  const stuck = runStatements({
    endpoint: endpointParam,
    states: ['accepted'],
    where: `${rangeCondition} AND accepted_at <= @stuckSince`,
  });
  return [askingRuns(endpointParam), toCancelRuns(endpointParam), ...refused, ...stuck].join(' UNION ');
}

const labelRuns = (lists: readonly string[]): string =>
  lists
    .map(
      (name) =>
        `SELECT seq FROM entry INDEXED BY entry_labels WHERE label_list = '${name}' AND label_list IS NOT NULL ${rangeCondition}`,
    )
    .join(' UNION ALL ');

/** The states an entry matching the filter can have. */
function statesOf({ list = 'all', state, stuck }: EntryFilter): State[] {
  const allowedStates = [statesOfList[list], stuck ? statesOfList.stuck : undefined];
  return states.filter((one) => one === (state ?? one) && allowedStates.every((some) => some?.includes(one) ?? true));
}

/** The whole filter as a condition on `entry e`, for a search; null: no restriction. */
export function filterCondition(filter: EntryFilter): Pick<SearchScope, 'where'> | null {
  const conditions = conditionsOf(filter);
  const hasPeriod = filter.since !== undefined || filter.until !== undefined;
  if (conditions.size === 0 && !hasPeriod) return null;
  const usesSmallIndex = ['asking', 'to-cancel'].includes(filter.list ?? '') || filter.asking || filter.toCancel;
  const kindConditions = filter.endpoint === undefined && conditions.size > 0 && !usesSmallIndex ? [anyKind('e.')] : [];
  return { where: [...conditions.values(), ...kindConditions, 'e.seq > @above AND e.seq < @below'].join(' AND ') };
}
