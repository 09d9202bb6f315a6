import { anyLineOf, relativeTo, withoutLine } from '../../shared/path/path.ts';
import { describeFields, type FieldDescription } from '../../shared/service/describe-fields.ts';
import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { keyPathOf } from '../../shared/service/key-path.ts';
import type { UnitSettings } from '../../shared/service/unit-of-field.ts';
import { unitOf, writeTitle } from '../import/column-title.ts';
import { isRequired } from '../import/mapping.ts';
import { keyFirst } from './order-columns.ts';

/** A column of a template: its title, and the field it is for. */
export interface TemplateColumn {
  title: string;
  field: FieldDescription;
  /** whether every order must have it */
  required: boolean;
  unit: string | undefined;
}

/** Every column an order of a kind can fill, the key first, lists by rows; a list in which others lie has its numbering column. */
export function templateColumns(create: CreateNumber, units: UnitSettings): TemplateColumn[] {
  const described = describeFields(create);
  const fields = new Map(described.map((field) => [field.path, field]));
  const must = new Map(described.map(({ path, required }) => [path, required]));
  const key = keyPathOf(create);
  const holdsLists = ({ path, type }: FieldDescription): boolean =>
    type === 'list' &&
    described.some((other) => other.type === 'list' && relativeTo(anyLineOf(path), other.path) !== undefined);
  const paths = described.flatMap((field) => {
    // a list that must be there can be said to hold nothing
    if (field.type === 'list') return holdsLists(field) || field.required ? [anyLineOf(field.path)] : [];
    return field.type === 'object' ? [] : [field.path];
  });
  return keyFirst(create, paths).flatMap(({ path, name }) => {
    const field = fields.get(withoutLine(path));
    if (!field) return [];
    const required = field.type !== 'list' && isRequired(path, key, must);
    const unit = unitOf(field, units);
    return [{ title: writeTitle(name, unit, required), field, required, unit }];
  });
}
