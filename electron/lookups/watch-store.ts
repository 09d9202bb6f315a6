import { watchLists, type WatchList } from '../../shared/contract/lookup-procedures.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { hash } from 'node:crypto';

const waitGrowth = 1.5;

/** Wait (ms) before a watched number is checked again; `reads`: the checks since its last change. */
function watchWaitMs(
  reads: number,
  { watchFirstSeconds, watchMostSeconds }: Pick<Settings, 'watchFirstSeconds' | 'watchMostSeconds'>,
): number {
  return Math.round(Math.min(watchMostSeconds, watchFirstSeconds * waitGrowth ** reads) * 1000);
}

export interface WatchedNumber {
  seq: number;
  number: string;
  added_at: number;
  moved_at: number;
  delivered_at: number | null;
  due_at: number | null;
}

/** What a fresh answer says about a watched number; empty if the service does not know it. */
export interface WatchUpdate {
  number: string;
  /** the newest checkpoint as text; '' if there is none */
  newest: string;
  /** time of that checkpoint (ms); null if unreadable */
  newestAt: number | null;
  delivered: boolean;
}

export type WatchSettings = Pick<Settings, 'watchFirstSeconds' | 'watchMostSeconds' | 'stoodStillSeconds'>;

/** Numbers that become due within the first wait divided by this are checked at once, to fill the requests. */
const dueSoonDivisor = 4;
/** Maximum length of a list; further numbers are found by search. */
const maxListed = 100_000;

interface WatchRecord extends WatchedNumber {
  reads: number;
  newest: string;
}

/** The watch list on disk. A wait has a start and a length, and is also over if the clock is before its start. */
export function watchStore(db: Sqlite, now: () => number, settings: () => WatchSettings) {
  const insert = db.prepare<[string, number, string, number, number]>(
    `INSERT INTO watch (number, added_at, added_by, wait_set_at, wait_for, moved_at) VALUES (?, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING`,
  );
  const remove = db.prepare<[string]>('DELETE FROM watch WHERE number = ?');
  const rowOf = db.prepare<[string], WatchRecord>('SELECT * FROM watch WHERE number = ?');
  const dueNow = db.prepare<[number, number], { number: string }>(
    `SELECT number FROM watch INDEXED BY watch_due WHERE delivered_at IS NULL AND due_at <= ? ORDER BY due_at, seq LIMIT ${opaqueIntParam()}`,
  );
  const setInFuture = db.prepare<[number, number], { number: string }>(
    `SELECT number FROM watch INDEXED BY watch_wait_set WHERE delivered_at IS NULL AND wait_set_at > ? LIMIT ${opaqueIntParam()}`,
  );
  const earliestDue = db.prepare<[], { due_at: number | null }>(
    'SELECT min(due_at) AS due_at FROM watch INDEXED BY watch_due WHERE delivered_at IS NULL',
  );
  const save = db.prepare<[number, number | null, number | null, string, number, number | null, number]>(
    'UPDATE watch SET reads = ?, wait_set_at = ?, wait_for = ?, newest = ?, moved_at = ?, delivered_at = ? WHERE seq = ?',
  );

  function recordUpdate({ number, newest, newestAt, delivered }: WatchUpdate): boolean {
    const row = rowOf.get(number);
    if (!row) return false;
    const fingerprint = newest === '' ? '' : hash('sha256', newest);
    // older versions stored the text instead of its hash; the text may name the person who took the parcel
    const hasMoved = fingerprint !== '' && row.newest !== fingerprint && row.newest !== newest;
    const reads = hasMoved ? 0 : row.reads + 1;
    // the time of the newest checkpoint; a future or unreadable one is replaced by the current time
    const movedAt = hasMoved ? Math.min(newestAt ?? now(), now()) : row.moved_at;
    const waitMs = delivered ? null : watchWaitMs(reads, settings());
    const deliveredAt = delivered ? (row.delivered_at ?? movedAt) : null;
    save.run(reads, waitMs === null ? null : now(), waitMs, fingerprint || row.newest, movedAt, deliveredAt, row.seq);
    return hasMoved || delivered !== (row.delivered_at !== null);
  }

  return {
    add: (numbers: readonly string[], operator: string): { added: string[]; already: string[] } => {
      const isNew = new Map(
        [...new Set(numbers)].map((number) => [number, insert.run(number, now(), operator, now(), now()).changes > 0]),
      );
      return {
        added: [...isNew.keys()].filter((number) => isNew.get(number)),
        already: [...isNew.keys()].filter((number) => !isNew.get(number)),
      };
    },
    remove: (numbers: readonly string[]): string[] => numbers.filter((number) => remove.run(number).changes > 0),
    has: (number: string): boolean => rowOf.get(number) !== undefined,
    /** The next numbers to check, at most `max`: none until one is due, then also those that become due soon. */
    due(max: number): string[] {
      const soonAt = now() + (settings().watchFirstSeconds * 1000) / dueSoonDivisor;
      const numbersOf = (rows: { number: string }[]) => rows.map(({ number }) => number);
      const due = numbersOf(setInFuture.all(now(), max));
      if (due.length === 0 && dueNow.get(now(), 1) === undefined) return [];
      return [...new Set([...due, ...numbersOf(dueNow.all(soonAt, max))])].slice(0, max);
    },
    /** Time until the next number is due (ms); null: no watched parcel is still moving. */
    nextMs(): number | null {
      const dueAt = earliestDue.get()?.due_at ?? null;
      return dueAt === null ? null : Math.max(0, dueAt - now());
    },
    /** Records fresh answers; returns the numbers that moved, were delivered or became undelivered again. */
    recordUpdates: db.transaction((updates: readonly WatchUpdate[]): string[] =>
      updates.filter(recordUpdate).map(({ number }) => number),
    ),
    /** Postpones numbers whose check failed. */
    postpone: db.transaction((numbers: readonly string[]): void => {
      for (const number of numbers) {
        const row = rowOf.get(number);
        if (!row || row.delivered_at !== null) continue;
        const reads = row.reads + 1;
        const waitMs = watchWaitMs(reads, settings());
        save.run(reads, now(), waitMs, row.newest, row.moved_at, null, row.seq);
      }
    }),
    ...watchListReads(db, now, settings),
  };
}
export type WatchStore = ReturnType<typeof watchStore>;

const conditions: Record<WatchList, string> = {
  all: '1',
  moving: 'delivered_at IS NULL',
  'stood-still': 'delivered_at IS NULL AND moved_at <= @since',
  delivered: 'delivered_at IS NOT NULL',
};

function watchListReads(db: Sqlite, now: () => number, settings: () => WatchSettings) {
  const since = (): number => now() - settings().stoodStillSeconds * 1000;
  const prepareByList = <Row>(sqlOf: (list: WatchList) => string) => {
    const statements = new Map(
      watchLists.map((list) => [list, db.prepare<[Record<string, unknown>], Row>(sqlOf(list))]),
    );
    return (list: WatchList): Row[] => statements.get(list)?.all({ since: since() }) ?? [];
  };
  const seqs = prepareByList<{ seq: number }>((list) =>
    list === 'stood-still'
      ? `SELECT seq FROM watch INDEXED BY watch_still WHERE ${conditions[list]} ORDER BY moved_at, seq LIMIT ${maxListed}`
      : `SELECT seq FROM watch WHERE ${conditions[list]} ORDER BY seq DESC LIMIT ${maxListed}`,
  );
  const counters = prepareByList<{ n: number }>((list) => `SELECT count(*) AS n FROM watch WHERE ${conditions[list]}`);
  const bySeq = db.prepare<[number], WatchedNumber>(
    'SELECT seq, number, added_at, moved_at, delivered_at, due_at FROM watch WHERE seq = ?',
  );

  return {
    counts(): Record<WatchList, number> {
      const countOf = (list: WatchList): number => counters(list)[0]?.n ?? 0;
      return {
        all: countOf('all'),
        moving: countOf('moving'),
        'stood-still': countOf('stood-still'),
        delivered: countOf('delivered'),
      };
    },
    seqs: (list: WatchList): number[] => seqs(list).map(({ seq }) => seq),
    /** The rows that are still on the list, in the given order. */
    rows: (watchedSeqs: readonly number[]): WatchedNumber[] => watchedSeqs.flatMap((seq) => bySeq.get(seq) ?? []),
  };
}

interface FoundWatched {
  number: string;
  delivered: boolean;
}

/** Finds watched numbers that contain a piece of text, newest first. `piece` is folded. */
export function watchedFinder(db: Sqlite) {
  const find = db.prepare<[string, number], { number: string; delivered_at: number | null }>(
    `SELECT number, delivered_at FROM watch
     WHERE instr(lower(number), ?) > 0 ORDER BY seq DESC LIMIT ${opaqueIntParam()}`,
  );
  return (piece: string, limit: number): FoundWatched[] =>
    piece === ''
      ? []
      : find.all(piece, limit).map((row) => ({ number: row.number, delivered: row.delivered_at !== null }));
}
