import { anyLineOf, relativeTo, withoutLine } from '../../shared/path/path.ts';
import { describeFields, type FieldDescription } from '../../shared/service/describe-fields.ts';
import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { keyPathOf } from '../../shared/service/key-path.ts';
import type { UnitSettings } from '../../shared/service/unit-of-field.ts';
import { unitOf, writeTitle } from '../import/column-title.ts';
import { isRequired } from '../import/mapping.ts';
import { keyFirst } from './order-columns.ts';

/** A column of a template: its title and its field. */
export interface TemplateColumn {
  title: string;
  field: FieldDescription;
  /** whether every order needs it */
  required: boolean;
  unit: string | undefined;
}

/**
 * All columns an order of a kind can fill, the key first, lists by rows; a list that contains lists has a number
 * column.
 */
export function templateColumns(create: CreateNumber, units: UnitSettings): TemplateColumn[] {
  const described = describeFields(create);
  const fields = new Map(described.map((field) => [field.path, field]));
  const requiredByPath = new Map(described.map(({ path, required }) => [path, required]));
  const key = keyPathOf(create);
  const containsLists = ({ path, type }: FieldDescription): boolean =>
    type === 'list' &&
    described.some((other) => other.type === 'list' && relativeTo(anyLineOf(path), other.path) !== undefined);
  const paths = described.flatMap((field) => {
    // a required list can be given as empty
    if (field.type === 'list') return containsLists(field) || field.required ? [anyLineOf(field.path)] : [];
    return field.type === 'object' ? [] : [field.path];
  });
  return keyFirst(create, paths).flatMap(({ path, name }) => {
    const field = fields.get(withoutLine(path));
    if (!field) return [];
    const required = field.type !== 'list' && isRequired(path, key, requiredByPath);
    const unit = unitOf(field, units);
    return [{ title: writeTitle(name, unit, required), field, required, unit }];
  });
}
