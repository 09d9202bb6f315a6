import { seqOfTrackingNumber, trackingNumber } from '../../electron/practice/service-numbers.ts';
import { localTime } from '../../electron/practice/tracking-status.ts';
import { openTestPractice, type TestPractice } from './open-test-practice.ts';
import { labelOrder } from './sample-creates.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let practice: TestPractice;
beforeEach(async () => void (practice = await openTestPractice()));
afterEach(() => practice.close());

const track = async (number: string, lang = '') => (await practice.get(`/v1/trackings/${number}${lang}`)).body;

async function shipped(key: string): Promise<string> {
  await practice.post('/v1/directExpressLabelOrders', labelOrder(key));
  practice.pass(1);
  return (await practice.get(`/v1/directExpressOrders/${key}/status`)).body.TrackingNumber;
}

interface Checkpoint {
  TrackingStatus: string;
  Message: string;
  DateTime: string;
  TimeZone: string;
}

describe('tracking', () => {
  it('follows the parcel from its number to its delivery, latest checkpoint first', async () => {
    const number = await shipped('P-1');
    expect(await track(number)).toMatchObject({
      TrackingNumber: number,
      PackageId: 'P-1',
      TrackingStatus: 'InfoReceived',
    });
    practice.pass(30);
    const record = await track(number);
    expect(record).toMatchObject({ TrackingStatus: 'Delivered', SubTrackingStatus: 'Delivered', Country: 'PT' });
    const times = record.Checkpoints.map(({ DateTime }: Checkpoint) => Date.parse(DateTime));
    expect(times).toEqual(times.toSorted((one: number, other: number) => other - one));
    expect(times.every((time: number) => time <= practice.now())).toBe(true);
    expect(record.Checkpoints.length).toBeGreaterThanOrEqual(6);
  });

  it('shows each time in the local time of its place, with the zone', async () => {
    const number = await shipped('P-1');
    practice.pass(30);
    const { Checkpoints } = await track(number);
    expect(Checkpoints.at(-1)).toMatchObject({ DateTime: '2026-03-02T16:00:01+08:00', TimeZone: '+08:00' });
    expect(Checkpoints[0]).toMatchObject({ LocationAddress: { Country: 'PT', City: 'Lisboa' } });
    expect(Checkpoints[0].DateTime.endsWith(Checkpoints[0].TimeZone)).toBe(true);
  });

  it('is in Chinese by default, and in English on request', async () => {
    const number = await shipped('P-1');
    expect((await track(number)).Checkpoints[0].Message).toMatch(/\p{Script=Han}/u);
    expect((await track(number, '?lang=en')).Checkpoints[0].Message).toMatch(/^[A-Za-z ]+$/);
  });

  it('answers a batch in the order requested, unknown numbers without checkpoints', async () => {
    const number = await shipped('P-1');
    const { status, body } = await practice.post('/v1/trackings?lang=en', {
      TrackingNumbers: ['NONE', number, trackingNumber(99)],
    });
    expect(status).toBe(200);
    expect(body.map(({ TrackingNumber }: { TrackingNumber: string }) => TrackingNumber)).toEqual([
      'NONE',
      number,
      trackingNumber(99),
    ]);
    expect(body.map(({ Checkpoints }: { Checkpoints: unknown[] }) => Checkpoints.length)).toEqual([0, 1, 0]);
  });

  it('does not know a number before it is issued', async () => {
    await practice.post('/v1/directExpressLabelOrders', labelOrder('P-1'));
    expect((await track(trackingNumber(1))).Checkpoints).toEqual([]);
    practice.pass(1);
    expect((await track(trackingNumber(1))).Checkpoints).toHaveLength(1);
    expect((await track(trackingNumber(1, true))).Checkpoints).toEqual([]);
  });
});

describe('tracking numbers', () => {
  it('identify their order, and are invalid with another check digit', () => {
    for (const seq of [1, 42, 99_999_999, 123_456_789]) {
      const number = trackingNumber(seq);
      expect(seqOfTrackingNumber(number)).toEqual({ seq, provisional: false });
      for (let by = 1; by < 10; by += 1) {
        const digit = (Number(number.at(-3)) + by) % 10;
        expect(seqOfTrackingNumber(`${number.slice(0, -3)}${digit}ZZ`)).toBeNull();
      }
    }
  });
});

describe('local time', () => {
  it('supports half-hour zones and summer time', () => {
    expect(localTime(Date.parse('2026-01-15T12:00:00Z'), 'IN')).toEqual({
      DateTime: '2026-01-15T17:30:00+05:30',
      TimeZone: '+05:30',
    });
    expect(localTime(Date.parse('2026-07-15T12:00:00Z'), 'se').TimeZone).toBe('+02:00');
  });

  it('is UTC for an unknown country code', () => {
    for (const country of ['', 'Atlantis', '<script>', 'XX']) {
      expect(localTime(0, country)).toEqual({ DateTime: '1970-01-01T00:00:00+00:00', TimeZone: '+00:00' });
    }
  });
});
