import type { FormFields } from './form-fields.ts';

/** Lists that a question decides about: left out until the answer takes them in, or the body has them. */
export function unaskedLists({ choices }: FormFields, body: unknown): string[] {
  const has = (list: string) => typeof body === 'object' && body !== null && list in body;
  return choices.map(({ list }) => list).filter((list) => !has(list));
}
