import { readTestCapture, labelCapture, skuCapture } from '../support/open-test-outbox.ts';
import { desk, searchedDesk, add, toAddress, fill, keys, seqs, takeAll } from './searched-desk.ts';
import { describe, expect, it } from 'vitest';

searchedDesk();

describe('search results', () => {
  it('are ordered by rank: whole number, start, end, any part; within each rank newest first', () => {
    for (const key of ['X5500', '5500-old', '5500', 'Y-a5500z', '5500-new', '715500', '9955001'])
      add(labelCapture(key));
    toAddress('N1', { Contact: 'A', Street1: 'Road-5500b' });
    expect(keys('5500')).toEqual(['5500', '5500-new', '5500-old', '715500', 'X5500', 'N1', '9955001', 'Y-a5500z']);
  });

  it('are limited to 50, with an exact match first however old it is', () => {
    const captures = Array.from({ length: 120 }, (_, n) => labelCapture(`K${n}`));
    desk.outbox.enqueueMany(captures, 'Mia', false);
    expect(keys('k')).toHaveLength(50);
    expect(keys('k1').slice(0, 3)).toEqual(['K1', 'K119', 'K118']);
    expect(seqs('k').toSorted((a, b) => b - a)).toEqual(seqs('k'));
  });

  it('are verified by comparison if the index matches only parts of the text', () => {
    desk.outbox.enqueueMany(
      ['K00000A', 'K000000B', 'K0000000C', 'marin-x-arina'].map((key) => labelCapture(key)),
      'Mia',
      false,
    );
    fill();
    expect([keys('000000'), keys('0000000'), keys('marina')]).toEqual([['K0000000C', 'K000000B'], ['K0000000C'], []]);
  });

  it('are limited to the list shown, wherever they are in it', () => {
    desk.outbox.enqueueMany(
      Array.from({ length: 60 }, (_, n) => labelCapture(`K${n}`)),
      'Mia',
      false,
    );
    add(readTestCapture(15, { ...(skuCapture('K-SKU').body as object) }));
    add(labelCapture('K-draft'), true);
    desk.outbox.enqueueMany(
      Array.from({ length: 60 }, (_, n) => labelCapture(`L${n}`)),
      'Mia',
      false,
    );
    expect(keys('k', { list: 'draft' })).toEqual(['K-draft']);
    expect(keys('k', { endpoint: 15 })).toEqual(['K-SKU']);
    expect(keys('k', { list: 'refused' })).toEqual([]);
  });

  it('are the same in a list too long for direct comparison', () => {
    desk.outbox.enqueueMany(
      Array.from({ length: 1200 }, (_, n) => labelCapture(`K${n}`)),
      'Mia',
      false,
    );
    add(labelCapture('K-draft'), true);
    expect(keys('K77', { list: 'waiting' })).toEqual(keys('K77'));
    expect(keys('draft', { list: 'waiting' })).toEqual([]);
    expect(keys('draft', { list: 'draft' })).toEqual(['K-draft']);
  });

  it('in label lists are ordered oldest first, without the limit of 50', () => {
    const captures = Array.from({ length: 70 }, (_, n) =>
      labelCapture(`K${n}`, { ShipToAddress: { Contact: n % 10 === 0 ? 'Other' : 'Wanted' } }),
    );
    desk.outbox.enqueueMany(captures, 'Mia', false);
    for (let n = 0; n < 7; n++) takeAll({ TrackingNumber: 'T', IsFinalTrackingNumber: true });
    const found = desk.reader.labels.seqs('ready', 'wanted');
    expect(found).toHaveLength(63);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(desk.reader.labels.seqs('printed', 'wanted')).toEqual([]);
  });
});

describe('any search text', () => {
  it('is taken literally: no wildcards, no operators', () => {
    add(labelCapture('AB_1'));
    add(labelCapture('ABC1'));
    toAddress('Q1', { Contact: `100% "NEAR" a*b (c) AND ^d:e {f} o'k \\x` });
    for (const typed of ['100%', '"near"', 'a*', '(c) and', 'AND', '^d:', 'd:e', '{f}', "o'k", '\\x', '"', '*', '%']) {
      expect(keys(typed), typed).toEqual(['Q1']);
    }
    expect(keys('B_')).toEqual(['AB_1']);
    for (const typed of ['%%', 'NOT', 'a OR b', 'NEAR(a b)', 'tokens:ab', '"ab" OR', '-ab_9', '^ab']) {
      expect(keys(typed), typed).toEqual([]);
    }
  });

  it('is answered, however long or unusual', () => {
    add(labelCapture('A1'));
    for (const typed of [
      'x'.repeat(10_000),
      '"'.repeat(10_000),
      '( '.repeat(5000),
      '王'.repeat(10_000),
      'a '.repeat(5000),
      '\0',
      'A\0B',
      '\ud800',
      '\udfff1',
      '\u0080a1',
      '\u0301\u0301',
      "'; DROP TABLE entry; --",
    ]) {
      expect(() => seqs(typed), typed.slice(0, 20)).not.toThrow();
    }
    expect(seqs('\u0080a1'), 'no sign reaches a mark of the index').toEqual(seqs('a1'));
  });

  it('finds nothing if nothing remains after normalization', () => {
    add(labelCapture('A1'));
    expect([seqs('\0\0'), seqs('\u200d'), seqs('+')]).toEqual([[], [], []]);
    expect(seqs('   ')).toHaveLength(1);
  });
});
