import { checkRequest } from '../../shared/service/check-request.ts';
import { allCases } from './constraints/all-cases.ts';
import { noEndpoint } from './constraints/any-request.ts';
import type { Breach, Doubt, Legal, RuleName, Sent } from './constraints/request-case.ts';
import { where } from './constraints/walk.ts';
import { describe, expect, it } from 'vitest';

const answerTo = (request: unknown): string => {
  const answer = checkRequest(request);
  return answer.ok ? 'accepted' : answer.issues.map(where).join(', ');
};

/** The requests that were not refused as the document requires, as sentences; empty if contract and document agree. */
const wronglyAccepted = (breaches: readonly Breach[]): string[] =>
  breaches.flatMap((breach) => {
    const answer = checkRequest(breach.request);
    const named = !answer.ok && answer.issues.some((issue) => where(issue) === where(breach));
    return named ? [] : `${breach.rule} at ${where(breach)} (${breach.why}): ${answerTo(breach.request)}`;
  });

const wronglyRefused = (cases: readonly Legal[]): string[] =>
  cases.flatMap(({ why, request }) => (checkRequest(request).ok ? [] : `${why}: ${answerTo(request)}`));

/** A doubt may be read either way, but a refusal has to point at what is doubtful. */
const wronglyNamed = (doubts: readonly Doubt[]): string[] =>
  doubts.flatMap(({ why, request, places }) => {
    const answer = checkRequest(request);
    const pointed = answer.ok || answer.issues.some((issue) => places.some((place) => where(place) === where(issue)));
    return pointed ? [] : `${why}: ${answerTo(request)}`;
  });

/** The address with its query as decoded pairs, since a comma in a value may be encoded or not. */
const address = (path: string) => {
  const [pathname, query = ''] = path.split('?');
  const pairs = query.split('&').map((pair) => pair.split('=').map(decodeURIComponent).join('='));
  return { pathname, pairs: pairs.toSorted() };
};

const sentAs = ({ request, method, path, body }: Sent) => {
  const answer = checkRequest(request);
  if (!answer.ok) return expect(answerTo(request)).toBe('accepted');
  expect(answer.request).toMatchObject({ endpoint: request.endpoint, method });
  expect(address(answer.request.path)).toEqual(address(path));
  return expect(answer.request.body).toEqual(body);
};

const byRule = (breaches: readonly Breach[]): [RuleName, Breach[]][] => {
  const rules = [...new Set(breaches.map((breach) => breach.rule))];
  return rules.map((rule) => [rule, breaches.filter((breach) => breach.rule === rule)]);
};

describe.each(allCases.map((cases) => [cases.list.endpoint, cases] as const))('endpoint %i', (_, cases) => {
  it.each(byRule(cases.refuses))('refuses each breach by %s, and names its place', (_rule, breaches) => {
    expect(wronglyAccepted(breaches)).toEqual([]);
  });

  it('accepts each request that breaks no rule', () => {
    expect(wronglyRefused(cases.accepts)).toEqual([]);
  });

  it('answers open questions of the document, and points at them when it refuses', () => {
    expect(wronglyNamed(cases.doubts)).toEqual([]);
  });

  it.each(cases.sent.map((sent) => [sent.why, sent] as const))('sends the documented request: %s', (_why, sent) => {
    sentAs(sent);
  });
});

it('a request without a known endpoint is refused', () => {
  expect(wronglyAccepted(noEndpoint)).toEqual([]);
});
