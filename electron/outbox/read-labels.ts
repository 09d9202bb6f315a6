import { labelDrawingCreates, labelledCreates } from '../../shared/creates/create-kinds.ts';
import {
  type StaleReason,
  labelLists as listNames,
  maxLabelsCounted,
  type LabelList,
  type LabelRow,
} from '../../shared/labels/label-lists.ts';
import { lacksAddress } from '../../shared/labels/lacks-address.ts';
import type { State } from '../../shared/outbox/states.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { hasLabelCondition } from './entry-filter.ts';
import { entrySearch } from './search/find-entries.ts';
import { readRequest } from './stored-request.ts';

const staleConditions: Record<StaleReason, string> = {
  'number-came': "printed_number = ''",
  'number-changed': 'printed_number <> tracking_number',
  corrected: 'printed_from <> request_sha256',
  'number-final': 'printed_number IS NOT NULL',
  // never printed itself
  replaces: 'printed_number IS NULL',
};

/**
 * Why the printed label of an entry is out of date, as an expression over the table `entry`: one of `staleReasons`, or
 * null.
 */
export const staleReasonSql = `(CASE WHEN label_list IS NOT 'reprint' THEN NULL ${Object.entries(staleConditions)
  .map(([name, condition]) => `WHEN ${condition} THEN '${name}'`)
  .join(' ')} END)`;

interface Row {
  seq: number;
  id: string;
  key: string;
  recipient: string;
  operator: string;
  tracking_number: string;
  tracking_final: 0 | 1 | null;
  printed_number: string | null;
  printed_at: number | null;
  copies: number;
  captured_at: number;
  replaced_by: string | null;
  stale: StaleReason | null;
  replaced_key: string | null;
  request: string;
  request_sha256: Buffer;
}

/** A row of a list; whether an own label can be printed is determined elsewhere. */
export type ListedLabel = Omit<LabelRow, 'badLabel'>;

/** An order with everything its label shows. */
export interface LabelOrder {
  id: string;
  key: string;
  TrackingNumber: string;
  provisional: boolean;
  /** number of its label if drawn now; from 2 on, a valid one is already on paper */
  copy: number;
  /** hash of its request, which shows whether a label matches the current order */
  drawnFrom: Buffer;
  ShippingProvider: string | null;
  /** the captured body; null if it is damaged on disk */
  body: unknown;
}

/** Labels that can be selected at once: as many as a screen requests. */
const maxSelected = 10_000;
/** Orders read in one query: about 2 ms of work. */
const orderBatchSize = 50;

/** Orders that have a label and a number, as lists to select from and as sources of labels, oldest first. */
export function labelLists(db: Sqlite) {
  const columns = `seq, id, key, recipient, operator, tracking_number, tracking_final, printed_number, printed_at, copies,
    captured_at, replaced_by, request, request_sha256, ${staleReasonSql} AS stale,
    iif(replaces_printed = 1, (SELECT o.key FROM entry o WHERE o.id = entry.replaces), NULL) AS replaced_key`;
  const countList = db.prepare<[LabelList], { n: number }>(
    `SELECT count(*) AS n FROM (
       SELECT 1 FROM entry WHERE label_list = ? AND label_list IS NOT NULL LIMIT ${maxLabelsCounted + 1})`,
  );
  const seqs = db.prepare<[LabelList], { seq: number }>(
    'SELECT seq FROM entry WHERE label_list = ? AND label_list IS NOT NULL ORDER BY seq',
  );
  const { find } = entrySearch(db);
  const rows = db.prepare<[string], Row>(
    `SELECT ${columns} FROM (SELECT key AS at, value AS wanted FROM json_each(?)) JOIN entry ON seq = wanted
     WHERE label_list IS NOT NULL ORDER BY at`,
  );
  const preparePage = (comparison: string, order: string) =>
    db.prepare<[{ list: LabelList; from: number; limit: number }], Row>(
      `SELECT ${columns} FROM entry WHERE label_list = @list AND label_list IS NOT NULL AND seq ${comparison} @from
       ORDER BY seq ${order} LIMIT ${opaqueIntParam('@limit')}`,
    );
  const rowsAfter = preparePage('>', 'ASC');
  const rowsBefore = preparePage('<', 'DESC');
  const seqsOnList = db.prepare<[string, LabelList], { seq: number }>(
    `SELECT e.seq AS seq FROM json_each(?) j CROSS JOIN entry e ON e.seq = j.value
     WHERE e.label_list = ? AND e.label_list IS NOT NULL`,
  );
  const orderColumns =
    'id, key, label_list, copies, tracking_number, tracking_final, shipping_provider, request, request_sha256';
  type OrderRow = Omit<Row, 'tracking_number'> & {
    label_list: LabelList | null;
    tracking_number: string | null;
    shipping_provider: string | null;
  };
  const orderById = db.prepare<[string], OrderRow>(
    `SELECT ${orderColumns} FROM entry WHERE id = ? AND label_list IS NOT NULL`,
  );
  const numberlessOrder = db.prepare<[string], OrderRow>(
    `SELECT ${orderColumns} FROM entry WHERE id = ? AND ${hasLabelCondition()} AND tracking_number IS NULL AND replaced_by IS NULL`,
  );
  const countLabelledIds = db.prepare<[string], { n: number }>(
    `SELECT count(*) AS n FROM json_each(?) j CROSS JOIN entry e ON e.id = j.value WHERE e.label_list IS NOT NULL`,
  );
  const allOrders = db.prepare<[], { n: number; last: number | null }>(
    `SELECT count(*) AS n, max(seq) AS last FROM entry
     WHERE label_list IN (${listNames.map((name) => `'${name}'`).join(', ')}) AND label_list IS NOT NULL`,
  );
  // Each list is already sorted, so no more than a page of any is read.
  const nextOfLists = listNames.map(
    (name) =>
      `SELECT * FROM (SELECT seq FROM entry WHERE label_list = '${name}' AND label_list IS NOT NULL
         AND seq > @after AND seq <= @last ORDER BY seq LIMIT ${orderBatchSize})`,
  );
  const ordersAfter = db.prepare<[{ after: number; last: number }], OrderRow>(
    `SELECT seq, ${orderColumns} FROM entry
     WHERE seq IN (SELECT seq FROM (${nextOfLists.join(' UNION ALL ')}) ORDER BY seq LIMIT ${orderBatchSize}) ORDER BY seq`,
  );

  return {
    counts: (): Record<LabelList, number> =>
      Object.fromEntries(listNames.map((name) => [name, countList.get(name)?.n ?? 0])) as Record<LabelList, number>,
    /** A page of a list: after `after`, or the nearest ones before `before`; oldest first in both cases. */
    page(
      list: LabelList,
      position: { after?: number | undefined; before?: number | undefined },
      limit: number,
      search = '',
    ): { rows: ListedLabel[]; next: number | null } {
      const isBackwards = position.before !== undefined && position.after === undefined;
      if (search.trim() !== '') return searchPage(seqsOf(list, search), position, isBackwards, limit);
      // One more shows whether the list continues.
      const readRows = (isBackwards ? rowsBefore : rowsAfter).all({
        list,
        from: (isBackwards ? position.before : position.after) ?? -1,
        limit: limit + 1,
      });
      const page = readRows.slice(0, limit).map(labelRow);
      const next = readRows.length > limit ? (page.at(-1)?.seq ?? null) : null;
      return { rows: isBackwards ? page.toReversed() : page, next };
    },
    /** Returns those of these entries that are on a list. */
    filterListed: (list: LabelList, candidates: readonly number[]): number[] =>
      seqsOnList.all(JSON.stringify(candidates), list).map((row) => row.seq),
    seqs: seqsOf,
    rows: (seqsToRead: readonly number[]): ListedLabel[] => rows.all(JSON.stringify(seqsToRead)).map(labelRow),
    order(id: string): LabelOrder | null {
      const row = orderById.get(id);
      return row === undefined ? null : labelOrder(row);
    },
    /** An order without a number yet, for its provisional label. */
    orderWithoutNumber(id: string): LabelOrder | null {
      const row = numberlessOrder.get(id);
      return row === undefined ? null : labelOrder(row);
    },
    /** How many of these have a label and a number. */
    countLabelled: (ids: readonly string[]): number => countLabelledIds.get(JSON.stringify(ids))?.n ?? 0,
    /** How many orders have a label and a number, and the last of them; null: none has. */
    allOrders(): { count: number; last: number } | null {
      const { n = 0, last = null } = allOrders.get() ?? {};
      return last === null ? null : { count: n, last };
    },
    /**
     * Orders with a label and a number after `after` and up to `last`, oldest first: a few, so that a batch is never in
     * memory as a whole.
     */
    ordersAfter: (after: number, last: number): (LabelOrder & { seq: number })[] =>
      ordersAfter.all({ after, last }).map((row) => ({ seq: row.seq, ...labelOrder(row) })),
  };

  function seqsOf(list: LabelList, search: string): number[] {
    if (search.trim() === '') return seqs.all(list).map((row) => row.seq);
    const scope = { where: 'e.label_list = @list AND e.label_list IS NOT NULL', values: { list } };
    return find(search, scope, maxSelected).toSorted((a, b) => a - b);
  }

  /** The same as `page`, over the results of a search. */
  function searchPage(
    matches: readonly number[],
    { after = -1, before = Infinity }: { after?: number | undefined; before?: number | undefined },
    isBackwards: boolean,
    limit: number,
  ): { rows: ListedLabel[]; next: number | null } {
    const remaining = matches.filter((seq) => (isBackwards ? seq < before : seq > after));
    const page = isBackwards ? remaining.slice(-limit) : remaining.slice(0, limit);
    const lastSeq = isBackwards ? page[0] : page.at(-1);
    const labels = rows.all(JSON.stringify(page)).map(labelRow);
    return { rows: labels, next: page.length < remaining.length ? (lastSeq ?? null) : null };
  }

  function labelOrder(row: OrderRow): LabelOrder {
    return {
      id: row.id,
      key: row.key,
      TrackingNumber: row.tracking_number ?? '',
      provisional: row.tracking_number === null || row.tracking_final === 0,
      copy: row.label_list === 'printed' ? row.copies + 1 : 1,
      drawnFrom: row.request_sha256,
      ShippingProvider: row.shipping_provider,
      body: readRequest(row.request, row.request_sha256)?.body ?? null,
    };
  }
}

function labelRow(row: Row): ListedLabel {
  const body = readRequest(row.request, row.request_sha256)?.body;
  return {
    seq: row.seq,
    id: row.id,
    key: row.key,
    recipient: row.recipient,
    lacksAddress: body !== undefined && lacksAddress(body),
    operator: row.operator,
    trackingNumber: row.tracking_number,
    provisional: row.tracking_final === 0,
    printedNumber: row.printed_number,
    printedAt: row.printed_at,
    copies: row.copies,
    capturedAt: row.captured_at,
    replacedBy: row.replaced_by,
    stale: row.stale,
    replacedKey: row.replaced_key,
  };
}

/** An order whose label is not printed yet; `content` differs once the order was changed. */
export interface UnprintedOrder {
  id: string;
  key: string;
  content: string;
}

/** Newest orders read per kind and state. */
const maxPerRun = 500;
/** The label of an order that is done is on a list, or printed. */
const unprintedStates: readonly State[] = ['draft', 'queued', 'sending', 'unsure', 'accepted', 'refused'];
const unprintedLists: readonly LabelList[] = ['ready', 'reprint', 'unconfirmed', 'provisional'];

/** Orders with a label that is not printed yet, own labels included. */
export function unprintedOrders(db: Sqlite) {
  const runs = [
    ...labelledCreates.flatMap((endpoint) =>
      unprintedStates.map(
        (state) =>
          `SELECT seq FROM entry INDEXED BY entry_of_kind WHERE endpoint = ${endpoint} AND state = '${state}' ORDER BY seq DESC LIMIT ${maxPerRun}`,
      ),
    ),
    ...unprintedLists.map(
      (list) => `SELECT seq FROM entry WHERE label_list = '${list}' ORDER BY seq DESC LIMIT ${maxPerRun}`,
    ),
  ];
  const unprinted = db.prepare<[], UnprintedOrder>(
    `SELECT id, key, hex(request_sha256) AS content FROM entry
     WHERE seq IN (${runs.map((run) => `SELECT seq FROM (${run})`).join(' UNION ')})
       AND (brings_label = 1 OR endpoint IN (${labelDrawingCreates.join(', ')}))
       AND (label_list IS NULL OR label_list <> 'printed') AND replaced_by IS NULL
     ORDER BY seq DESC`,
  );
  const orderStatement = db.prepare<[string], UnprintedOrder & { request: string; sha: Buffer }>(
    'SELECT id, key, hex(request_sha256) AS content, request, request_sha256 AS sha FROM entry WHERE id = ?',
  );
  return {
    /** Newest first. */
    all: (): UnprintedOrder[] => unprinted.all(),
    /** null: no such order; `body` is null if it is damaged. */
    order(id: string): (UnprintedOrder & { body: unknown }) | null {
      const row = orderStatement.get(id);
      if (!row) return null;
      const { request, sha, ...order } = row;
      return { ...order, body: readRequest(request, sha)?.body ?? null };
    },
  };
}
export type UnprintedOrders = ReturnType<typeof unprintedOrders>;
