import { setAtPath } from '../../electron/outbox/set-field.ts';
import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { endpointOf } from '../../shared/service/endpoints.ts';
import { ruleOf, type FieldRule } from '../../shared/service/field.ts';
import { unwrapSchema, fieldsOf } from '../../shared/service/schema-walk.ts';
import fc from 'fast-check';
import * as z from 'zod';

/**
 * Texts that spreadsheets mishandle: formula starts, texts that look like numbers, dates or booleans, and invisible
 * characters.
 */
const hardTexts = [
  '',
  ' ',
  '\t',
  '=1+1',
  '+86 755 1234',
  '-5',
  '@x',
  '＝1',
  "'=1",
  "''",
  '""',
  '"a\\r"',
  '[]',
  '{}',
  '007',
  '00000123456789012345',
  '1E+10',
  'TRUE',
  '05/06/2026',
  'a\r\nb',
  'a\nb',
  '\u0000\u0001',
  'x\u202Eabc',
  'שלום\u200F',
  '👩‍👧 王小明',
  '\ud800',
  '<b>&amp;"\'',
  '_x0041_',
  'a;b,c\td',
  ' led and trailed ',
  '\ufeffx',
];

function anyText({ minLength = 0, maxLength = 60, pattern }: FieldRule): fc.Arbitrary<string> {
  if (pattern) {
    const matchingTexts = ['PD-1', 'abc_DEF-9', '123456', 'Mug (blue)', '12345', 'A B-C', ''].filter(
      (text) => pattern.test(text) && text.length >= minLength,
    );
    return fc.constantFrom(...matchingTexts);
  }
  const anyFreeText = fc.oneof(
    fc.constantFrom(...hardTexts),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
  );
  return anyFreeText.filter((text) => [...text].length >= minLength && [...text].length <= maxLength);
}

function anyLeaf(rule: FieldRule): fc.Arbitrary<unknown> {
  const { min = -1_000_000, max = 1_000_000, digits = 8, places = 2 } = rule;
  switch (rule.type) {
    case 'text':
      return anyText(rule);
    case 'flag':
      return fc.boolean();
    case 'date':
      return fc.constantFrom('2026-12-24T08:00:00+08:00', '2026-01-02T03:04', '2026-01-02T03:04:05.678Z');
    case 'integer':
      return fc.integer({ min: Math.max(min, -1_000_000), max: Math.min(max, 2_000_000_000) });
    case 'decimal':
      return fc.integer({ min: -(10 ** Math.min(digits, 12)), max: 10 ** Math.min(digits, 12) }).map((units) => {
        const value = Number(`${units}e-${places}`);
        return Math.abs(value) < 10 ** (digits - places) && value !== 0 ? value : 0;
      });
    case 'number':
      return fc
        .oneof(
          fc.constantFrom(0.1 + 0.2, 1e-7, 1e21, -0.5, 5e-324, 12.345),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
        )
        .map((value) => (value === 0 ? 0 : value));
  }
}

function anyValue(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const inner = unwrapSchema(schema);
  if (inner instanceof z.ZodArray) return fc.array(anyValue(inner.element), { maxLength: 3 });
  if (!(inner instanceof z.ZodObject)) return anyLeaf(ruleOf(inner) ?? { type: 'text' });
  const fields = Object.entries(fieldsOf(inner));
  const required = fields.filter(
    ([, fieldSchema]) => !(fieldSchema instanceof z.ZodOptional || fieldSchema instanceof z.ZodDefault),
  );
  const model = Object.fromEntries(fields.map(([name, fieldSchema]) => [name, anyValue(fieldSchema)]));
  return fc.record(model, { requiredKeys: required.map(([name]) => name), noNullPrototype: true });
}

/**
 * Generates request bodies of one create under the given key. Its contract allows each of them; some have nested or
 * empty lists, or empty texts.
 */
export function anyCreate(create: CreateNumber, key: string): fc.Arbitrary<Record<string, unknown>> {
  const { body, key: keyRule } = endpointOf(create);
  if (!body || !keyRule) throw new Error('a create has a body and a key');
  return anyValue(body)
    .map((value) => setAtPath(value, keyRule.path, key) as Record<string, unknown>)
    .filter((value) => body.safeParse(value).success);
}
