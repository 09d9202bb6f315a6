import type { Sqlite } from '../database/open-sqlite.ts';
import { erasedRequest } from '../outbox/stored-request.ts';
import { searchIndex } from '../search/search-index.ts';
import { givenNumber } from '../database/given.ts';

/** Entries erased per transaction: some ms of work and one sync, so that no capture waits long. */
const atOnce = 10;
/** Entries scanned per transaction. */
const lookedAtOnce = 400;

interface Old {
  seq: number;
  key: string;
}

/**
 * Erases the personal data of entries settled before a moment from the database and its search index: requests, answers
 * and texts of the service, words in histories and print jobs, recipients. Keys, tracking numbers, states, times and
 * hashes stay. An entry that is still checked, has a pending question, must be cancelled at the service or has an
 * unsettled label stays whole. `onErase` is called inside each transaction that erases.
 */
export function entryEraser(db: Sqlite, now: () => number, onErase: () => void) {
  const search = searchIndex(db);
  const bounds = db.prepare<[number, number], { last: number | null }>(
    `SELECT max(seq) AS last FROM (SELECT seq FROM entry WHERE seq > ? ORDER BY seq LIMIT ${givenNumber()})`,
  );
  const old = db.prepare<[number, number, number, number], Old>(
    `SELECT seq, key FROM entry
     WHERE seq > ? AND seq <= ? AND settled_at < ? AND erased_at IS NULL AND wait_set_at IS NULL AND to_cancel = 0 AND asks IS NULL
       AND NOT EXISTS (SELECT 1 FROM print_label l WHERE l.entry = entry.seq AND l.settled_at IS NULL)
     ORDER BY seq LIMIT ${givenNumber()}`,
  );
  const erase = db.prepare<[number, string, number]>(
    `UPDATE entry SET erased_at = ?, request = ?, recipient = '', record = NULL, reason_text = NULL, said = NULL WHERE seq = ?`,
  );
  const words = db.prepare<[number]>(
    `UPDATE history SET why = '',
       why_params = CASE WHEN why_params ->> '$.text' IS NULL THEN why_params ELSE json_set(why_params, '$.text', '') END
     WHERE entry = ? AND (why <> '' OR why_params ->> '$.text' IS NOT NULL)`,
  );
  const answers = db.prepare<[number]>('UPDATE attempt SET answer = NULL WHERE entry = ? AND answer IS NOT NULL');
  const prints = db.prepare<[number]>('DELETE FROM entry_print WHERE entry = ?');
  const printed = [
    `UPDATE print_label SET reason = '' WHERE entry = ? AND reason <> ''`,
    `UPDATE print_attempt SET said = NULL WHERE said IS NOT NULL AND label IN (SELECT seq FROM print_label WHERE entry = ?)`,
    `UPDATE print_history SET said = '' WHERE said <> '' AND label IN (SELECT seq FROM print_label WHERE entry = ?)`,
  ].map((sql) => db.prepare<[number]>(sql));
  let place = 0;

  const some = db.transaction((before: number): { erased: number; more: boolean } => {
    const last = bounds.get(place, lookedAtOnce)?.last ?? null;
    if (last === null) {
      place = 0;
      return { erased: 0, more: false };
    }
    const found = old.all(place, last, before, atOnce);
    for (const { seq, key } of found) {
      erase.run(now(), erasedRequest, seq);
      words.run(seq);
      answers.run(seq);
      prints.run(seq);
      for (const one of printed) one.run(seq);
      search.putRequest(seq, key, {});
    }
    if (found.length > 0) onErase();
    place = found.length < atOnce ? last : (found.at(-1)?.seq ?? last);
    return { erased: found.length, more: true };
  });

  return {
    /** Erases a batch of entries settled before `before` (ms); `more`: not all were scanned yet. */
    some,
  };
}
