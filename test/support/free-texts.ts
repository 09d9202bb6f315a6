import { hostileTexts } from './hostile-fields.ts';
import * as z from 'zod';

const acceptsHostile = (schema: z.core.$ZodType): boolean =>
  hostileTexts.some((text) => z.safeParse(schema, text).success);

/** Paths of an input that accept markup or bidirectional control characters, such as `request.body` and `ids[]`. */
export function freeTextPaths(schema: z.core.$ZodType, path = ''): string[] {
  const fieldPath = (name: string): string => (path === '' ? name : `${path}.${name}`);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.core.$ZodType>).flatMap(([name, fieldSchema]) =>
      freeTextPaths(fieldSchema, fieldPath(name)),
    );
  if (schema instanceof z.ZodArray) return freeTextPaths(schema.element, `${path}[]`);
  if (schema instanceof z.ZodTuple)
    return schema.def.items.flatMap((itemSchema, index) => freeTextPaths(itemSchema, `${path}[${String(index)}]`));
  if (schema instanceof z.ZodUnion)
    return [...new Set(schema.def.options.flatMap((option) => freeTextPaths(option, path)))];
  if (schema instanceof z.ZodRecord) return freeTextPaths(schema.def.valueType, `${path}{}`);
  if (schema instanceof z.ZodPipe) return freeTextPaths(schema.def.in, path);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return freeTextPaths(schema.def.innerType, path);
  if (schema instanceof z.ZodUnknown) return [path];
  // File contents are no texts.
  if (schema instanceof z.ZodCustom && schema.meta()?.['type'] === 'bytes') return [];
  if (schema._zod.def.type === 'string') return acceptsHostile(schema) ? [path] : [];
  if (
    schema instanceof z.ZodNumber ||
    schema instanceof z.ZodBoolean ||
    schema instanceof z.ZodEnum ||
    schema instanceof z.ZodLiteral ||
    schema instanceof z.ZodNull
  )
    return [];
  throw new Error(`${path}: nobody knows whether ${schema._zod.def.type} holds a text`);
}
