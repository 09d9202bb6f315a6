import { createDrillKeeper } from '../../electron/practice/drill/drill-keeper.ts';
import { drillStore, type DrillStore } from '../../electron/practice/drills.ts';
import { practiceMigrations } from '../../electron/practice/migrations/index.ts';
import { openSqlite, type Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import { fakeTime, type FakeTime } from '../support/fake-time.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const minute = 60_000;

describe('the drill keeper', () => {
  let folder: string;
  let db: Sqlite;
  let drills: DrillStore;
  let time: FakeTime;
  /** minutes from the start at which the service was asked to refresh */
  let looks: number[];
  let fails: number;
  let practises: boolean;
  let began: number;
  let faults: unknown[];
  /** thrown when the practice database is used; null: it works */
  let ill: Error | null;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parcel-desk-drill-'));
    db = openSqlite(join(folder, 'book.db'), practiceMigrations);
    drills = drillStore(db);
    time = fakeTime();
    began = time.clock.now();
    looks = [];
    fails = 0;
    practises = true;
    faults = [];
    ill = null;
  });
  afterEach(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  let ids = 0;
  const open = () =>
    createDrillKeeper({
      drills() {
        if (ill) throw ill;
        return drills;
      },
      applyDrill: () =>
        practises
          ? () => {
              looks.push((time.clock.now() - began) / minute);
              return fails-- > 0 ? Promise.reject(new Error('EADDRINUSE')) : Promise.resolve();
            }
          : null,
      now: time.clock.now,
      newId: () => `drill-${++ids}`,
      after: time.timer.after,
      onChange: () => undefined,
      onFault: (error) => void faults.push(error),
    });

  it('has the service refresh when a drill begins, when the next trouble takes over, and when time is up', async () => {
    const keeper = open();
    const { id } = keeper.begin(['outage', 'lost', 'paper'], 10, 'Mia');
    expect([keeper.isActive('outage'), keeper.isActive('paper')]).toEqual([true, false]);
    await time.advance(5 * minute);
    expect([keeper.isActive('outage'), keeper.isActive('paper')]).toEqual([false, true]);
    await time.advance(5 * minute);
    expect([keeper.isActive('paper'), keeper.currentDrill()]).toEqual([false, null]);
    expect(looks).toEqual([0, 5, 10]);
    expect(drills.find(id)).toMatchObject({ endedAt: began + 10 * minute, endedBy: '' });
    await time.advance(60 * minute);
    expect(looks).toHaveLength(3);
  });

  it('lets a person end a drill early', async () => {
    const keeper = open();
    const { id } = keeper.begin(['outage'], 30, 'Mia');
    await time.advance(2 * minute);
    keeper.end('Ben');
    expect(keeper.isActive('outage')).toBe(false);
    expect(drills.find(id)).toMatchObject({ endedAt: began + 2 * minute, endedBy: 'Ben' });
    expect(looks).toEqual([0, 2]);
    keeper.end('Ben');
    expect(drills.find(id)).toMatchObject({ endedAt: began + 2 * minute });
  });

  it('continues a drill after a restart within its time, and ends one whose time is up', async () => {
    const first = open();
    const { id } = first.begin(['outage', 'refused'], 10, 'Mia');
    first.close();
    await time.advance(6 * minute);
    expect(looks).toEqual([0]);
    const second = open();
    expect([second.currentDrill()?.id, second.isActive('refused'), second.isActive('outage')]).toEqual([
      id,
      true,
      false,
    ]);
    second.close();
    await time.advance(20 * minute);
    expect(open().currentDrill()).toBeNull();
    expect(drills.find(id)).toMatchObject({ endedAt: began + 10 * minute, endedBy: '' });
  });

  it('asks the service again if a refresh failed', async () => {
    fails = 2;
    open().begin(['outage'], 5, 'Mia');
    await time.advance(10_000);
    expect(looks).toHaveLength(3);
    await time.advance(5 * minute);
    expect(looks).toHaveLength(4);
  });

  it('blocks neither desk nor printer if the practice database is damaged or its disk is full', async () => {
    ill = new Error('damaged');
    expect(open().isActive('paper')).toBe(false);
    expect(faults).toEqual([ill]);
    ill = null;
    const keeper = open();
    const { id } = keeper.begin(['paper'], 5, 'Mia');
    ill = new Error('full');
    keeper.recordCutLabel(1);
    expect(keeper.isActive('paper')).toBe(true);
    await time.advance(5 * minute);
    expect([keeper.isActive('paper'), keeper.currentDrill()]).toEqual([false, null]);
    expect(faults.slice(1)).toEqual([ill, ill]);
    ill = null;
    open();
    expect(drills.find(id)).toMatchObject({ endedAt: began + 5 * minute, endedBy: '' });
  });

  it('begins no drill outside practice, and no second one', () => {
    const keeper = open();
    practises = false;
    const begin = () => keeper.begin(['lost'], 5, 'Mia');
    expect(begin).toThrow(/for practice/);
    practises = true;
    begin();
    expect(begin).toThrow(/on already/);
    expect(drills.list(10)).toHaveLength(1);
  });
});
