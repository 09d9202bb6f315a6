import type * as z from 'zod';
import { ruleOf } from '../../shared/service/field.ts';
import { unwrapSchema } from '../../shared/service/schema-walk.ts';
import { refusal } from './answer.ts';

/**
 * Parses query values, which arrive as text, to the types of the contract. Text that does not fit its type stays text,
 * so that the contract's check reports it. Throws Refusal 400 for broken encoding and for a repeated name.
 */
export function queryValues(schema: z.ZodObject, raw: string): Record<string, unknown> {
  // URLSearchParams would keep a broken escape verbatim.
  if (/%(?![0-9a-f]{2})/i.test(raw)) throw refusal(400, 'BadAddress', 'The query is not percent-encoded');
  const values = Object.create(null) as Record<string, unknown>;
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  for (const [name, text] of new URLSearchParams(raw)) {
    if (Object.hasOwn(values, name)) throw refusal(400, 'BadAddress', `${name.slice(0, 100)} is given twice`);
    values[name] = Object.hasOwn(shape, name) ? valueOf(shape[name], text) : text;
  }
  return values;
}

function valueOf(schema: z.core.$ZodType | undefined, text: string): unknown {
  switch (schema && ruleOf(unwrapSchema(schema))?.type) {
    case 'integer':
    case 'number':
    case 'decimal':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}
