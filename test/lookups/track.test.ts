import { httpAnswer, possiblySent, neverSent } from '../support/exchanges.ts';
import { openLookupDesk, trackingOf, type LookupDesk } from './lookup-desk.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: LookupDesk;
beforeEach(() => void (desk = openLookupDesk()));
afterEach(() => desk.close());

const parcel = (TrackingNumber: string, more: object = {}) => ({
  TrackingNumber,
  TrackingStatus: 'InTransit',
  Checkpoints: [{ Message: 'left', DateTime: '2026-03-01 10:00', TimeZone: '+08:00' }],
  ...more,
});
const numbers = (count: number) => Array.from({ length: count }, (_, at) => `T${at}`);

/** Tracks with fresh requests, advancing fake time while they wait for their turns. */
async function track(asked: string[]) {
  const answered = desk.lookups.track(asked, 'fresh');
  await desk.time.advance(600_000);
  return (await answered).rows;
}

describe('tracking', () => {
  it('requests one number at endpoint 12, in the language of the settings', async () => {
    desk.service = trackingOf(parcel);
    const [row] = await track(['T1']);
    expect(desk.asked).toMatchObject([{ endpoint: 12, path: { trackingNumber: 'T1' }, query: { lang: 'en' } }]);
    expect(row).toMatchObject({
      number: 'T1',
      fresh: true,
      why: null,
      parcel: { TrackingStatus: 'InTransit', checkpoints: 1 },
    });
  });

  it('requests 45 numbers in 3 requests to endpoint 5, the first at once, the others spaced out', async () => {
    desk.service = trackingOf(parcel);
    const rows = await track([...numbers(45), 'T3']);
    expect(desk.asked.map(({ endpoint, body }) => [endpoint, body['TrackingNumbers']?.length])).toEqual([
      [5, 20],
      [5, 20],
      [5, 5],
    ]);
    expect(desk.asked.map(({ at }) => at)).toEqual([0, 250, 500]);
    expect(rows.map(({ number }) => number)).toEqual(numbers(45));
    expect(rows.every(({ fresh: fresh }) => fresh)).toBe(true);
  });

  it('emits an event for each answered request', async () => {
    desk.service = trackingOf(parcel);
    await track(numbers(25));
    expect(desk.events.map((event) => event.kind === 'lookup' && event.subjects.length)).toEqual([20, 5]);
  });

  it('matches a record by any of its numbers, ignoring case', async () => {
    desk.service = trackingOf((number) =>
      parcel('OTHER', number === 'a1' ? { PackageId: 'A1' } : { ProviderTrackingNumber: number }),
    );
    const rows = await track(['a1', 'b2']);
    expect(rows.map(({ fresh: fresh }) => fresh)).toEqual([true, true]);
  });

  it('halves a failing request until the faulty number is alone', async () => {
    desk.service = (asked) =>
      JSON.stringify([asked.path, asked.body]).includes('T7')
        ? httpAnswer(400, { Message: 'T7 is wrong' })
        : trackingOf(parcel)(asked);
    const rows = await track(numbers(20));
    expect(rows.filter(({ fresh: fresh }) => !fresh)).toMatchObject([
      { number: 'T7', at: null, why: { kind: 'service', message: 'T7 is wrong' } },
    ]);
  });

  it('stores the last answer, and shows it offline with its age and the reason, even after a restart', async () => {
    desk.service = trackingOf(parcel);
    const [first] = await track(['T1']);
    await desk.time.advance(86_400_000);
    desk.restart();
    desk.service = () => neverSent('name');
    const [row] = await track(['T1']);
    expect(row).toMatchObject({
      fresh: false,
      at: first?.at,
      why: { kind: 'offline' },
      parcel: { TrackingStatus: 'InTransit' },
    });
    const last = await desk.lookups.track(['T1'], 'last');
    expect(last.rows).toMatchObject([
      { fresh: false, at: first?.at, why: null, parcel: { TrackingStatus: 'InTransit' } },
    ]);
  });

  it('distinguishes a number the service no longer knows from one it never knew', async () => {
    desk.service = trackingOf(parcel);
    await track(['T1']);
    desk.service = () => httpAnswer(404);
    const rows = await track(['T1', 'T2']);
    expect(rows).toMatchObject([
      { fresh: false, why: { params: { status: 404 } }, parcel: { TrackingNumber: 'T1' } },
      { fresh: false, why: { params: { status: 404 } }, parcel: null, at: null },
    ]);
  });

  it('sends no request for the last answer', async () => {
    expect((await desk.lookups.track(['T1'], 'last')).rows).toMatchObject([{ parcel: null, at: null, why: null }]);
    expect(desk.asked).toEqual([]);
  });

  it('shows the entry of this desk that has the number', async () => {
    const id = desk.add(2, { Package: { PackageId: 'P1', ShipToAddress: { Contact: 'Ana Ruiz', Country: 'ES' } } });
    desk.db.prepare("UPDATE entry SET tracking_number = 'T1' WHERE id = ?").run(id);
    const { rows } = await desk.lookups.track(['T1', 'T2'], 'last');
    expect(rows.map(({ entry }) => entry)).toEqual([
      { id, endpoint: 2, key: 'P1', state: 'queued', recipient: 'Ana Ruiz, ES' },
      null,
    ]);
  });
});

describe('a 429', () => {
  it('with a short wait delays the remaining requests of a list', async () => {
    desk.service = (asked) =>
      desk.asked.length === 2 ? httpAnswer(429, '', { retryAfterMs: 7000 }) : trackingOf(parcel)(asked);
    const rows = await track(numbers(40));
    expect(rows.every(({ fresh: fresh }) => fresh)).toBe(true);
    // Holds are extended by up to half, here by a quarter.
    expect(desk.asked.map(({ at }) => at)).toEqual([0, 250, 250 + 8750]);
  });

  it('with a long wait ends a lookup at once, and nothing is requested until the wait is over', async () => {
    desk.service = () => httpAnswer(429, '', { retryAfterMs: 600_000 });
    const answered = desk.lookups.track(['T1'], 'fresh');
    expect((await answered).rows).toMatchObject([{ fresh: false, why: { kind: 'service', params: { status: 429 } } }]);
    const again = await desk.lookups.parcel('T1', 'fresh');
    expect(again.why).toMatchObject({ params: { status: 429, afterMs: 630_000 } });
    expect(desk.asked).toHaveLength(1);
    await desk.time.advance(630_000);
    desk.service = trackingOf(parcel);
    expect(await desk.lookups.parcel('T1', 'fresh')).toMatchObject({ fresh: true });
  });
});

describe('a parcel', () => {
  it('has its checkpoints newest first by their own time zones, its carrier, ports and weights', async () => {
    desk.service = trackingOf((number) =>
      parcel(number, {
        EstimatedDelivery: '2026-03-09',
        Checkpoints: [
          { Message: 'first', DateTime: '2026-03-01 09:00:00', TimeZone: '+08:00' },
          { Message: 'last', DateTime: '2026-03-01T05:00:00-05:00' },
          {
            Message: 'between',
            DateTime: '2026-03-01 09:30',
            TimeZone: 'Europe/Madrid',
            LocationAddress: { City: 'Madrid', Country: 'ES' },
          },
        ],
        CarrierInfo: { Company: 'Correos', Url: 'javascript:alert(1)', Phone: '902' },
        TransitPorts: [{ Code: 'MAD', ETA: 'soon' }],
        ClientGroupSumList: [{ SumType: 'Box', WeightKg: 0.1, PackageCount: 2 }],
        Origin: { Country: 'CN', Deep: { a: 1 } },
      }),
    );
    const shown = await desk.lookups.parcel('T1', 'fresh');
    expect(shown.checkpoints.map(({ Message, zone }) => [Message, zone])).toEqual([
      ['last', 'own'],
      ['between', 'given'],
      ['first', 'given'],
    ]);
    expect(shown).toMatchObject({
      parcel: { EstimatedDelivery: '2026-03-09', latest: { Message: 'last' } },
      carrier: { Company: 'Correos', Url: '', Phone: '902' },
      ports: [{ Code: 'MAD', ETA: 'soon', ETD: '' }],
      weights: [{ SumType: 'Box', WeightKg: '0.1', DimWeightKg: null, PackageCount: '2' }],
      Origin: [['Country', 'CN']],
      unexpected: [],
    });
    expect(shown.checkpoints[1]?.place).toBe('Madrid, ES');
  });

  it.each([
    ['a connection that broke', possiblySent(), 'offline'],
    ['401', httpAnswer(401), 'paused'],
    ['a page', httpAnswer(200, '<html>Sign in</html>', { contentType: 'text/html' }), 'paused'],
    ['half an answer', httpAnswer(200, '{"Tr', { bodyState: 'cut' }), 'not-shown'],
    ['too much', httpAnswer(200, '{"Tr', { bodyState: 'too-big' }), 'not-shown'],
    ['a number', httpAnswer(200, '7'), 'not-shown'],
    ['a failure', httpAnswer(503), 'service'],
  ])('answered by %s is not fresh, and shows why', async (_, exchange, kind) => {
    desk.service = () => exchange;
    expect(await desk.lookups.parcel('T1', 'fresh')).toMatchObject({ fresh: false, parcel: null, why: { kind } });
  });
});
