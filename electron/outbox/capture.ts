import { fail, ok, type FieldIssue, type Result } from '../../shared/contract/problem.ts';
import {
  createNumbers,
  createOf,
  keyKindOf,
  type CreateNumber,
  type KeyKind,
} from '../../shared/creates/create-kinds.ts';
import { adviceOn } from '../../shared/service/advice-on.ts';
import { checkRequest, checkKey } from '../../shared/service/check-request.ts';
import { isCreateNewOrder, keyOf, dependenciesOf } from '../../shared/service/create-facts.ts';
import { isCreate, isEndpointNumber } from '../../shared/service/endpoints.ts';
import { fillFromSettings, type RequestSettings } from '../../shared/service/fill-from-settings.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import type { Dependency } from './dependencies.ts';

/** A checked request, with the facts the outbox needs about it. */
export interface Capture {
  endpoint: CreateNumber;
  key: { kind: KeyKind; value: string };
  query: Record<string, unknown>;
  body: unknown;
  dependencies: Dependency[];
  isCreateNewOrder: boolean;
  /** name and country of the recipient, for lists */
  recipient: string;
  warnings: { path: string; message: string }[];
}

/**
 * Checks a create against the contract and the desk's own rule for keys. Returns `invalid` with an issue for each
 * violation. Keeps the body as entered: the service fills in the defaults of the interface.
 */
export function readCapture(request: unknown, settings: RequestSettings): Result<Capture> {
  const fields = isObject(request) ? request : {};
  const { endpoint, body } = fields;
  if (!isEndpointNumber(endpoint)) return invalidRequest(issuesOf(request));
  if (!isCreate(endpoint)) {
    return fail(
      'invalid',
      `Endpoint ${endpoint} only reads. The outbox holds creates: ${createNumbers.slice(0, -1).join(', ')} and ${createNumbers.at(-1)}.`,
    );
  }
  const query = fields['query'] ?? {};
  const filledQuery = isObject(query) ? fillFromSettings(endpoint, { query }, settings).query : query;
  const issues = [...issuesOf({ ...fields, query: filledQuery }), ...checkKey(endpoint, body)];
  const key = keyOf(endpoint, body);
  const kind = keyKindOf(endpoint);
  if (issues.length > 0 || key === undefined || !isObject(filledQuery)) return invalidRequest(issues);
  return ok({
    endpoint,
    key: { kind, value: key },
    query: { ...filledQuery },
    body,
    dependencies: [...dependenciesOf(endpoint, body), { kind, key }],
    isCreateNewOrder: isCreateNewOrder(body),
    recipient: recipientOf(endpoint, body),
    warnings: adviceOn(endpoint, body),
  });
}

function issuesOf(request: unknown): FieldIssue[] {
  const check = checkRequest(request);
  return check.ok ? [] : check.issues.map((issue) => ({ ...issue, params: { ...issue.params } }));
}

function invalidRequest(issues: readonly FieldIssue[]): Result<never> {
  const first = issues[0];
  const message = first === undefined ? 'The request has no key.' : `${first.path}: ${first.message}`;
  return { ok: false, problem: { kind: 'invalid', message, issues: [...issues] } };
}

function recipientOf(endpoint: CreateNumber, body: unknown): string {
  const { recipient } = createOf(endpoint);
  const address = recipient && valueAt(body, recipient);
  return [valueAt(address, ['Contact']), valueAt(address, ['Country'])]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(', ');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
