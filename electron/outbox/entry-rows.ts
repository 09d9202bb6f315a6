import type { EntryRow } from '../../shared/contract/entry-answers.ts';
import type { LabelList } from '../../shared/labels/label-lists.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { createRowCheck } from '../database/seal.ts';
import type { EntryRecord } from './entry-record.ts';
import { entryRecordColumns } from './entry-record.ts';
import { serviceOf } from './entry-service.ts';
import { waitsFor } from './waits-for.ts';

export type EntryListRow = EntryRecord & {
  operator: string;
  recipient: string;
  service: string | null;
  label_list: LabelList | null;
  holder_id: string | null;
  holder_key: string | null;
};

/** Columns and tables for one line of a list, and the conversion of such a row. */
export function entryLines(db: Sqlite) {
  const check = createRowCheck(db, 'entry');
  const own = new Set([...entryRecordColumns.split(', '), 'operator', 'recipient', ...check.columns, 'label_list']);
  return {
    columns: `${[...own].map((name) => `e.${name}`).join(', ')}, ${serviceOf('e')} AS service, h.id AS holder_id, h.key AS holder_key`,
    tables: 'entry e LEFT JOIN entry h ON h.seq = e.held_by',
    lineOf: (row: EntryListRow, now: number, stuckMs: number): EntryRow =>
      toEntryRow(row, !check.isIntact(row), now, stuckMs),
  };
}

function toEntryRow(row: EntryListRow, damaged: boolean, now: number, stuckMs: number): EntryRow {
  return {
    seq: row.seq,
    id: row.id,
    endpoint: row.endpoint,
    key: row.key,
    state: row.state,
    tries: row.tries,
    maybeTaken: row.maybe_taken === 1,
    maybeTwice: row.maybe_twice === 1,
    asks: row.asks,
    damaged,
    said: row.said,
    replaces: row.replaces,
    replacedBy: row.replaced_by,
    toCancel: row.to_cancel === 1,
    operator: row.operator,
    capturedAt: row.captured_at,
    settledAt: row.settled_at,
    recipient: row.recipient,
    service: row.service ?? '',
    label: row.label_list,
    trackingNumber: row.tracking_number,
    provisional: row.tracking_number !== null && row.tracking_final === 0,
    reason:
      row.reason_text === null ? null : { code: row.reason_code ?? '', text: row.reason_text, field: row.reason_field },
    waitsFor: waitsFor(row, now, stuckMs),
  };
}
