import type { FieldDescription } from '../../shared/service/describe-fields.ts';
import { unitOfField, type UnitSettings } from '../../shared/service/unit-of-field.ts';

/** A title as templates write it, `Package.Weight (g) *`: the name, the unit, and the mark of required fields. */
export function readTitle(title: string): { name: string; unit: string | null } {
  const whole = title.trim();
  const bare = whole.endsWith('*') ? whole.slice(0, -1).trimEnd() : whole;
  // searches only the end, since a file may contain a title of a million spaces
  const [, unit = null] = /\(([^()]{1,10})\)$/.exec(bare.slice(-12)) ?? [];
  const name = unit === null ? '' : bare.slice(0, -(unit.length + 2)).trimEnd();
  return name === '' ? { name: bare, unit: null } : { name, unit };
}

export function writeTitle(name: string, unit: string | undefined, required: boolean): string {
  return `${name}${unit === undefined ? '' : ` (${unit})`}${required ? ' *' : ''}`;
}

/** The unit of a field, if it is a number with one. */
export const unitOf = ({ type, name, unit }: FieldDescription, units: UnitSettings): string | undefined =>
  ['number', 'integer', 'decimal'].includes(type) ? unitOfField(name, unit, units) : undefined;
