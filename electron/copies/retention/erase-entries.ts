import { hashedName, isLegacyTextName } from '../../outbox/decide.ts';
import { searchIndex } from '../../outbox/search/search-index.ts';
import { erasedRequest } from '../../outbox/stored-request.ts';
import { factStore } from '../../storage/database/facts.ts';
import { type Sqlite, busyTimeoutMs } from '../../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../../storage/database/queries.ts';
import { statSync } from 'node:fs';
import { z } from 'zod';

/** Entries erased per transaction: some ms of work and one sync, so that no capture waits long. */
const erasedPerBatch = 10;
/** Entries scanned per transaction. */
const scannedPerBatch = 400;

/**
 * What is old enough to be erased: times before `before` (ms), and those after `after` up to `upTo`, which a clock that
 * was ahead has written.
 */
export interface OldTimes {
  before: number;
  after: number;
  upTo: number;
}

/** No times of a clock that was ahead. */
export const noneAhead = { after: 0, upTo: 0 };

const isOldTime = (time: number, { before, after, upTo }: OldTimes): boolean =>
  time < before || (time > after && time <= upTo);

/** A condition for a column of times, with the parameters `@before`, `@after` and `@upTo`. */
const isOld = (column: string): string => `(${column} < @before OR (${column} > @after AND ${column} <= @upTo))`;

interface OldEntry {
  seq: number;
  key: string;
}

/**
 * Erases the personal data of entries settled before a moment from the database and its search index: requests, answers
 * and texts of the service, words in histories and print jobs, recipients. Keys, tracking numbers, states, times and
 * hashes stay. An entry that is still checked, has a pending question, must be cancelled at the service or has an
 * unsettled label stays whole. `onErase` is called inside each transaction that erases.
 */
export function createEntryEraser(db: Sqlite, now: () => number, onErase: () => void) {
  const search = searchIndex(db);
  const selectBatchEnd = db.prepare<[number, number], { last: number | null; latest: number | null }>(
    `SELECT max(seq) AS last, max(settled_at) FILTER (WHERE erased_at IS NULL) AS latest
     FROM (SELECT seq, settled_at, erased_at FROM entry WHERE seq > ? ORDER BY seq LIMIT ${opaqueIntParam()})`,
  );
  const selectOldEntries = db.prepare<[{ first: number; last: number; limit: number } & OldTimes], OldEntry>(
    `SELECT seq, key FROM entry
     WHERE seq > @first AND seq <= @last AND ${isOld('settled_at')} AND erased_at IS NULL AND wait_set_at IS NULL AND to_cancel = 0 AND asks IS NULL
       AND NOT EXISTS (SELECT 1 FROM print_label l WHERE l.entry = entry.seq AND l.settled_at IS NULL)
     ORDER BY seq LIMIT ${opaqueIntParam('@limit')}`,
  );
  const erase = db.prepare<[number, string, number]>(
    `UPDATE entry SET erased_at = ?, request = ?, recipient = '', record = NULL, reason_text = NULL, said = NULL WHERE seq = ?`,
  );
  const eraseHistoryTexts = db.prepare<[number]>(
    `UPDATE history SET why = '',
       why_params = CASE WHEN why_params ->> '$.text' IS NULL THEN why_params ELSE json_set(why_params, '$.text', '') END
     WHERE entry = ? AND (why <> '' OR why_params ->> '$.text' IS NOT NULL)`,
  );
  const eraseAnswers = db.prepare<[number]>('UPDATE attempt SET answer = NULL WHERE entry = ? AND answer IS NOT NULL');
  const deleteFingerprint = db.prepare<[number]>('DELETE FROM entry_print WHERE entry = ?');
  const erasePrintTexts = [
    `UPDATE print_label SET reason = '' WHERE entry = ? AND reason <> ''`,
    `UPDATE print_attempt SET said = NULL WHERE said IS NOT NULL AND label IN (SELECT seq FROM print_label WHERE entry = ?)`,
    `UPDATE print_history SET said = '' WHERE said <> '' AND label IN (SELECT seq FROM print_label WHERE entry = ?)`,
  ].map((sql) => db.prepare<[number]>(sql));
  let lastScanned = 0;

  const processBatch = db.transaction((old: OldTimes): { erased: number; latest: number; hasMore: boolean } => {
    const { last, latest } = selectBatchEnd.get(lastScanned, scannedPerBatch) ?? { last: null, latest: null };
    if (last === null) {
      lastScanned = 0;
      return { erased: 0, latest: 0, hasMore: false };
    }
    const oldEntries = selectOldEntries.all({ ...old, first: lastScanned, last, limit: erasedPerBatch });
    for (const { seq, key } of oldEntries) {
      erase.run(now(), erasedRequest, seq);
      eraseHistoryTexts.run(seq);
      eraseAnswers.run(seq);
      deleteFingerprint.run(seq);
      for (const statement of erasePrintTexts) statement.run(seq);
      search.putRequest(seq, key, {});
    }
    if (oldEntries.length > 0) onErase();
    lastScanned = oldEntries.length < erasedPerBatch ? last : (oldEntries.at(-1)?.seq ?? last);
    return { erased: oldEntries.length, latest: latest ?? 0, hasMore: true };
  });

  return {
    /** Erases a batch of old entries. `latest`: the latest time (ms) of those not erased before; `hasMore`: not all are scanned yet. */
    eraseBatch: processBatch,
  };
}

const memoriesPerBatch = 200;

/** Memories of screens and imports without text of orders: choices, codes of goods, mappings of columns. */
const permanentNames = ['language', 'choices', 'scanner', 'outbox', 'labels', 'first-steps', 'inventory/question'];
const permanentPrefixes = ['import/', 'operators/'];
const viewsName = 'outbox-views';
const view = z.looseObject({ used: z.number().optional().catch(undefined) });

/** The tables with memories, and the column with the time of their last use. */
const timedTables = [
  ['remembered_address', 'used_at'],
  ['remembered_goods', 'used_at'],
  ['list_item', 'used_at'],
  ['template', 'used_at'],
  ['lookup_answer', 'at'],
  ['watch', 'delivered_at'],
  ['memory', 'at'],
] as const;

const quoteList = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ');

/**
 * Erases memories not used since a moment: learned recipients, goods and codes, templates, half-typed forms and pasted
 * blocks, saved views, lookup answers, delivered parcels on the watch list. Settings, choices and imported lists stay.
 * `onUnlist` is called inside each transaction that deletes SKUs from their index.
 */
export function createMemoryEraser(db: Sqlite, onUnlist: () => void) {
  const deleteOldRows = [
    `DELETE FROM remembered_address WHERE id IN (SELECT id FROM remembered_address WHERE ${isOld('used_at')} LIMIT ${memoriesPerBatch})`,
    `DELETE FROM remembered_goods WHERE (by, name) IN (SELECT by, name FROM remembered_goods WHERE ${isOld('used_at')} LIMIT ${memoriesPerBatch})`,
    `DELETE FROM list_item WHERE (list, code) IN (
       SELECT list, code FROM list_item WHERE imported = 0 AND ${isOld('used_at')} LIMIT ${memoriesPerBatch})`,
    `DELETE FROM template WHERE id IN (SELECT id FROM template WHERE ${isOld('used_at')} LIMIT ${memoriesPerBatch})`,
    `DELETE FROM lookup_answer WHERE id IN (SELECT id FROM lookup_answer WHERE ${isOld('at')} LIMIT ${memoriesPerBatch})`,
    `DELETE FROM watch WHERE seq IN (SELECT seq FROM watch WHERE ${isOld('delivered_at')} LIMIT ${memoriesPerBatch})`,
    `DELETE FROM memory WHERE name IN (
       SELECT name FROM memory WHERE ${isOld('at')} AND name NOT IN (${quoteList([...permanentNames, viewsName])})
         AND ${permanentPrefixes.map((beginning) => `name NOT LIKE '${beginning}%'`).join(' AND ')} LIMIT ${memoriesPerBatch})`,
  ].map((sql) => db.prepare<[OldTimes]>(sql));
  const selectLatest = db
    .prepare<[], number | null>(
      `SELECT max(time) FROM (
         ${timedTables.map(([table, column]) => `SELECT max(${column}) AS time FROM ${table}`).join(' UNION ALL ')})`,
    )
    .pluck();
  // the SKU index contains a code's tokens until its row is deleted
  const deleteUnlistedSkus = db.prepare<[]>(
    `DELETE FROM sku_search WHERE rowid IN (
       SELECT d.id FROM sku_search_docsize d WHERE NOT EXISTS (SELECT 1 FROM sku_row r WHERE r.id = d.id) LIMIT ${memoriesPerBatch})`,
  );
  const readViews = db.prepare<[string], { value: string; at: number }>('SELECT value, at FROM memory WHERE name = ?');
  const writeViews = db.prepare<[string, string]>('UPDATE memory SET value = ? WHERE name = ?');
  const deleteViews = db.prepare<[string]>('DELETE FROM memory WHERE name = ?');
  const selectLegacyTexts = db.prepare<[], { name: string; value: string }>(
    `SELECT name, value FROM fact WHERE name LIKE 'said %'`,
  );
  const insertHash = db.prepare<[string, string]>(
    'INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const deleteText = db.prepare<[string]>('DELETE FROM fact WHERE name = ?');

  /**
   * Saved views contain search words and a name. Each has the time it was last used; one without counts as used when
   * the views were stored.
   */
  function eraseViews(old: OldTimes): number {
    const row = readViews.get(viewsName);
    if (row === undefined) return 0;
    const views = z.array(view).safeParse(JSON.parse(row.value)).data ?? [];
    const remaining = views.filter(({ used = row.at }) => !isOldTime(Math.min(used, row.at), old));
    if (remaining.length === views.length && (views.length > 0 || !isOldTime(row.at, old))) return 0;
    if (remaining.length === 0) return deleteViews.run(viewsName).changes;
    writeViews.run(JSON.stringify(remaining), viewsName);
    return views.length - remaining.length;
  }

  /** Older programs stored texts of the service, which may contain a person's name, where their hash is enough. */
  function hashServiceTexts(): void {
    for (const { name, value } of selectLegacyTexts.all().filter((one) => isLegacyTextName(one.name))) {
      insertHash.run(hashedName(name), value);
      deleteText.run(name);
    }
  }

  const processBatch = db.transaction((old: OldTimes): number => {
    let erasedCount = eraseViews(old);
    for (const statement of deleteOldRows) erasedCount += statement.run(old).changes;
    // index rows belong to codes already counted
    const unlisted = deleteUnlistedSkus.run().changes;
    if (unlisted > 0) onUnlist();
    hashServiceTexts();
    return erasedCount === 0 && unlisted === memoriesPerBatch ? 1 : erasedCount;
  });

  return {
    /** Erases a batch; returns how many, 0 if nothing is left. */
    eraseBatch: processBatch,
    /** The latest time (ms) of a memory; 0 if there is none. */
    latest: (): number => selectLatest.get() ?? 0,
  };
}

/** Rows scanned per transaction: some ms of work, so that no capture waits long. */
const scansPerBatch = 400;

/**
 * Erases the text of scans that belong to no order from handovers and print jobs, if made before a moment. Such a code
 * may be anything, such as an address in the QR code of another shop. The scan itself, its time and its operator stay.
 */
export function createScanEraser(db: Sqlite) {
  const tables = [
    {
      table: 'handover_surplus',
      // codes are unique within a handover
      erase: `UPDATE handover_surplus SET code = 'erased-' || seq WHERE seq > @first AND seq <= @last AND ${isOld('at')} AND code NOT LIKE 'erased-%'`,
    },
    {
      table: 'print_history',
      erase: `UPDATE print_history SET said = '' WHERE seq > @first AND seq <= @last AND ${isOld('at')} AND event = 'scan' AND label IS NULL AND said <> ''`,
    },
  ].map(({ table, erase }) => ({
    last: db
      .prepare<[number, number], number | null>(
        `SELECT max(seq) FROM (SELECT seq FROM ${table} WHERE seq > ? ORDER BY seq LIMIT ${opaqueIntParam()})`,
      )
      .pluck(),
    erase: db.prepare<[{ first: number; last: number } & OldTimes]>(erase),
  }));
  let [tableIndex, lastScanned] = [0, 0];

  return {
    /** Scans a batch; returns whether there is more. */
    processBatch: db.transaction((old: OldTimes): boolean => {
      const table = tables[tableIndex];
      const last = table?.last.get(lastScanned, scansPerBatch) ?? null;
      if (table === undefined) {
        [tableIndex, lastScanned] = [0, 0];
        return false;
      }
      if (last === null) {
        [tableIndex, lastScanned] = [tableIndex + 1, 0];
        return true;
      }
      table.erase.run({ ...old, first: lastScanned, last });
      lastScanned = last;
      return true;
    }),
  };
}

/** Pages of a search index merged per step. */
const pagesPerStep = 64;
/** A file up to this size is vacuumed in about a second (bytes); a larger one only if a user waits for it. */
const maxAutomaticBytes = 100 * 1024 * 1024;
const cleanedFact = 'retention-cleaned';
/** The search indexes, and the fact that records whether erased words are still in one. */
const indexes = [
  { table: 'search', unmergedAt: 'retention-unmerged' },
  { table: 'sku_search', unmergedAt: 'retention-unmerged-skus' },
] as const;
type SearchIndex = (typeof indexes)[number]['table'];

/** Removes what erasing leaves behind in the file: in the search indexes, in free pages and in the log. */
export function createSpaceCleaner(db: Sqlite) {
  const facts = factStore(db);
  const isFactSet = (name: string): boolean => facts.get(name) === 'yes';
  const mergeableIndexes = indexes.map((one) => ({
    ...one,
    merge: db.prepare<[number]>(`INSERT INTO ${one.table} (${one.table}, rank) VALUES ('merge', ?)`),
  }));
  const selectTotalChanges = db.prepare<[], { n: number }>('SELECT total_changes() AS n');
  const totalChanges = (): number => selectTotalChanges.get()?.n ?? 0;

  /** An index that was never merged counts as unmerged too: changed entries left their old words in it. */
  function createIndexMerger(): () => boolean {
    let mergingIndex: SearchIndex | null = null;
    return () => {
      const unmerged = mergeableIndexes.find(({ unmergedAt }) => facts.get(unmergedAt) !== 'no');
      if (unmerged === undefined) return false;
      const changesBefore = totalChanges();
      unmerged.merge.run(mergingIndex === unmerged.table ? pagesPerStep : -pagesPerStep);
      mergingIndex = unmerged.table;
      if (totalChanges() - changesBefore >= 2) return true;
      mergingIndex = null;
      facts.set(unmerged.unmergedAt, 'no');
      return mergeableIndexes.some(({ unmergedAt }) => facts.get(unmergedAt) !== 'no');
    };
  }

  return {
    /**
     * Switches on or off that SQLite overwrites deleted content with zeros. Once it is off, the file no longer counts
     * as clean.
     */
    setOverwriting(isWanted: boolean): void {
      db.pragma(`secure_delete = ${isWanted ? 'ON' : 'OFF'}`);
      if (!isWanted && isFactSet(cleanedFact)) facts.set(cleanedFact, 'no');
    },
    /**
     * Notes that words were deleted from a search index, which contains them until it is merged. Part of the caller's
     * transaction.
     */
    markUnmerged(index: SearchIndex): void {
      const name = indexes.find(({ table }) => table === index)?.unmergedAt;
      if (name !== undefined && !isFactSet(name)) facts.set(name, 'yes');
    },
    /** Merges some pages of an index that words were deleted from; returns whether there is more. */
    mergeIndexes: createIndexMerger(),
    /** Truncates the log; returns false if a reader is using it. Does not wait, because captures would wait too. */
    truncateLog(): boolean {
      db.pragma('busy_timeout = 0');
      try {
        const [{ busy } = { busy: 0 }] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
        return busy === 0;
      } finally {
        db.pragma(`busy_timeout = ${busyTimeoutMs}`);
      }
    },
    /**
     * Vacuums the file once, because of content deleted before overwriting was switched on; a large file only if
     * `isForced`. Returns whether the file is clean.
     */
    vacuumOnce(isForced: boolean): boolean {
      if (isFactSet(cleanedFact)) return true;
      if (!isForced && statSync(db.name).size > maxAutomaticBytes) return false;
      db.exec('VACUUM');
      facts.set(cleanedFact, 'yes');
      return true;
    },
  };
}

/**
 * Erases everything older than `before` (ms) in a restored file, as retention already had in the file it replaces, so
 * that erased data does not reappear. Returns the number of entries. `yieldToEventLoop` is awaited regularly.
 */
export async function repeatErasures(
  db: Sqlite,
  before: number,
  { now, yieldToEventLoop }: { now: () => number; yieldToEventLoop: () => Promise<void> },
): Promise<number> {
  const space = createSpaceCleaner(db);
  const entries = createEntryEraser(db, now, () => space.markUnmerged('search'));
  const memories = createMemoryEraser(db, () => space.markUnmerged('sku_search'));
  const scans = createScanEraser(db);
  // so that no erased content remains in free pages
  space.setOverwriting(true);
  const old = { before, ...noneAhead };
  let count = 0;
  for (let hasMore = true; hasMore; await yieldToEventLoop()) {
    const batch = entries.eraseBatch(old);
    count += batch.erased;
    hasMore = batch.hasMore;
  }
  while (memories.eraseBatch(old) > 0) await yieldToEventLoop();
  while (scans.processBatch(old)) await yieldToEventLoop();
  while (space.mergeIndexes()) await yieldToEventLoop();
  return count;
}
