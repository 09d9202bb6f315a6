import { readCheckpointTime, readCheckpoints, readParcel } from '../../electron/lookups/tracking.ts';
import { readReply } from '../../shared/service/read-reply.ts';
import { describe, expect, it } from 'vitest';

const at = (text: string) => Date.parse(text);

describe('the time of a checkpoint', () => {
  it.each([
    ['2026-03-01T10:00:00Z', '', '2026-03-01T10:00:00Z', 'own', 0],
    ['2026-03-01T10:00:00+08:00', '-05:00', '2026-03-01T02:00:00Z', 'own', 480],
    ['2026-03-01T10:00:00.250-0530', '', '2026-03-01T15:30:00.250Z', 'own', -330],
    ['2026-03-01 10:00', '+08:00', '2026-03-01T02:00:00Z', 'given', 480],
    ['2026/3/1 10:00:00', 'UTC+8', '2026-03-01T02:00:00Z', 'given', 480],
    ['2026-03-01 10:00', 'GMT-3', '2026-03-01T13:00:00Z', 'given', -180],
    ['2026-03-01 10:00', '8', '2026-03-01T02:00:00Z', 'given', 480],
    ['2026-07-01 10:00', 'Europe/Madrid', '2026-07-01T08:00:00Z', 'given', 120],
    ['2026-03-01 10:00', 'America/New_York', '2026-03-01T15:00:00Z', 'given', -300],
    ['2026-03-01', 'Z', '2026-03-01T00:00:00Z', 'given', 0],
    ['2026-03-01 10:00', 'Middle-earth', '2026-03-01T10:00:00Z', 'assumed', 0],
    ['2026-03-01 10:00', '', '2026-03-01T10:00:00Z', 'assumed', 0],
    ['2026-03-01 10:00', '+99:00', '2026-03-01T10:00:00Z', 'assumed', 0],
    ['1772359200', '', '2026-03-01T10:00:00Z', 'own', 0],
    ['1772359200000', '', '2026-03-01T10:00:00Z', 'own', 0],
  ])('%s with zone %j is %s, its zone %s, %i minutes ahead', (DateTime, TimeZone, instant, zone, offset) => {
    expect(readCheckpointTime(DateTime, TimeZone)).toEqual({ instant: at(instant), zone, offset });
  });

  it.each(['', 'soon', '01/02/2026', '2026-13-01', '2026-02-30 10:00', '2026-03-01 25:00', '0', '9'.repeat(400)])(
    '%j is unreadable, and no time is guessed',
    (DateTime) => expect(readCheckpointTime(DateTime, '+08:00').instant).toBe(null),
  );
});

const messages = (Checkpoints: unknown[]) => readCheckpoints({ Checkpoints }).map(({ Message }) => Message);
const point = (Message: string, DateTime = '') => ({ Message, DateTime });

describe('checkpoints', () => {
  it('are sorted newest first, whatever their order in the answer', () => {
    const given = [point('c', '2026-03-03'), point('b', '2026-03-02'), point('a', '2026-03-01')];
    expect(messages(given)).toEqual(['c', 'b', 'a']);
    expect(messages(given.toReversed())).toEqual(['c', 'b', 'a']);
  });

  it('without a readable time stay next to the one they followed', () => {
    expect(messages([point('d', '2026-03-03'), point('c'), point('b', '2026-03-02'), point('a')])).toEqual([
      'd',
      'c',
      'b',
      'a',
    ]);
    expect(messages([point('a'), point('b', '2026-03-02'), point('c'), point('d', '2026-03-03')])).toEqual([
      'd',
      'c',
      'b',
      'a',
    ]);
    expect(messages([point('x'), point('y')])).toEqual(['x', 'y']);
  });

  it('with the same time keep their order', () => {
    expect(messages([point('a', '2026-03-01'), point('b', '2026-03-01'), point('c', '2026-03-01')])).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('that are not objects or not in a list are ignored', () => {
    expect(messages([null, 7, 'x', [], point('a')])).toEqual(['a']);
    expect(readCheckpoints({ Checkpoints: 'many' })).toEqual([]);
    expect(readCheckpoints(null)).toEqual([]);
  });

  it('are shown on one line without HTML', () => {
    const [shown] = readCheckpoints({
      Checkpoints: [
        { Message: '<b>Left</b> the <script>alert(1)</script>depot\n&amp; gone \u202e', Location: 'a < b' },
      ],
    });
    expect(shown).toMatchObject({ Message: 'Left the depot & gone', place: 'a < b' });
  });

  it('of a parcel may be 5,000; of more than 10,000 the rest is only counted', () => {
    const Checkpoints = Array.from({ length: 12_000 }, (_, at) => point(`m${at}`, new Date(at * 60_000).toISOString()));
    const { parcel, checkpoints } = readParcel({ Checkpoints });
    expect(parcel.checkpoints).toBe(12_000);
    expect(checkpoints).toHaveLength(10_000);
    expect(checkpoints[0]?.Message).toBe('m11999');
    expect(readParcel({ Checkpoints: Checkpoints.slice(0, 5000) }).checkpoints).toHaveLength(5000);
  });
});

describe('a parcel', () => {
  it.each([
    {},
    {
      TrackingStatus: 7,
      Checkpoints: {},
      CarrierInfo: [],
      TransitPorts: [1, null],
      ClientGroupSumList: 'x',
      Origin: 'here',
    },
  ])('with fields of unexpected type %j is read without them', (json) => {
    const { record } = readReply(12, json);
    expect(readParcel(record)).toMatchObject({
      parcel: { TrackingStatus: '', delivered: false, latest: null, checkpoints: 0 },
      carrier: null,
      ports: [],
      weights: [],
      Origin: [],
    });
  });

  it('with an unknown status shows it unchanged', () => {
    expect(readParcel({ TrackingStatus: 'Levitating' }).parcel.TrackingStatus).toBe('Levitating');
  });

  it('without its own status has that of its newest checkpoint', () => {
    const Checkpoints = [{ TrackingStatus: 'Delivered', DateTime: '2026-03-01' }];
    expect(readParcel({ Checkpoints }).parcel).toMatchObject({ TrackingStatus: 'Delivered', delivered: true });
  });
});
