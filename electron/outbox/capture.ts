import { checkRequest } from '../../shared/service/check-request.ts';
import { isCreateNewOrder, keyOf, needsOf } from '../../shared/service/create-facts.ts';
import { checkKey } from '../../shared/service/desk-key.ts';
import { endpointOf, isCreate, isEndpointNumber } from '../../shared/service/endpoints.ts';
import { fillFromSettings, type RequestSettings } from '../../shared/service/fill-from-settings.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { adviseOn } from '../../shared/service/warnings.ts';
import { no, ok, type FieldIssue, type Result } from '../../shared/problem.ts';
import type { CreateNumber, KeyKind } from './entry.ts';
import type { Need } from './needs.ts';

/** A request that passed every check, with what the outbox needs to know of it. */
export interface Capture {
  endpoint: CreateNumber;
  key: { kind: KeyKind; value: string };
  query: Record<string, unknown>;
  body: unknown;
  needs: Need[];
  isCreateNewOrder: boolean;
  /** name and country of the recipient, for lists */
  recipient: string;
  warnings: { path: string; message: string }[];
}

/**
 * Checks a create against the contract and the desk's own rule for keys. Answers `invalid` with an issue for each breach.
 * The body is kept as it was given: defaults of the interface are the service's to fill in.
 */
export function readCapture(request: unknown, settings: RequestSettings): Result<Capture> {
  const given = isObject(request) ? request : {};
  const { endpoint, body } = given;
  if (!isEndpointNumber(endpoint)) return invalid(issuesOf(request));
  if (!isCreate(endpoint)) {
    return no('invalid', `Endpoint ${endpoint} only reads. The outbox holds creates: 1, 2, 4, 6, 7, 8, 9, 10 and 15.`);
  }
  const query = given['query'] ?? {};
  const filled = isObject(query) ? fillFromSettings(endpoint, { query }, settings).query : query;
  const issues = [...issuesOf({ ...given, query: filled }), ...checkKey(endpoint, body)];
  const key = keyOf(endpoint, body);
  const kind = endpointOf(endpoint).key?.kind;
  if (issues.length > 0 || key === undefined || kind === undefined || !isObject(filled)) return invalid(issues);
  return ok({
    endpoint,
    key: { kind, value: key },
    query: { ...filled },
    body,
    needs: [...needsOf(endpoint, body), { kind, key }],
    isCreateNewOrder: isCreateNewOrder(body),
    recipient: recipientOf(body),
    warnings: adviseOn(endpoint, body),
  });
}

function issuesOf(request: unknown): FieldIssue[] {
  const checked = checkRequest(request);
  return checked.ok ? [] : checked.issues.map((issue) => ({ ...issue, params: { ...issue.params } }));
}

function invalid(issues: readonly FieldIssue[]): Result<never> {
  const first = issues[0];
  const message = first === undefined ? 'The request has no key.' : `${first.path}: ${first.message}`;
  return { ok: false, problem: { kind: 'invalid', message, issues: [...issues] } };
}

function recipientOf(body: unknown): string {
  const address = valueAt(body, ['ShipToAddress']) ?? valueAt(body, ['Package', 'ShipToAddress']);
  return [valueAt(address, ['Contact']), valueAt(address, ['Country'])]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(', ');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
