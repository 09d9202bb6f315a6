/**
 * Advice of the desk: what makes no sense at a counter although the interface document allows it. Advice never stops an entry
 * and is no rule of the contract; those are in the schemas. What is said of which create stands in its record.
 */
import type { AdviceCode } from '../creates/advice-pieces.ts';
import { findCreate } from '../creates/create-kinds.ts';
import type { EndpointNumber } from './endpoints.ts';
import { jsonPath } from '../path/path.ts';
import { valuesAt } from './value-at.ts';

export interface Advice {
  /** JSONPath in the body */
  path: string;
  code: AdviceCode;
  params: Record<string, string | number>;
  message: string;
}

/** Advice on a create's body that breaks no rule; an empty list for most, and for reads. */
export const adviseOn = (number: EndpointNumber, body: unknown): Advice[] =>
  (findCreate(number)?.advice ?? []).flatMap(({ at, code, message, worth }) =>
    valuesAt(body, at)
      .filter(({ value }) => worth(value, body))
      .map(({ path }) => ({ path: jsonPath(path), code, params: { field: String(at.at(-1)) }, message })),
  );
