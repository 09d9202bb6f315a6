import { createNumbers, drawingLabels, labelledCreates, orderKeyKinds } from '../../shared/creates/create-kinds.ts';
import { creates } from '../../shared/creates/creates.ts';
import { labelLists } from '../../shared/labels/label-lists.ts';
import { states as allStates, type State, type EntryList, isFinal, states } from '../../shared/outbox/states.ts';
import { opaqueTextParam, opaqueIntParam } from '../storage/database/queries.ts';
import type { SearchScope } from './search/find-entries.ts';

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

/** SQL for the code of the carrier service an entry is sent with; null: it names none, or was erased. */
export const serviceOf = (entry: string): string =>
  `CASE ${entry}.endpoint ${creates
    .map(
      ({ number, parcel }) =>
        `WHEN ${number} THEN ${entry}.request ->> '$.${['body', ...parcel, 'ServiceCode'].join('.')}'`,
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

type Part = 'list' | 'state' | 'endpoint' | 'operator' | 'service' | 'printed' | 'asking' | 'stuck' | 'toCancel';

const openStates = states.filter((state) => !isFinal(state));
const among = (some: readonly string[]) => some.map((one) => `'${one}'`).join(', ');
const unprinted = labelLists.filter((name) => name !== 'printed');

const listCondition: Record<EntryList, string> = {
  all: '1',
  open: `e.state IN (${among(openStates)})`,
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
function conditionsOf(filter: EntryFilter): Map<Part, string> {
  const { list = 'all', state, endpoint, operator, service, printed, asking, stuck, toCancel } = filter;
  const found = new Map<Part, string>();
  if (list !== 'all') found.set('list', listCondition[list]);
  if (state !== undefined) found.set('state', 'e.state = @state');
  if (endpoint !== undefined) found.set('endpoint', 'e.endpoint = @endpoint');
  if (operator !== undefined) found.set('operator', 'e.operator = @operator');
  if (service !== undefined) found.set('service', `coalesce(${serviceOf('e')}, '') = @service`);
  if (printed !== undefined)
    found.set('printed', `e.label_list IN (${among(printed ? ['printed'] : unprinted)}) AND e.label_list IS NOT NULL`);
  if (asking) found.set('asking', listCondition.asking);
  if (stuck) found.set('stuck', listCondition.stuck);
  if (toCancel) found.set('toCancel', listCondition['to-cancel']);
  return found;
}

/** The SQL source of a filter's entries. */
export interface Source {
  /** SQL selecting `seq` between `@above` and `@below`: runs of an index, merged when sorted */
  runs: string;
  /** conditions on `entry e` that the runs do not already imply */
  rest: readonly string[];
}

const within = 'AND seq > @above AND seq < @below';

/**
 * Chooses the shortest index runs that contain every entry of a filter. In order of preference: the few entries that
 * ask or are to be cancelled, labels not on paper, states that entries only pass through; then an operator's entries,
 * printed labels, states and kinds; then all entries.
 */
export function sourceOf(filter: EntryFilter): Source {
  const { list = 'all', endpoint, operator, printed } = filter;
  const conditions = conditionsOf(filter);
  const from = (runs: string, ...settled: Part[]): Source => {
    for (const part of settled) conditions.delete(part);
    return { runs, rest: [...conditions.values()] };
  };
  const kind = endpoint === undefined ? undefined : opaqueIntParam('@endpoint');
  if (list === 'asking' || filter.asking) return from(asking(kind), 'asking', 'endpoint', ...ofList(list === 'asking'));
  if (list === 'to-cancel' || filter.toCancel)
    return from(toCancel(kind), 'toCancel', 'endpoint', ...ofList(list === 'to-cancel'));
  if (list === 'needs-you') return from(needsYou(kind), 'list', 'endpoint');
  if (printed === false) return from(labelRuns(unprinted), 'printed');
  const isStuck = filter.stuck || list === 'stuck';
  const of = statesOf(filter);
  const byState = () => {
    if (of.length === 0) return from('SELECT seq FROM entry WHERE 0', ...conditions.keys());
    const where = `${within}${isStuck ? ' AND accepted_at <= @stuckSince' : ''}`;
    return from(runsOf({ endpoint: kind, states: of, where }), 'list', 'state', 'stuck', 'endpoint');
  };
  if (!of.includes('done')) return byState();
  if (operator !== undefined) return from(runsOfOperator({ endpoint: kind, where: within }), 'operator', 'endpoint');
  if (printed) return from(labelRuns(['printed']), 'printed');
  if (of.length < states.length || endpoint !== undefined) return byState();
  return from(`SELECT seq FROM entry WHERE 1 ${within}`);
}

const ofList = (is: boolean): Part[] => (is ? ['list'] : []);
const ofKind = (kind: string | undefined) => (kind === undefined ? '' : `AND endpoint = ${kind}`);
const asking = (kind: string | undefined) =>
  `SELECT seq FROM entry INDEXED BY entry_asking WHERE asks IS NOT NULL ${ofKind(kind)} ${within}`;
const toCancel = (kind: string | undefined) =>
  `SELECT seq FROM entry INDEXED BY entry_to_cancel WHERE to_cancel = 1 ${ofKind(kind)} ${within}`;

/** UNION without ALL: an entry may need a person for several reasons but is listed once. */
function needsYou(kind: string | undefined): string {
  const refused = everyRunOf({ endpoint: kind, states: ['refused'], where: within });
  const stuck = everyRunOf({ endpoint: kind, states: ['accepted'], where: `${within} AND accepted_at <= @stuckSince` });
  return [asking(kind), toCancel(kind), ...refused, ...stuck].join(' UNION ');
}

const labelRuns = (lists: readonly string[]): string =>
  lists
    .map(
      (name) =>
        `SELECT seq FROM entry INDEXED BY entry_labels WHERE label_list = '${name}' AND label_list IS NOT NULL ${within}`,
    )
    .join(' UNION ALL ');

/** The states an entry matching the filter can have. */
function statesOf({ list = 'all', state, stuck }: EntryFilter): State[] {
  const ofParts = [statesOfList[list], stuck ? statesOfList.stuck : undefined];
  return states.filter((one) => one === (state ?? one) && ofParts.every((some) => some?.includes(one) ?? true));
}

/** The whole filter as a condition on `entry e`, for a search; null: no restriction. */
export function filterCondition(filter: EntryFilter): Pick<SearchScope, 'where'> | null {
  const conditions = conditionsOf(filter);
  const isOfSomeTime = filter.since !== undefined || filter.until !== undefined;
  if (conditions.size === 0 && !isOfSomeTime) return null;
  const ofSmallIndex = ['asking', 'to-cancel'].includes(filter.list ?? '') || filter.asking || filter.toCancel;
  const kinds = filter.endpoint === undefined && conditions.size > 0 && !ofSmallIndex ? [anyKind('e.')] : [];
  return { where: [...conditions.values(), ...kinds, 'e.seq > @above AND e.seq < @below'].join(' AND ') };
}
