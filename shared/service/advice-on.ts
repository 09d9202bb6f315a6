import type { AdviceCode } from '../creates/advice-rules.ts';
import { findCreate } from '../creates/create-kinds.ts';
import { jsonPath } from '../path/path.ts';
import type { EndpointNumber } from './endpoints.ts';
import { valuesAt } from './value-at.ts';

/**
 * Advice of the desk: what makes no sense at a counter although the interface document allows it. Advice never stops an
 * entry and is not part of the contract, whose rules are in the schemas. The pieces of advice are listed in each
 * create's record.
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
  (findCreate(number)?.advice ?? []).flatMap(({ at, code, message, worth }) =>
    valuesAt(body, at)
      .filter(({ value }) => worth(value, body))
      .map(({ path }) => ({ path: jsonPath(path), code, params: { field: String(at.at(-1)) }, message })),
  );
