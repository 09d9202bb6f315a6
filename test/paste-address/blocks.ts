import type { AddressField } from '../../shared/paste-address/read-block.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';

export type Sample = Record<AddressField, string>;
const fields = [
  'Contact',
  'Phone',
  'Email',
  'Country',
  'Province',
  'City',
  'District',
  'Street1',
  'Street2',
  'HouseNumber',
  'Postcode',
] as const;

export function readSamples(name: string): Sample[] {
  const text = readFileSync(join(import.meta.dirname, '../samples', name), 'utf8').replace(/^\uFEFF/, '');
  return Papa.parse<Sample>(text, { header: true, skipEmptyLines: true }).data;
}

export interface Block {
  text: string;
  hint?: string;
  /** the fields a person would read from the block */
  expected: Partial<Sample>;
}

// Countries that write the house number before the street; the others write it after.
const numberFirst = new Set(
  'US CA AU NZ GB IE FR LU MC RE MF GF NC PF IN SG ZA MU PH NG KY LK BN TH MY KE JM BB LC VC GD DM KN AG MS TC VG BM FJ GH ZW NA HK MH MP AS FM DZ TN MA SN'.split(
    ' ',
  ),
);
const provinceInLine = new Set(['US', 'CA', 'AU']);
// Countries that write the postcode after the city.
const codeBehind = new Set(
  'US CA AU NZ GB IE IN SG BD LK NP PK TH SA KY BN ZA UA RU BY KG TJ MN KR JP CN TW IR IQ LB KH MM LA PH JM'.split(' '),
);

const streetLine = (row: Sample): string => {
  if (row.HouseNumber === '') return row.Street1;
  return numberFirst.has(row.Country) ? `${row.HouseNumber} ${row.Street1}` : `${row.Street1} ${row.HouseNumber}`;
};
function cityLine(row: Sample): string {
  if (provinceInLine.has(row.Country))
    return [row.City, [row.Province, row.Postcode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return (codeBehind.has(row.Country) ? [row.City, row.Postcode] : [row.Postcode, row.City]).filter(Boolean).join(' ');
}
const provinceLine = (row: Sample): string => (provinceInLine.has(row.Country) ? '' : row.Province);
const nameOf = (code: string, language = 'en'): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
const ownName = (code: string): string => nameOf(code, new Intl.Locale(`und-${code}`).maximize().language);
const lines = (...all: string[]): string => all.filter(Boolean).join('\n');

function expect(row: Sample, ...without: AddressField[]): Partial<Sample> {
  const named = fields.filter((field) => row[field] !== '' && !without.includes(field));
  return Object.fromEntries(named.map((field) => [field, row[field]]));
}

export const formats: Record<string, (row: Sample) => Block> = {
  'international, one line per part': (row) => ({
    text: lines(
      row.Contact,
      streetLine(row),
      row.Street2,
      cityLine(row),
      provinceLine(row),
      nameOf(row.Country).toUpperCase(),
      row.Phone,
      row.Email,
    ),
    expected: expect(row, 'District'),
  }),
  'country in its own language, phone and email labelled': (row) => ({
    text: lines(
      row.Contact,
      row.Street2,
      streetLine(row),
      cityLine(row),
      provinceLine(row),
      ownName(row.Country),
      `Tel. ${row.Phone}`,
      `E-mail: ${row.Email}`,
    ),
    expected: expect(row, 'District'),
  }),
  'one line with commas': (row) => ({
    text: [
      row.Contact,
      streetLine(row),
      row.Street2,
      row.City,
      row.Province,
      row.Postcode,
      nameOf(row.Country),
      row.Phone,
      row.Email,
    ]
      .filter(Boolean)
      .join(', '),
    expected: expect(row, 'District'),
  }),
  'national, country known from the form': (row) => ({
    text: lines(
      row.Contact,
      streetLine(row),
      row.Street2,
      `${row.Postcode} ${row.City}`.trim(),
      row.Province,
      row.Phone,
    ),
    hint: row.Country,
    expected: expect(row, 'District', 'Country', 'Email'),
  }),
  'national, country unknown': (row) => ({
    text: lines(row.Contact, row.Email, row.Phone, streetLine(row), row.Street2, cityLine(row), provinceLine(row)),
    expected: expect(row, 'District', 'Country'),
  }),
  'with labels': (row) => ({
    text: lines(
      `Name: ${row.Contact}`,
      `Phone: ${row.Phone}`,
      `Email: ${row.Email}`,
      row.Street1 && `Address line 1: ${row.Street1}`,
      row.HouseNumber && `House number: ${row.HouseNumber}`,
      row.Street2 && `Address line 2: ${row.Street2}`,
      row.District && `District: ${row.District}`,
      `City: ${row.City}`,
      row.Province && `State/Province: ${row.Province}`,
      row.Postcode && `ZIP: ${row.Postcode}`,
      `Country: ${row.Country}`,
    ),
    expected: expect(row),
  }),
  'Chinese labels, address in one line': (row) => ({
    text: lines(
      `收件人：${row.Contact}`,
      `电话：${row.Phone}`,
      `地址：${[streetLine(row), row.Street2, row.City, row.Province].filter(Boolean).join(', ')}`,
      row.Postcode && `邮编：${row.Postcode}`,
      `国家：${nameOf(row.Country, 'zh-Hans')}`,
    ),
    expected: expect(row, 'District', 'Email'),
  }),
  'district on its own line': (row) => ({
    text: lines(
      row.Contact,
      row.Phone,
      streetLine(row),
      row.Street2,
      row.District,
      cityLine(row),
      provinceLine(row),
      row.Country,
    ),
    expected: expect(row, 'Email'),
  }),
};

/** Shapes that need not be parsed well, but a wrong value must not be marked sure. */
export const oddFormats: Record<string, (row: Sample) => string> = {
  'without a name': (row) => lines(streetBehind(row), row.Street2, codeFirst(row), row.Province, nameOf(row.Country)),
  'with a company after the name': (row) =>
    lines(
      row.Contact,
      'ACME Trading GmbH',
      streetBehind(row),
      row.Street2,
      codeFirst(row),
      row.Province,
      nameOf(row.Country),
      row.Phone,
    ),
  'with a company before the name': (row) =>
    lines('ACME Trading GmbH', row.Contact, streetLine(row), cityLine(row), nameOf(row.Country)),
  'from the country down to the name': (row) =>
    lines(
      nameOf(row.Country),
      row.Province,
      `${row.City} ${row.Postcode}`,
      row.Street2,
      streetBehind(row),
      row.Contact,
      row.Phone,
    ),
  'the province before the city': (row) =>
    lines(row.Contact, streetBehind(row), row.Province, codeFirst(row), row.Country),
  'the postcode on its own line': (row) =>
    lines(row.Contact, streetLine(row), row.Street2, row.City, row.Province, row.Postcode, nameOf(row.Country)),
  'city, province and postcode on one line': (row) =>
    lines(
      row.Contact,
      streetLine(row),
      row.Street2,
      `${row.City} ${row.Province} ${row.Postcode}`,
      nameOf(row.Country),
    ),
  'province and postcode after a comma': (row) =>
    lines(
      row.Contact,
      streetLine(row),
      row.Street2,
      `${row.City}, ${row.Province} ${row.Postcode}`,
      nameOf(row.Country),
    ),
  'one line with dashes': (row) =>
    [row.Contact, row.Phone, streetBehind(row), row.Street2, codeFirst(row), row.Province, nameOf(row.Country)]
      .filter(Boolean)
      .join(' - '),
  'within an order confirmation': (row) =>
    lines(
      'Order PD-20261121',
      row.Contact,
      streetBehind(row),
      codeFirst(row),
      nameOf(row.Country),
      'Total 35.20 EUR',
      '2 x Mug',
    ),
  'name, city and country only': (row) => lines(row.Contact, row.City, row.Province, nameOf(row.Country)),
};
const streetBehind = (row: Sample): string => `${row.Street1} ${row.HouseNumber}`.trim();
const codeFirst = (row: Sample): string => `${row.Postcode} ${row.City}`.trim();
