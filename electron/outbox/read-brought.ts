import { drawingLabels, labelledCreates } from '../../shared/creates/create-kinds.ts';
import type { State } from '../../shared/outbox/states.ts';
import type { LabelList } from '../../shared/labels/label-lists.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { readRequest } from './stored-request.ts';

/** An order whose label is not printed yet; `content` differs once the order was changed. */
export interface UnprintedOrder {
  id: string;
  key: string;
  content: string;
}

/** Newest orders read per kind and state. */
const newest = 500;
/** The label of an order that is done is on a list, or printed. */
const states: readonly State[] = ['draft', 'queued', 'sending', 'unsure', 'accepted', 'refused'];
const lists: readonly LabelList[] = ['ready', 'reprint', 'unconfirmed', 'provisional'];

/** Orders with a label that is not printed yet, own labels included. */
export function unprintedOrders(db: Sqlite) {
  const runs = [
    ...labelledCreates.flatMap((endpoint) =>
      states.map(
        (state) =>
          `SELECT seq FROM entry INDEXED BY entry_of_kind WHERE endpoint = ${endpoint} AND state = '${state}' ORDER BY seq DESC LIMIT ${newest}`,
      ),
    ),
    ...lists.map((list) => `SELECT seq FROM entry WHERE label_list = '${list}' ORDER BY seq DESC LIMIT ${newest}`),
  ];
  const all = db.prepare<[], UnprintedOrder>(
    `SELECT id, key, hex(request_sha256) AS content FROM entry
     WHERE seq IN (${runs.map((run) => `SELECT seq FROM (${run})`).join(' UNION ')})
       AND (brings_label = 1 OR endpoint IN (${drawingLabels.join(', ')}))
       AND (label_list IS NULL OR label_list <> 'printed') AND replaced_by IS NULL
     ORDER BY seq DESC`,
  );
  const one = db.prepare<[string], UnprintedOrder & { request: string; sha: Buffer }>(
    'SELECT id, key, hex(request_sha256) AS content, request, request_sha256 AS sha FROM entry WHERE id = ?',
  );
  return {
    /** Newest first. */
    all: (): UnprintedOrder[] => all.all(),
    /** null: no such order; `body` is null if it is damaged. */
    order(id: string): (UnprintedOrder & { body: unknown }) | null {
      const row = one.get(id);
      if (!row) return null;
      const { request, sha, ...order } = row;
      return { ...order, body: readRequest(request, sha)?.body ?? null };
    },
  };
}
export type UnprintedOrders = ReturnType<typeof unprintedOrders>;
