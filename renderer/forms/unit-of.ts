import { describeFields } from '../../shared/service/describe-fields.ts';
import type { EndpointNumber } from '../../shared/service/endpoints.ts';
import { unitOfField } from '../../shared/service/unit-of-field.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { lastName } from '../../shared/path/path.ts';

/** Unit shown beside a field: the documented one, else the desk's setting for weights and sizes. */
export const unitOf = (path: string, documented: string | undefined, settings: Settings | null): string | undefined =>
  settings === null ? documented : unitOfField(lastName(path), documented, settings);

/** Unit of a create's weights: the one documented for any of them, else the desk's. */
export function weightUnitOf(endpoint: EndpointNumber, settings: Settings | null): string | undefined {
  const weights = describeFields(endpoint).filter(({ path }) => lastName(path) === 'Weight');
  return unitOf('Weight', weights.find(({ unit }) => unit !== undefined)?.unit, settings);
}
