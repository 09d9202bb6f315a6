import { dayOf, meterReader, meterStore } from '../../electron/memory/meter.ts';
import { secondsByKeystrokes } from '../../renderer/meter/keystroke-level.ts';
import { openMemories, type TestMemories } from './open-memories.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestMemories;
beforeEach(() => (desk = openMemories()));
afterEach(() => desk.close());

describe('the meter', () => {
  const sample = (ms: number, keystrokes: number) => ({
    endpoint: 2,
    ms,
    keystrokes,
    scans: 1,
    fields: [{ field: '$.Package.Weight', ms: ms / 10, keystrokes: 3 }],
  });

  it('reports keystrokes and time per parcel, by kind, field and day, over the requested days', () => {
    const meter = meterStore(desk.db, desk.now);
    const report = meterReader(desk.db, desk.now);
    meter.add([sample(90_000, 90)], 'Ana');
    desk.pass(2 * 86_400_000);
    meter.add([sample(10_000, 8), sample(20_000, 9), sample(60_000, 70)], 'Ana');
    expect(report(1).kinds).toEqual([
      { endpoint: 2, parcels: 3, keystrokes: 87, scans: 3, ms: 90_000, medianMs: 20_000, medianKeystrokes: 9 },
    ]);
    expect(report(3).kinds[0]).toMatchObject({ parcels: 4, ms: 180_000 });
    expect(report(1).fields).toEqual([{ endpoint: 2, field: '$.Package.Weight', parcels: 3, keystrokes: 9, ms: 9000 }]);
    expect(report(3).days.map((day) => [day.day / 86_400_000, day.parcels])).toEqual([
      [dayOf(desk.now()) - 2, 1],
      [dayOf(desk.now()), 3],
    ]);
  });

  it('deletes samples after 400 days', () => {
    const meter = meterStore(desk.db, desk.now);
    meter.add([sample(1000, 1)], 'Ana');
    desk.pass(401 * 86_400_000);
    meter.add([sample(1000, 1)], 'Ana');
    expect(desk.db.prepare('SELECT count(*) AS n FROM meter_parcel').get()).toEqual({ n: 1 });
  });

  it('uses the keystroke-level model: 0.28 s per key, 1.35 s per mental step, 1 s per scan', () => {
    expect(secondsByKeystrokes({ keystrokes: 8, mentalSteps: 2, scans: 1 })).toBeCloseTo(5.94);
  });
});
