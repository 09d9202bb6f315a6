import { watchLists, type WatchList } from '../../shared/contract/lookup-procedures.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { hash } from 'node:crypto';

const growth = 1.5;

/** Wait (ms) before a watched number is checked again, after `reads` checks without news. */
function watchWaitMs(
  reads: number,
  { watchFirstSeconds, watchMostSeconds }: Pick<Settings, 'watchFirstSeconds' | 'watchMostSeconds'>,
): number {
  return Math.round(Math.min(watchMostSeconds, watchFirstSeconds * growth ** reads) * 1000);
}

export interface WatchedNumber {
  seq: number;
  number: string;
  added_at: number;
  moved_at: number;
  delivered_at: number | null;
  due_at: number | null;
}

/** A fresh answer about a watched number; all empty if the service did not know it. */
export interface WatchUpdate {
  number: string;
  /** fingerprint text of the newest checkpoint; '' if there is none */
  newest: string;
  /** its time, if readable (ms) */
  newestAt: number | null;
  delivered: boolean;
}

export type WatchSettings = Pick<Settings, 'watchFirstSeconds' | 'watchMostSeconds' | 'stoodStillSeconds'>;

/** Numbers due within this fraction (1/4) of the first wait are checked together, to fill the requests. */
const togetherShare = 4;
/** Maximum length of a list; numbers beyond it are found by search. */
const maxListed = 100_000;

interface WatchRecord extends WatchedNumber {
  reads: number;
  newest: string;
}

/** The watch list on disk. A wait has a start and a length; it is over if the clock is before its start. */
export function watchStore(db: Sqlite, now: () => number, settings: () => WatchSettings) {
  const insert = db.prepare<[string, number, string, number, number]>(
    `INSERT INTO watch (number, added_at, added_by, wait_set_at, wait_for, moved_at) VALUES (?, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING`,
  );
  const remove = db.prepare<[string]>('DELETE FROM watch WHERE number = ?');
  const one = db.prepare<[string], WatchRecord>('SELECT * FROM watch WHERE number = ?');
  const dueNow = db.prepare<[number, number], { number: string }>(
    `SELECT number FROM watch INDEXED BY watch_due WHERE delivered_at IS NULL AND due_at <= ? ORDER BY due_at, seq LIMIT ${opaqueIntParam()}`,
  );
  const setLater = db.prepare<[number, number], { number: string }>(
    `SELECT number FROM watch INDEXED BY watch_wait_set WHERE delivered_at IS NULL AND wait_set_at > ? LIMIT ${opaqueIntParam()}`,
  );
  const next = db.prepare<[], { due_at: number | null }>(
    'SELECT min(due_at) AS due_at FROM watch INDEXED BY watch_due WHERE delivered_at IS NULL',
  );
  const save = db.prepare<[number, number | null, number | null, string, number, number | null, number]>(
    'UPDATE watch SET reads = ?, wait_set_at = ?, wait_for = ?, newest = ?, moved_at = ?, delivered_at = ? WHERE seq = ?',
  );

  function note({ number, newest, newestAt, delivered }: WatchUpdate): boolean {
    const row = one.get(number);
    if (!row) return false;
    const seen = newest === '' ? '' : hash('sha256', newest);
    // Older versions stored the checkpoint's text, which may name the person who took the parcel.
    const moved = seen !== '' && row.newest !== seen && row.newest !== newest;
    const reads = moved ? 0 : row.reads + 1;
    // The newest checkpoint gives the time of the move; a future or unreadable time is replaced by the current one.
    const movedAt = moved ? Math.min(newestAt ?? now(), now()) : row.moved_at;
    const wait = delivered ? null : watchWaitMs(reads, settings());
    const deliveredAt = delivered ? (row.delivered_at ?? movedAt) : null;
    save.run(reads, wait === null ? null : now(), wait, seen || row.newest, movedAt, deliveredAt, row.seq);
    return moved || delivered !== (row.delivered_at !== null);
  }

  return {
    add: (numbers: readonly string[], by: string): { added: string[]; already: string[] } => {
      const isNew = new Map(
        [...new Set(numbers)].map((number) => [number, insert.run(number, now(), by, now(), now()).changes > 0]),
      );
      return {
        added: [...isNew.keys()].filter((number) => isNew.get(number)),
        already: [...isNew.keys()].filter((number) => !isNew.get(number)),
      };
    },
    remove: (numbers: readonly string[]): string[] => numbers.filter((number) => remove.run(number).changes > 0),
    has: (number: string): boolean => one.get(number) !== undefined,
    /** The next numbers to check, at most `most`: none until one is due, then also those due soon after. */
    due(most: number): string[] {
      const soon = now() + (settings().watchFirstSeconds * 1000) / togetherShare;
      const numbersOf = (rows: { number: string }[]) => rows.map(({ number }) => number);
      const due = numbersOf(setLater.all(now(), most));
      if (due.length === 0 && dueNow.get(now(), 1) === undefined) return [];
      return [...new Set([...due, ...numbersOf(dueNow.all(soon, most))])].slice(0, most);
    },
    /** Time until the next is due (ms); null: no watched parcel is still moving. */
    nextMs(): number | null {
      const dueAt = next.get()?.due_at ?? null;
      return dueAt === null ? null : Math.max(0, dueAt - now());
    },
    /** Records fresh answers; returns the numbers that moved, were delivered or became undelivered again. */
    note: db.transaction((seen: readonly WatchUpdate[]): string[] => seen.filter(note).map(({ number }) => number)),
    /** Postpones numbers about which nothing was learned. */
    postpone: db.transaction((numbers: readonly string[]): void => {
      for (const number of numbers) {
        const row = one.get(number);
        if (!row || row.delivered_at !== null) continue;
        const reads = row.reads + 1;
        const wait = watchWaitMs(reads, settings());
        save.run(reads, now(), wait, row.newest, row.moved_at, null, row.seq);
      }
    }),
    ...watchListed(db, now, settings),
  };
}
export type WatchStore = ReturnType<typeof watchStore>;

const conditions: Record<WatchList, string> = {
  all: '1',
  moving: 'delivered_at IS NULL',
  'stood-still': 'delivered_at IS NULL AND moved_at <= @since',
  delivered: 'delivered_at IS NOT NULL',
};

function watchListed(db: Sqlite, now: () => number, settings: () => WatchSettings) {
  const since = (): number => now() - settings().stoodStillSeconds * 1000;
  const prepared = <Row>(sqlOf: (list: WatchList) => string) => {
    const statements = new Map(
      watchLists.map((list) => [list, db.prepare<[Record<string, unknown>], Row>(sqlOf(list))]),
    );
    return (list: WatchList): Row[] => statements.get(list)?.all({ since: since() }) ?? [];
  };
  const seqs = prepared<{ seq: number }>((list) =>
    list === 'stood-still'
      ? `SELECT seq FROM watch INDEXED BY watch_still WHERE ${conditions[list]} ORDER BY moved_at, seq LIMIT ${maxListed}`
      : `SELECT seq FROM watch WHERE ${conditions[list]} ORDER BY seq DESC LIMIT ${maxListed}`,
  );
  const counters = prepared<{ n: number }>((list) => `SELECT count(*) AS n FROM watch WHERE ${conditions[list]}`);
  const bySeq = db.prepare<[number], WatchedNumber>(
    'SELECT seq, number, added_at, moved_at, delivered_at, due_at FROM watch WHERE seq = ?',
  );

  return {
    counts(): Record<WatchList, number> {
      const of = (list: WatchList): number => counters(list)[0]?.n ?? 0;
      return { all: of('all'), moving: of('moving'), 'stood-still': of('stood-still'), delivered: of('delivered') };
    },
    seqs: (list: WatchList): number[] => seqs(list).map(({ seq }) => seq),
    /** Those still watched, in the given order. */
    rows: (some: readonly number[]): WatchedNumber[] => some.flatMap((seq) => bySeq.get(seq) ?? []),
  };
}

interface WatchedFind {
  number: string;
  delivered: boolean;
}

/** Finds watched numbers that contain a piece, newest first. `piece` is folded. */
export function watchedFinder(db: Sqlite) {
  const find = db.prepare<[string, number], { number: string; delivered_at: number | null }>(
    `SELECT number, delivered_at FROM watch
     WHERE instr(lower(number), ?) > 0 ORDER BY seq DESC LIMIT ${opaqueIntParam()}`,
  );
  return (piece: string, limit: number): WatchedFind[] =>
    piece === ''
      ? []
      : find.all(piece, limit).map((row) => ({ number: row.number, delivered: row.delivered_at !== null }));
}
