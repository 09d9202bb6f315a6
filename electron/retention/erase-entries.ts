import type { Sqlite } from '../database/open-sqlite.ts';
import { erasedRequest } from '../outbox/stored-request.ts';
import { searchIndex } from '../search/search-index.ts';
import { opaqueIntParam } from '../database/given.ts';

/** Entries erased per transaction: some ms of work and one sync, so that no capture waits long. */
const erasedPerBatch = 10;
/** Entries scanned per transaction. */
const scannedPerBatch = 400;

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
  const selectBatchEnd = db.prepare<[number, number], { last: number | null }>(
    `SELECT max(seq) AS last FROM (SELECT seq FROM entry WHERE seq > ? ORDER BY seq LIMIT ${opaqueIntParam()})`,
  );
  const selectOldEntries = db.prepare<[number, number, number, number], OldEntry>(
    `SELECT seq, key FROM entry
     WHERE seq > ? AND seq <= ? AND settled_at < ? AND erased_at IS NULL AND wait_set_at IS NULL AND to_cancel = 0 AND asks IS NULL
       AND NOT EXISTS (SELECT 1 FROM print_label l WHERE l.entry = entry.seq AND l.settled_at IS NULL)
     ORDER BY seq LIMIT ${opaqueIntParam()}`,
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

  const processBatch = db.transaction((before: number): { erased: number; more: boolean } => {
    const last = selectBatchEnd.get(lastScanned, scannedPerBatch)?.last ?? null;
    if (last === null) {
      lastScanned = 0;
      return { erased: 0, more: false };
    }
    const found = selectOldEntries.all(lastScanned, last, before, erasedPerBatch);
    for (const { seq, key } of found) {
      erase.run(now(), erasedRequest, seq);
      eraseHistoryTexts.run(seq);
      eraseAnswers.run(seq);
      deleteFingerprint.run(seq);
      for (const one of erasePrintTexts) one.run(seq);
      search.putRequest(seq, key, {});
    }
    if (found.length > 0) onErase();
    lastScanned = found.length < erasedPerBatch ? last : (found.at(-1)?.seq ?? last);
    return { erased: found.length, more: true };
  });

  return {
    /** Erases a batch of entries settled before `before` (ms); `more`: not all were scanned yet. */
    some: processBatch,
  };
}
