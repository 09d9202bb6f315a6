import { opaqueIntParam } from '../database/given.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import type { CreateNumber } from '../../shared/creates/create-kinds.ts';

interface Round {
  /** the last entry that had its turn, and the last one of this round */
  after: number;
  until: number;
  newIsNext: boolean;
}

/**
 * Alternates among the ready entries of one endpoint between those tried before and new ones. Tried ones take turns by
 * sequence in rounds over the entries present when the round began, so that neither an entry that keeps failing nor a
 * stream of new ones starves another.
 */
export function fairQueue(db: Sqlite) {
  const ready = `SELECT seq FROM entry INDEXED BY entry_ready
     WHERE endpoint = ${opaqueIntParam()} AND state = 'queued' AND held_by IS NULL AND wait_set_at IS NULL`;
  const between = db.prepare<[CreateNumber, number, number], { seq: number }>(
    `${ready} AND seq > ? AND seq <= ? ORDER BY seq LIMIT 1`,
  );
  /** the newest one taken, in whatever order */
  const newest = new Map<CreateNumber, number>();
  const rounds = new Map<CreateNumber, Round>();
  const roundOf = (endpoint: CreateNumber): Round =>
    rounds.get(endpoint) ?? { after: 0, until: newest.get(endpoint) ?? 0, newIsNext: false };

  function again(endpoint: CreateNumber): number | undefined {
    const round = roundOf(endpoint);
    const found = between.get(endpoint, round.after, round.until);
    if (found) return found.seq;
    const begun = { ...round, after: 0, until: newest.get(endpoint) ?? 0 };
    rounds.set(endpoint, begun);
    return between.get(endpoint, 0, begun.until)?.seq;
  }

  return {
    /** The entry whose turn it is; empty if nothing is ready. */
    next(endpoint: CreateNumber): number[] {
      const fresh = between.get(endpoint, newest.get(endpoint) ?? 0, Number.MAX_SAFE_INTEGER)?.seq;
      const tried = again(endpoint);
      const seq = roundOf(endpoint).newIsNext ? (fresh ?? tried) : (tried ?? fresh);
      return seq === undefined ? [] : [seq];
    },
    took(endpoint: CreateNumber, seq: number, inTurn: boolean): void {
      const isNew = seq > (newest.get(endpoint) ?? 0);
      if (isNew) newest.set(endpoint, seq);
      if (!inTurn) rounds.delete(endpoint);
      else rounds.set(endpoint, { ...roundOf(endpoint), ...(!isNew && { after: seq }), newIsNext: !isNew });
    },
  };
}
