import { secondsByKeystrokes } from '../../renderer/meter/keystroke-level.ts';
import { MeterStore, type MeterBatch, type TextStore } from '../../renderer/meter/meter-store.ts';
import { Meter } from '../../renderer/meter/meter.ts';
import { longestPauseMs, noField, ParcelCount } from '../../renderer/meter/parcel-count.ts';
import { dayCosts, fieldCosts, kindCosts } from '../../renderer/screens/meter/meter-report.ts';
import { fail, ok, type Result } from '../../shared/contract/problem.ts';
import { describe, expect, it } from 'vitest';

const contact = '$.Package.ShipToAddress.Contact';
const phone = '$.Package.ShipToAddress.Phone';

describe('the keystroke count of a parcel', () => {
  it('is kept by field, and the time before a key belongs to the field of that key', () => {
    const count = new ParcelCount();
    count.press(contact, 1000);
    count.press(contact, 1300);
    count.press(phone, 3300);
    expect(count.sample(2)).toEqual({
      endpoint: 2,
      keystrokes: 3,
      ms: 2300,
      scans: 0,
      fields: [
        { field: contact, keystrokes: 2, ms: 300 },
        { field: phone, keystrokes: 1, ms: 2000 },
      ],
    });
  });

  it('includes a scan and its time, but no keys for it', () => {
    const count = new ParcelCount();
    count.press(contact, 0);
    count.scan(900);
    expect(count.sample(7)).toMatchObject({ keystrokes: 1, scans: 1, ms: 900 });
    expect(count.sample(7).fields).toContainEqual({ field: noField, keystrokes: 0, ms: 900 });
  });

  it('leaves out the time of a pause above the limit', () => {
    const count = new ParcelCount();
    count.press(contact, 0);
    count.press(contact, longestPauseMs);
    count.press(contact, 2 * longestPauseMs + 1);
    expect(count.sample(2)).toMatchObject({ keystrokes: 3, ms: longestPauseMs });
  });

  it('continues after a reload, and leaves out the time in between', () => {
    const before = new ParcelCount();
    before.press(contact, 5000);
    before.press(contact, 5200);
    const after = ParcelCount.from(before.snapshot());
    after.press(phone, 10);
    after.press(phone, 110);
    expect(after.sample(2)).toMatchObject({ keystrokes: 4, ms: 300 });
  });
});

const folder = '/data/live';

function storeOf(): TextStore {
  const texts = new Map<string, string>();
  return { getItem: (name) => texts.get(name) ?? null, setItem: (name, text) => void texts.set(name, text) };
}
const sample = (keystrokes: number) => ({ endpoint: 2, keystrokes, ms: 10, scans: 0, fields: [] });

function meterOn(store: TextStore, answers: Result<unknown>[]) {
  const sent: MeterBatch[] = [];
  let ids = 0;
  const meter = new Meter({
    keep: new MeterStore(store, () => folder),
    send: (batch) => {
      sent.push(structuredClone(batch));
      return Promise.resolve(answers.shift() ?? ok({}));
    },
    newId: () => `id-${++ids}`,
    later: () => () => undefined,
  });
  return { meter, sent };
}

describe('counted samples', () => {
  it('are sent in batches, one for each operator in turn', async () => {
    const { meter, sent } = meterOn(storeOf(), []);
    for (const [keystrokes, who] of [
      [1, 'Mia'],
      [2, 'Mia'],
      [3, 'Li Na'],
    ] as const)
      meter.add(sample(keystrokes), who);
    await meter.send();
    await meter.send();
    expect(sent.map(({ operator, samples }) => [operator, samples.map((one) => one.keystrokes)])).toEqual([
      ['Mia', [1, 2]],
      ['Li Na', [3]],
    ]);
  });

  it('are sent again with the same id after a lost answer and a reload, and not after an answer', async () => {
    const store = storeOf();
    const first = meterOn(store, [fail('desk-gone', 'gone')]);
    first.meter.add(sample(1), 'Mia');
    await first.meter.send();
    const second = meterOn(store, []);
    await second.meter.send();
    expect(second.sent).toEqual(first.sent);
    await second.meter.send();
    expect(second.sent).toHaveLength(1);
  });

  it('go into the next batch if they are added while one is under way', async () => {
    const store = storeOf();
    const { meter, sent } = meterOn(store, []);
    meter.add(sample(1), 'Mia');
    const sending = meter.send();
    meter.add(sample(2), 'Mia');
    await sending;
    expect(sent.map(({ samples }) => samples.map((one) => one.keystrokes))).toEqual([[1], [2]]);
    expect(new Set(sent.map(({ commandId }) => commandId)).size).toBe(2);
  });

  it('are not held up by a batch that the desk refuses', async () => {
    const { meter, sent } = meterOn(storeOf(), [fail('invalid', 'no')]);
    meter.add(sample(1), 'Mia');
    meter.add(sample(2), 'Li Na');
    await meter.send();
    expect(sent).toHaveLength(2);
  });

  it('of an unfinished form are stored by kind and folder, even over invalid stored data', () => {
    const store = storeOf();
    store.setItem(`meter of ${folder}`, '{"half":3}');
    const keep = new MeterStore(store, () => folder);
    const kept = {
      scans: 1,
      fields: [[contact, { keystrokes: 2, ms: 3 }]] as [string, { keystrokes: number; ms: number }][],
    };
    keep.saveUnfinished('label-order', kept);
    expect(new MeterStore(store, () => folder).loadUnfinished('label-order')).toEqual(kept);
    expect(new MeterStore(store, () => folder).loadUnfinished('sku')).toBe(null);
    expect(new MeterStore(store, () => '/data/practice').loadUnfinished('label-order'), 'in the other folder').toBe(
      null,
    );
    keep.saveUnfinished('label-order', null);
    expect(keep.loadUnfinished('label-order')).toBe(null);
  });
});

describe('the report', () => {
  const cost = { parcels: 4, keystrokes: 40, ms: 8000 };
  const report = {
    kinds: [
      { endpoint: 7, ...cost, parcels: 1, scans: 0, medianMs: 1000, medianKeystrokes: 3 },
      { endpoint: 2, ...cost, scans: 2, medianMs: 2000, medianKeystrokes: 10 },
    ],
    fields: [
      { endpoint: 2, field: contact, parcels: 4, keystrokes: 20, ms: 6000 },
      { endpoint: 2, field: noField, parcels: 4, keystrokes: 8, ms: 2000 },
      { endpoint: 2, field: phone, parcels: 2, keystrokes: 12, ms: 8000 },
    ],
    days: [
      { day: 0, endpoint: 2, parcels: 2, keystrokes: 1, ms: 4000 },
      { day: 86_400_000, endpoint: 2, parcels: 1, keystrokes: 1, ms: 1000 },
      { day: 0, endpoint: 7, parcels: 2, keystrokes: 1, ms: 2000 },
    ],
  };

  it('has the median parcel of each kind and its time by the model, with a mental step for each field used', () => {
    const [label, declaration] = kindCosts(report);
    expect(label).toMatchObject({ endpoint: 2, seconds: 2, keystrokes: 10, scans: 0.5, fields: 1.5 });
    expect(label?.modelSeconds).toBeCloseTo(secondsByKeystrokes({ keystrokes: 10, mentalSteps: 1.5, scans: 0.5 }));
    expect(declaration).toMatchObject({ endpoint: 7, fields: 0 });
  });

  it('lists the most expensive fields first, each with its share of the total time', () => {
    expect(fieldCosts(report, 2).map(({ field, share, seconds }) => [field, share, seconds])).toEqual([
      [phone, 0.5, 4],
      [contact, 0.375, 1.5],
    ]);
  });

  it('sums each day over its kinds, newest first', () => {
    expect(dayCosts(report)).toEqual([
      { day: 86_400_000, parcels: 1, seconds: 1 },
      { day: 0, parcels: 4, seconds: 1.5 },
    ]);
  });
});
