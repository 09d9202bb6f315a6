import { z } from 'zod';

interface Node {
  type?: string | string[];
  properties?: Record<string, Node>;
  required?: string[];
  additionalProperties?: Node | boolean;
  items?: Node;
  anyOf?: Node[];
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

/** What a schema accepts: one line per path, with its limits. */
export function inputLines(schema: z.ZodType, path: string): string[] {
  return linesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node, path, true);
}

function linesOf(node: Node, path: string, required: boolean): string[] {
  const here = `${path}${required ? '' : '?'}`;
  if (node.anyOf) return node.anyOf.flatMap((one) => linesOf(one, path, required));
  if (node.items) return [...withLimits(node, `${here}: list`), ...linesOf(node.items, `${here}[]`, true)];
  const { properties = {}, additionalProperties: others } = node;
  if (node.type !== 'object') return withLimits(node, `${here}: ${whatOf(node)}`);
  const named = Object.entries(properties).flatMap(([name, one]) =>
    linesOf(one, `${here}.${name}`, node.required?.includes(name) ?? false),
  );
  const open = typeof others === 'object' && Object.keys(properties).length === 0;
  return open ? linesOf(others, `${here}.*`, true) : named.length > 0 ? named : [`${here}: {}`];
}

function whatOf({ type, enum: values, const: only }: Node): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  return only === undefined ? String(type ?? 'anything') : JSON.stringify(only);
}

function withLimits(node: Node, line: string): string[] {
  const told = limits.flatMap((name) =>
    node[name] === undefined ? [] : [`${name} ${String(node[name] as string | number)}`],
  );
  const otherwise = node.default === undefined ? [] : [`= ${JSON.stringify(node.default)}`];
  return [[line, ...told, ...otherwise].join(' ')];
}
