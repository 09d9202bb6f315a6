import { z } from 'zod';

interface SchemaNode {
  type?: string | string[];
  properties?: Record<string, SchemaNode>;
  required?: string[];
  additionalProperties?: SchemaNode | boolean;
  items?: SchemaNode;
  anyOf?: SchemaNode[];
  enum?: unknown[];
  default?: unknown;
  [limit: string]: unknown;
}

const limits = [
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'minItems',
  'maxItems',
];

/** Lists what a schema accepts, one line per path with its limits. */
export function inputLines(schema: z.ZodType, path: string): string[] {
  return linesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as SchemaNode, path, true);
}

function linesOf(node: SchemaNode, path: string, isRequired: boolean): string[] {
  const here = `${path}${isRequired ? '' : '?'}`;
  if (node.anyOf) return node.anyOf.flatMap((alternative) => linesOf(alternative, path, isRequired));
  if (node.items) return [...withLimits(node, `${here}: list`), ...linesOf(node.items, `${here}[]`, true)];
  const { properties = {}, additionalProperties: additionalSchema } = node;
  if (node.type !== 'object') return withLimits(node, `${here}: ${valuesOf(node)}`);
  const propertyLines = Object.entries(properties).flatMap(([name, property]) =>
    linesOf(property, `${here}.${name}`, node.required?.includes(name) ?? false),
  );
  const isOpenRecord = typeof additionalSchema === 'object' && Object.keys(properties).length === 0;
  return isOpenRecord
    ? linesOf(additionalSchema, `${here}.*`, true)
    : propertyLines.length > 0
      ? propertyLines
      : [`${here}: {}`];
}

function valuesOf({ type, enum: values, const: constant }: SchemaNode): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  return constant === undefined ? String(type ?? 'anything') : JSON.stringify(constant);
}

function withLimits(node: SchemaNode, line: string): string[] {
  const limitTexts = limits.flatMap((name) =>
    node[name] === undefined ? [] : [`${name} ${String(node[name] as string | number)}`],
  );
  const defaultText = node.default === undefined ? [] : [`= ${JSON.stringify(node.default)}`];
  return [[line, ...limitTexts, ...defaultText].join(' ')];
}
