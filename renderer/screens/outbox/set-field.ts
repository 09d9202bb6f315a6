import { findCreate } from '../../../shared/creates/create-kinds.ts';
import { isInList, lastName } from '../../../shared/path/path.ts';
import { keyPathOf } from '../../../shared/service/create-facts.ts';
import { describeFields } from '../../../shared/service/describe-fields.ts';
import { isCreate, isEndpointNumber } from '../../../shared/service/endpoints.ts';
import { command } from '../../state/commands.ts';
import { toasts } from '../../state/toasts.svelte.ts';
import { format } from '../../texts/format.svelte.ts';
import { sayProblem, t } from '../../texts/say.svelte.ts';

/**
 * Fields of a kind that can be set to one value in many entries: without fields of lines, which differ between orders,
 * and without the key, which is unique.
 */
export function fieldsToSet(endpoint: number) {
  if (!isEndpointNumber(endpoint) || !isCreate(endpoint)) return [];
  const key = keyPathOf(endpoint);
  return describeFields(endpoint).filter(
    ({ path, type }) => type !== 'object' && type !== 'list' && !isInList(path) && path !== key,
  );
}

/**
 * Finds such a field by path, or by the service's field name; undefined if there is none. Of several with the same
 * name, it returns the recipient's, as the form does.
 */
export function findFieldToSet(endpoint: number, pathOrName: string) {
  const fields = fieldsToSet(endpoint);
  const fieldsWithName = fields.filter(({ name }) => name === lastName(pathOrName));
  const recipientPrefix = `${findCreate(endpoint)?.recipient?.join('.') ?? ''}.`;
  return (
    fields.find(({ path }) => path === pathOrName) ??
    fieldsWithName.find(({ path }) => path.startsWith(recipientPrefix)) ??
    fieldsWithName[0]
  );
}

export type FieldValue = string | number | boolean;

/** Sets a field in these entries, and reports how many were changed and why others were not. */
export async function setField(ids: readonly string[], path: string, value: FieldValue): Promise<void> {
  const answer = await command('entries.setField', 'chosen', { ids: [...ids], path, value });
  if (!answer.ok) {
    toasts.show(() => sayProblem(answer.problem), 'no');
    return;
  }
  const { changed, problems } = answer.value;
  toasts.show(() => t().outbox.changed({ count: format.number(changed.length) }));
  const [firstProblem, ...otherProblems] = problems;
  if (!firstProblem) return;
  toasts.show(
    () =>
      `${t().outbox.notAll({ count: format.number(otherProblems.length + 1) })}: ${firstProblem.key}: ${sayProblem(firstProblem.problem)}`,
    'no',
  );
}
