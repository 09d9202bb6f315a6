import { endpointOf, type EndpointNumber } from './endpoints.ts';
import { listLimitOf, ruleOf, type FieldRule } from './field.ts';
import { unwrapSchema, fieldsOf } from './schema-walk.ts';
import * as z from 'zod';

/** One field of a request as plain data, with the limits of the check; lengths in characters. */
export interface FieldDescription extends Omit<FieldRule, 'type' | 'pattern'> {
  /** `Package.Skus[].Sku`: names joined by dots, `[]` for every entry of a list. */
  path: string;
  name: string;
  type: FieldRule['type'] | 'object' | 'list';
  /** Whether it is required when its parent is present; rule 3 may require a batch outbound's SkuDetails as well. */
  required: boolean;
  /** Source of a regular expression. */
  pattern?: string;
  maxItems?: number;
  default?: unknown;
  /** The unit the document states; undefined: the desk's setting applies. */
  unit?: string;
}

/** Every field of an endpoint's body in document order, objects and lists before their fields; empty without a body. */
export function describeFields(number: EndpointNumber): FieldDescription[] {
  const { body, units } = endpointOf(number);
  if (!body) return [];
  return fieldsOfObject(body, '').map((field) => {
    const unit = units[field.path];
    return unit === undefined ? field : { ...field, unit };
  });
}

function fieldsOfObject(object: z.ZodObject, prefix: string): FieldDescription[] {
  return Object.entries(fieldsOf(object)).flatMap(([name, schema]) => describeField(schema, name, `${prefix}${name}`));
}

function describeField(schema: z.core.$ZodType, name: string, path: string): FieldDescription[] {
  const inner = unwrapSchema(schema);
  const fallback = schema instanceof z.ZodDefault ? { default: schema.def.defaultValue } : {};
  const required = !(schema instanceof z.ZodOptional || schema instanceof z.ZodDefault);
  const common = { path, name, required, ...fallback };
  if (inner instanceof z.ZodObject) return [{ ...common, type: 'object' }, ...fieldsOfObject(inner, `${path}.`)];
  if (inner instanceof z.ZodArray) {
    const maxItems = listLimitOf(inner);
    const listField: FieldDescription = { ...common, type: 'list', ...(maxItems !== undefined && { maxItems }) };
    const item = unwrapSchema(inner.element);
    return [
      listField,
      ...(item instanceof z.ZodObject ? fieldsOfObject(item, `${path}[].`) : describeField(item, name, `${path}[]`)),
    ];
  }
  const { pattern, ...rule } = ruleOf(inner) ?? { type: 'text' };
  return [{ ...common, ...rule, ...(pattern && { pattern: pattern.source }) }];
}
