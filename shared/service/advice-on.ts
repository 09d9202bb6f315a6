import type { AdviceCode } from '../creates/advice-rules.ts';
import { findCreate } from '../creates/create-kinds.ts';
import { jsonPath } from '../path/path.ts';
import type { EndpointNumber } from './endpoints.ts';
import { valuesAt } from './value-at.ts';

/**
 * Advice of the desk on values that make no sense at a counter although the interface document allows them. Advice
 * never stops an entry and is not part of the contract, whose rules are in the schemas. Each create's record lists its
 * advice.
 */

export interface Advice {
  /** JSONPath in the body */
  path: string;
  code: AdviceCode;
  params: Record<string, string | number>;
  message: string;
}

/** Advice on a create's body; empty for most, and for reads. */
export const adviceOn = (number: EndpointNumber, body: unknown): Advice[] =>
  (findCreate(number)?.advice ?? []).flatMap(({ path: rulePath, code, message, applies }) =>
    valuesAt(body, rulePath)
      .filter(({ value }) => applies(value, body))
      .map(({ path }) => ({ path: jsonPath(path), code, params: { field: String(rulePath.at(-1)) }, message })),
  );
