import type { EntryDetail } from '../../shared/contract/entry-answers.ts';
import { isEndpointNumber } from '../../shared/service/endpoints.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { leavesOf } from '../../shared/path/leaves.ts';
import { lastName } from '../../shared/path/path.ts';
import type { OrderForm } from './order-form.svelte.ts';
import { weightUnitOf } from './unit-of.ts';

/**
 * Values of an order that its declaration repeats, by path in the declaration, in the order's sequence. Includes
 * weights only if both use the same unit, and the tracking number only once it is final.
 */
export function declarationValues(
  { endpoint, request, trackingNumber, provisional }: EntryDetail,
  form: Pick<OrderForm, 'endpoint' | 'fieldAt'>,
  settings: Settings | null,
): [path: string, value: unknown][] {
  const leaves = leavesOf(request.body).map(([path, value]) => [path.replace(/^Package\./, ''), value] as const);
  const alike =
    isEndpointNumber(endpoint) &&
    weightUnitOf(endpoint, settings) === weightUnitOf(form.endpoint, settings) &&
    !leaves.some(([path]) => lastName(path) === 'WeightUnit');
  const said = leaves.flatMap(([path, value]): [string, unknown][] => {
    const isFact = path !== 'PackageId' && value !== '' && typeof value !== 'object' && form.fieldAt(path);
    return isFact && (alike || lastName(path) !== 'Weight') ? [[path, value]] : [];
  });
  return trackingNumber === null || provisional ? said : [['TrackingNumber', trackingNumber], ...said];
}
