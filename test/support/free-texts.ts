import { hostile } from './hostile-fields.ts';
import * as z from 'zod';

const takesHostile = (schema: z.core.$ZodType): boolean => hostile.some((text) => z.safeParse(schema, text).success);

/** Paths of an input that accept markup or bidirectional control characters, such as `request.body` and `ids[]`. */
export function freeTextsOf(schema: z.core.$ZodType, at = ''): string[] {
  const named = (name: string): string => (at === '' ? name : `${at}.${name}`);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.core.$ZodType>).flatMap(([name, one]) =>
      freeTextsOf(one, named(name)),
    );
  if (schema instanceof z.ZodArray) return freeTextsOf(schema.element, `${at}[]`);
  if (schema instanceof z.ZodTuple)
    return schema.def.items.flatMap((one, n) => freeTextsOf(one, `${at}[${String(n)}]`));
  if (schema instanceof z.ZodUnion) return [...new Set(schema.def.options.flatMap((one) => freeTextsOf(one, at)))];
  if (schema instanceof z.ZodRecord) return freeTextsOf(schema.def.valueType, `${at}{}`);
  if (schema instanceof z.ZodPipe) return freeTextsOf(schema.def.in, at);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return freeTextsOf(schema.def.innerType, at);
  if (schema instanceof z.ZodUnknown) return [at];
  // the bytes of a file
  if (schema instanceof z.ZodCustom && schema.meta()?.['type'] === 'bytes') return [];
  if (schema._zod.def.type === 'string') return takesHostile(schema) ? [at] : [];
  if (
    schema instanceof z.ZodNumber ||
    schema instanceof z.ZodBoolean ||
    schema instanceof z.ZodEnum ||
    schema instanceof z.ZodLiteral ||
    schema instanceof z.ZodNull
  )
    return [];
  throw new Error(`${at}: nobody knows whether ${schema._zod.def.type} holds a text`);
}
