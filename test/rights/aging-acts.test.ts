import { describe, expect, it, onTestFinished } from 'vitest';
import { checkSequences } from '../../electron/backup/check-sequences.ts';
import { openDesk } from '../../electron/database/open-desk.ts';
import { actLog } from '../../electron/rights/act-log.ts';
import { temporaryFolder } from '../support/run-desk.ts';

const dayMs = 24 * 3_600_000;

function openedLog() {
  const db = openDesk(temporaryFolder());
  onTestFinished(() => void db.close());
  const log = actLog(db);
  let acts = 0;
  const by = {
    procedure: 'desk.setService',
    via: 'screen',
    operator: 'Mia',
    allowedBy: '',
    about: '',
    parts: '',
  } as const;
  return {
    db,
    put: (at: number) => log.put({ ...by, id: `act-${(acts += 1)}`, at, right: 'settings' }, 'denied', 'wrong-pin'),
    rows: () => db.prepare<[], number>('SELECT count(*) FROM act').pluck().get(),
    damages: () => checkSequences(db, new Set()),
  };
}

describe('the log of acts', { timeout: 120_000 }, () => {
  it('forgets what is older than a year, a few with each new act, and a check misses none of it', () => {
    const { db, put, rows, damages } = openedLog();
    for (let at = 1; at <= 30; at++) put(at);
    expect(rows()).toBe(30);
    put(400 * dayMs);
    expect(rows()).toBe(11);
    expect(damages()).toEqual([]);
    put(400 * dayMs + 1);
    expect(rows()).toBe(2);
    expect(damages()).toEqual([]);
    // one that is gone from among the others is missed
    for (let more = 2; more < 5; more++) put(400 * dayMs + more);
    db.exec('DELETE FROM act WHERE seq = (SELECT max(seq) - 1 FROM act)');
    expect(damages()).not.toEqual([]);
  });

  it('has an end, however often something is tried', () => {
    const { db, put, rows, damages } = openedLog();
    put(1);
    db.exec(`WITH RECURSIVE n (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < 100010)
      INSERT INTO act (id, at, needs, procedure, via, operator, allowed_by, about, parts, outcome, why)
      SELECT 'try-' || n, 1, needs, procedure, via, operator, allowed_by, about, parts, outcome, why FROM n, act WHERE seq = 1`);
    put(2);
    expect(rows()).toBe(100_000);
    put(3);
    expect(rows()).toBe(100_000);
    expect(damages()).toEqual([]);
  });
});
