import * as z from 'zod';
import { componentNames } from './component-names.ts';
import { DATE_TIME } from './date-time.ts';
import { listLimitOf, ruleOf } from './field.ts';
import type { FieldRule } from './field.ts';

export type JsonSchema = Record<string, unknown>;

const nameOf = new Map<unknown, string>(Object.entries(componentNames).map(([name, schema]) => [schema, name]));

const refTo = (name: string): string => `#/components/schemas/${name}`;

/** A reference to a named object. Throws if a body or reply of the endpoint table has no name. */
export function reference(schema: z.ZodObject): JsonSchema {
  const name = nameOf.get(schema);
  if (name === undefined) throw new Error('An object of the endpoint table has no name in component-names.ts');
  return { $ref: refTo(name) };
}

/** JSON Schema (2020-12) of all named objects, for components/schemas. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(componentNames)) registry.add(schema, { id: name });
  const { schemas } = z.toJSONSchema(registry, { ...options, uri: refTo });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutSchemaKeywords(schema)]));
}

/** JSON Schema of one parameter, which is not among the named objects. */
export const parameterSchema = (schema: z.core.$ZodType): JsonSchema =>
  withoutSchemaKeywords(z.toJSONSchema(schema, options));

function withoutSchemaKeywords(schema: object): JsonSchema {
  const { $schema: _dialect, $id: _id, ...rest } = schema as JsonSchema;
  return rest;
}

const options = {
  io: 'input',
  target: 'draft-2020-12',
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void => {
    const rule = ruleOf(zodSchema);
    const maxItems = listLimitOf(zodSchema);
    if (maxItems !== undefined) jsonSchema['maxItems'] = maxItems;
    if (!rule) return;
    // The safe-integer range that zod adds to every integer is not a limit of the document.
    delete jsonSchema['minimum'];
    delete jsonSchema['maximum'];
    Object.assign(jsonSchema, keywordsOf(rule));
  },
} as const;

// Omitted: format date-time, which requires the offset that the document makes optional; and multipleOf, because
// validators that divide doubles refuse 0.07 as a multiple of 0.01. Enumerations are open, so the values shown are
// examples.
function keywordsOf(rule: FieldRule): JsonSchema {
  const { minLength, maxLength, min, max, digits, places, seen } = rule;
  const limit = digits !== undefined && places !== undefined ? 10 ** (digits - places) : undefined;
  const pattern = rule.type === 'date' ? DATE_TIME : rule.pattern;
  return {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern && { pattern: pattern.source }),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(limit !== undefined && {
      description: `Decimal ${digits},${places}`,
      exclusiveMinimum: -limit,
      exclusiveMaximum: limit,
    }),
    ...(seen && { examples: seen }),
  };
}
