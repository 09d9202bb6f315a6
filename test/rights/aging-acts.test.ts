import { findMissingRows } from '../../electron/copies/verify/find-damages.ts';
import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { actionLog, actionLogReader, copyActions } from '../../electron/operators/action-log.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const dayMs = 24 * 3_600_000;

function openedLog() {
  const db = openDesk(temporaryFolder());
  onTestFinished(() => void db.close());
  const log = actionLog(db);
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
    put: (at: number, about = `address ${String(at)}`, operator = 'Mia') =>
      log.record({ ...by, id: `act-${(acts += 1)}`, at, about, operator, right: 'settings' }, 'denied', 'wrong-pin'),
    /** An action that begins, and ends if an outcome is given. */
    act(at: number, end?: 'done' | 'failed', operator = 'Mia') {
      const begun = { ...by, id: `act-${(acts += 1)}`, at, operator, right: 'settings' } as const;
      log.record(begun, 'allowed');
      if (end) log.record(begun, end, end === 'failed' ? 'bad-setting' : '');
      return (outcome: 'done' | 'failed') => log.record(begun, outcome, outcome === 'failed' ? 'bad-setting' : '');
    },
    told: () =>
      actionLogReader(db)({ text: '', limit: 1000 }).acts.map(({ operator, outcome, at, times, lastAt, unended }) => ({
        ...{ operator, outcome, at, times, lastAt, unended },
      })),
    rows: () => db.prepare<[], number>('SELECT count(*) FROM act').pluck().get(),
    damages: () => findMissingRows(db, new Set()),
  };
}

describe('the log of protected actions', { timeout: 120_000 }, () => {
  it('deletes entries older than a year, a few with each new one, and the check reports none of them as missing', () => {
    const { db, put, rows, damages } = openedLog();
    for (let at = 1; at <= 30; at++) put(at);
    expect(rows()).toBe(30);
    put(400 * dayMs);
    expect(rows()).toBe(11);
    expect(damages()).toEqual([]);
    put(400 * dayMs + 1);
    expect(rows()).toBe(2);
    expect(damages()).toEqual([]);
    // An entry deleted from the middle is reported.
    for (let more = 2; more < 5; more++) put(400 * dayMs + more);
    db.exec('DELETE FROM act WHERE seq = (SELECT max(seq) - 1 FROM act)');
    expect(damages()).not.toEqual([]);
  });

  it('has at most 100,000 entries', () => {
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

  it('counts repetitions in one row per operator and outcome, so that a loop displaces no other entry', () => {
    const { put, act, told, rows, damages } = openedLog();
    act(1, 'done', 'Ben');
    for (let at = 2; at <= 5001; at++) act(at, at % 10 === 0 ? 'failed' : 'done');
    for (let at = 6001; at <= 7000; at++) put(at, 'https://other.example');
    const once = { times: 1, unended: 0 };
    expect(told()).toEqual([
      { operator: 'Mia', outcome: 'denied', at: 6001, times: 1000, lastAt: 7000, unended: 0 },
      { operator: 'Mia', outcome: 'failed', at: 10, times: 500, lastAt: 5000, unended: 0 },
      { operator: 'Mia', outcome: 'done', at: 2, times: 4500, lastAt: 5001, unended: 0 },
      { operator: 'Ben', outcome: 'done', at: 1, lastAt: 1, ...once },
    ]);
    expect(rows()).toBe(4);
    expect(damages()).toEqual([]);
  });

  it('counts repetitions with unknown outcome until their outcome is known', () => {
    const { act, told } = openedLog();
    act(1, 'done');
    const [end] = [act(2), act(3)];
    expect(told()).toMatchObject([{ outcome: 'done', times: 1, lastAt: 3, unended: 2 }]);
    end('done');
    expect(told()).toMatchObject([{ outcome: 'done', times: 2, lastAt: 3, unended: 1 }]);
    act(4, 'failed');
    expect(told()).toMatchObject([
      { outcome: 'failed', at: 4, times: 1, unended: 0 },
      { outcome: 'done', times: 2, unended: 1 },
    ]);
  });

  it('combines denied attempts with many names and subjects, so that they displace no completed action', () => {
    const { db, put, act, told, rows, damages } = openedLog();
    act(1, 'done', 'Ben');
    const names = 200;
    for (let at = 2; at < 2 + names; at++) put(at, `address ${at}`, `Nobody ${at}`);
    expect(rows()).toBe(1 + 60 + 1);
    expect(told()[0]).toEqual({ operator: '', outcome: 'denied', at: 62, times: names - 60, lastAt: 201, unended: 0 });
    expect(told().at(-1)).toMatchObject({ operator: 'Ben', outcome: 'done' });
    // Existing rows continue to count.
    put(300, 'address 2', 'Nobody 2');
    expect(told()).toContainEqual({
      ...{ operator: 'Nobody 2', outcome: 'denied', at: 2, times: 2, lastAt: 300, unended: 0 },
    });
    const perDay = rows() ?? 0;
    for (let at = dayMs * 2; at < dayMs * 2 + names; at++) put(at, `address ${at}`, `Nobody ${at}`);
    expect(rows()).toBe(perDay + 61);
    expect(damages()).toEqual([]);
    expect(verifyDatabase(db).damages).toEqual([]);
  });

  it('starts a new row a day after the first repetition', () => {
    const { act, told } = openedLog();
    act(1, 'done');
    act(dayMs, 'done');
    act(dayMs + 2, 'done');
    expect(told()).toMatchObject([
      { at: dayMs + 2, times: 1 },
      { at: 1, times: 2, lastAt: dayMs },
    ]);
  });

  it('copies entries and counts since a backup from the previous file, even from one of an older program', () => {
    const { db, act, told } = openedLog();
    act(1, 'done');
    const backup = join(temporaryFolder(), 'backup');
    mkdirSync(backup);
    db.exec(`VACUUM INTO '${join(backup, 'desk.db')}'`);
    act(2, 'done');
    act(3, 'failed');
    const into = openDesk(backup);
    onTestFinished(() => void into.close());
    expect(copyActions(db, into)).toBe(2);
    const { acts } = actionLogReader(into)({ text: '', limit: 10 });
    expect(acts).toMatchObject(told());
    expect(copyActions(db, into)).toBe(0);
    expect(verifyDatabase(into).damages).toEqual([]);

    db.exec('DROP TRIGGER temp.seal_new_act; DROP TRIGGER temp.seal_changed_act');
    for (const column of ['times', 'last_at', 'unended', 'unended_at'])
      db.exec(`ALTER TABLE act DROP COLUMN ${column}`);
    into.exec("DELETE FROM act WHERE outcome = 'failed'");
    expect(copyActions(db, into)).toBe(2);
    expect(actionLogReader(into)({ text: '', limit: 10 }).acts).toMatchObject([
      { outcome: 'failed', times: 1, lastAt: 3 },
      { outcome: 'done', times: 1, lastAt: 1 },
    ]);
  });
});
