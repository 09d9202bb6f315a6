import { countryOf, countryCodes } from '../../shared/countries/country-names.ts';
import { splitAddress } from '../../shared/paste-address/split-address.ts';
import { cpuCost } from '../support/cpu-cost.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const valuesOf = (text: string, countryHint?: string) => {
  const { fields } = splitAddress(text, countryHint === undefined ? {} : { countryHint });
  return Object.fromEntries(Object.entries(fields).map(([field, found]) => [field, found.value]));
};

describe('an address pasted as one block', () => {
  it.each([
    [
      'Erika Mustermann\nHeidestraße 17\nD-51147 Köln\nDeutschland',
      {
        Contact: 'Erika Mustermann',
        Street1: 'Heidestraße',
        HouseNumber: '17',
        Postcode: 'D-51147',
        City: 'Köln',
        Country: 'DE',
      },
    ],
    [
      'John Smith, 1600 Amphitheatre Parkway, Mountain View, CA 94043, USA',
      {
        Contact: 'John Smith',
        HouseNumber: '1600',
        Street1: 'Amphitheatre Parkway',
        City: 'Mountain View',
        Province: 'CA',
        Postcode: '94043',
        Country: 'US',
      },
    ],
    [
      'Mary Jones\n10 Downing Street\nLondon\nSW1A 2AA\nUnited Kingdom\n+44 20 7925 0918',
      {
        Contact: 'Mary Jones',
        HouseNumber: '10',
        Street1: 'Downing Street',
        City: 'London',
        Postcode: 'SW1A 2AA',
        Country: 'GB',
        Phone: '+44 20 7925 0918',
      },
    ],
    [
      'João Silva\nRua das Flores, 123\nSão Paulo - SP\n01310-100\nBrasil',
      { Contact: 'João Silva', Street1: 'Rua das Flores', HouseNumber: '123', Postcode: '01310-100', Country: 'BR' },
    ],
    [
      '收件人：王小明，手机：13800138000，邮编：518000',
      { Contact: '王小明', Phone: '13800138000', Postcode: '518000' },
    ],
  ])('%j', (text, expected) => {
    expect(valuesOf(text)).toMatchObject(expected);
  });

  it('keeps a city that shares its name with the country', () => {
    expect(valuesOf('A B\n13 Route d’Esch\n2016 Luxembourg', 'LU')).toMatchObject({
      Postcode: '2016',
      City: 'Luxembourg',
    });
    expect(valuesOf('A B\n1 Orchard Road\nSingapore 238823', 'SG')).toMatchObject({
      Postcode: '238823',
      City: 'Singapore',
    });
  });

  it.each(['Germany / Deutschland', 'Deutschland (Germany)', 'DE / Germany'])(
    'takes a country written twice, but none if the two differ: %s',
    (said) => {
      const { fields, rest } = splitAddress(`Erika Mustermann\nHeidestraße 17\n51147 Köln\n${said}`);
      expect(fields.Country).toEqual({ value: 'DE', sure: true });
      expect([fields.Province, rest]).toEqual([undefined, []]);
      expect(
        splitAddress('Erika Mustermann\nHeidestraße 17\n51147 Köln\nGermany / Austria').fields.Country,
      ).toBeUndefined();
    },
  );

  it('marks a territory that is also a province of another country as unsure', () => {
    expect(splitAddress('A B\n17 Rue François\n97420 Le Port\nRéunion').fields.Country).toEqual({
      value: 'RE',
      sure: false,
    });
  });

  it('keeps the postcode sure and the contact unsure below an order number', () => {
    const { fields } = splitAddress('Order 2026-000123\nErika Mustermann\nHeidestraße 17\n51147 Köln\nGermany');
    expect(fields.Postcode).toEqual({ value: '51147', sure: true });
    expect(fields.Contact?.sure ?? false).toBe(false);
  });

  it('recognises every country by its code and its English, Chinese, French, Arabic or Russian name', () => {
    for (const code of countryCodes) {
      expect(countryOf(code)).toBe(code);
      for (const language of ['en', 'zh-Hans', 'fr', 'ar', 'ru'])
        expect(countryOf(new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? '')).toBe(code);
    }
  });
});

describe('an East Asian address whose parts run together', () => {
  it.each([
    [
      '王小明 13800138000 广东省深圳市南山区科技南路16号创维大厦A座 518000',
      {
        Contact: '王小明',
        Phone: '13800138000',
        Province: '广东省',
        City: '深圳市',
        District: '南山区',
        Street1: '科技南路',
        HouseNumber: '16号',
        Street2: '创维大厦A座',
        Postcode: '518000',
      },
    ],
    [
      '收件人：欧阳龘\n电话：010-12345678\n地址：北京市东城区东长安街16号\n邮编：100006',
      {
        Contact: '欧阳龘',
        Phone: '010-12345678',
        Province: '北京市',
        City: '北京市',
        District: '东城区',
        Street1: '东长安街',
        HouseNumber: '16号',
        Postcode: '100006',
      },
    ],
    [
      '110204 臺北市信義區市府路1號\n陳小美 收',
      {
        Province: '臺北市',
        City: '信義區',
        Street1: '市府路',
        HouseNumber: '1號',
        Postcode: '110204',
        Contact: '陳小美',
      },
    ],
    [
      '〒163-8001\n東京都新宿区西新宿二丁目8-1\n都庁第一本庁舎\n山田 太郎 様',
      {
        Postcode: '163-8001',
        Province: '東京都',
        City: '新宿区',
        Street1: '西新宿二丁目',
        HouseNumber: '8-1',
        Contact: '山田 太郎',
        Street2: '都庁第一本庁舎',
      },
    ],
    [
      '서울특별시 중구 세종대로 110 서울시청\n04524\n김영희 님\n대한민국',
      {
        Province: '서울특별시',
        City: '중구',
        Street1: '세종대로',
        HouseNumber: '110',
        Street2: '서울시청',
        Postcode: '04524',
        Contact: '김영희',
        Country: 'KR',
      },
    ],
  ])('%j', (text, expected) => {
    const { fields } = splitAddress(text);
    expect(valuesOf(text)).toMatchObject(expected);
    expect(fields.Street1?.sure).toBe(false);
  });
});

describe('hostile input', () => {
  it('never throws, and no value contains a control or bidirectional character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.constantFrom(undefined, 'DE', 'CN', 'XX'),
        (text, hint) => {
          for (const value of Object.values(valuesOf(text, hint))) expect(value).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
        },
      ),
    );
  });

  it.each([
    ['one letter', 'a'],
    ['digits', '1'],
    ['commas', ','],
    ['words', 'Street 1 '],
    ['lines', '12345 Berlin\n'],
  ])('takes time linear in its length: a megabyte of %s', (_what, piece) => {
    const cost = (bytes: number) => {
      const text = piece.repeat(bytes / piece.length);
      return cpuCost(() => splitAddress(text, { countryHint: 'DE' }));
    };
    // 100 times the text: a quadratic split would take 10,000 times as long.
    expect(cost(1_000_000) / cost(10_000)).toBeLessThan(400);
  });

  it('yields no fields when empty or blank', () => {
    expect(splitAddress('')).toEqual({ fields: {}, rest: [] });
    expect(splitAddress(' \n\t ')).toEqual({ fields: {}, rest: [] });
  });
});
