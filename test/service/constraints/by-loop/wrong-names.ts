import { breach } from '../by-hand.ts';
import { rename, set } from '../change.ts';
import type { Family, Kind, ObjectTable } from '../field-table.ts';
import type { Breach, EndpointList } from '../request-case.ts';
import { objectsOf } from '../walk.ts';

/** The names of each family over all endpoints, each with one of its kinds. */
export type FamilyNames = ReadonlyMap<Family, ReadonlyMap<string, Kind>>;

export const familyNames = (lists: readonly EndpointList[]): FamilyNames => {
  const families = new Map<Family, Map<string, Kind>>();
  for (const { table } of lists.flatMap(objectsOf)) {
    const names = families.get(table.family) ?? new Map<string, Kind>();
    for (const field of table.fields) names.set(field.name, field.kind);
    families.set(table.family, names);
  }
  return families;
};

const has = (table: ObjectTable, name: string) => table.fields.some((field) => field.name === name);

const otherFirst = (name: string) => {
  const first = name.charAt(0);
  return (first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase()) + name.slice(1);
};

const otherCases = (name: string) =>
  [...new Set([otherFirst(name), name.toLowerCase(), name.toUpperCase()])].filter((other) => other !== name);

const misspelt = (name: string) => [`${name}X`, name.slice(0, -1)].filter((other) => other.length > 2);

const valueOf = (kind: Kind): unknown => {
  switch (kind.is) {
    case 'string':
    case 'date':
      return 'x';
    case 'boolean':
      return true;
    case 'object':
      return {};
    case 'list':
      return [];
    default:
      return 1;
  }
};

/** Names that no object of the service has, and names that every JavaScript object has. */
const foreign = ['Unheard', 'constructor', 'toString', '__proto__'];

/** Each field in other cases and misspelt; in each object a foreign name, and each name that only its siblings have. */
export const wrongNames = (list: EndpointList, families: FamilyNames): Breach[] => [
  ...objectsOf(list).flatMap(({ in: part, path, table }) =>
    table.fields.flatMap(({ name }) => {
      const renamed = (rule: 'wrong case' | 'unknown name', other: string) =>
        has(table, other)
          ? []
          : breach(rule, part, `${path}.${other}`, `${name} as ${other}`, {
              ...rename(list.full, part, `${path}.${name}`, other),
            });
      return [
        ...otherCases(name).flatMap((other) => renamed('wrong case', other)),
        ...misspelt(name).flatMap((other) => renamed('unknown name', other)),
      ];
    }),
  ),
  ...objectsOf(list).flatMap(({ in: part, path, table }) => [
    ...foreign.map((name) =>
      breach('unknown name', part, `${path}.${name}`, `${table.title} has no ${name}`, {
        ...set(list.full, part, `${path}.${name}`, 'x'),
      }),
    ),
    ...[...(families.get(table.family) ?? [])].flatMap(([name, kind]) =>
      has(table, name)
        ? []
        : breach('name of a sibling', part, `${path}.${name}`, `${table.title} has no ${name}`, {
            ...set(list.full, part, `${path}.${name}`, valueOf(kind)),
          }),
    ),
  ]),
];
