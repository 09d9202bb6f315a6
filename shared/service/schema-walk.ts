import * as z from 'zod';

/** The schema inside optional and default wrappers. */
export function unwrapSchema(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap();
  return inner;
}

/** The fields of an object schema by name. */
export const fieldsOf = (object: z.ZodObject): Readonly<Record<string, z.core.$ZodType>> => object.shape;

/** The object schema at a path of a request; undefined if there is none. */
export function objectAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.ZodObject | undefined {
  let inner: z.core.$ZodType | undefined = unwrapSchema(schema);
  for (const segment of path) {
    if (inner instanceof z.ZodArray) inner = unwrapSchema(inner.element);
    else if (inner instanceof z.ZodObject) {
      const field: z.core.$ZodType | undefined = fieldsOf(inner)[String(segment)];
      inner = field && unwrapSchema(field);
    } else return undefined;
  }
  return inner instanceof z.ZodObject ? inner : undefined;
}
