import { checkRequest } from '../../shared/service/check-request.ts';
import { endpointOf, isEndpointNumber } from '../../shared/service/endpoints.ts';
import { readReply } from '../../shared/service/read-reply.ts';
import { allCases } from '../service/constraints/all-cases.ts';
import type { Request } from '../service/constraints/request-case.ts';
import { openTestPractice, type TestPractice } from './open-test-practice.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let practice: TestPractice;
beforeEach(async () => void (practice = await openTestPractice()));
afterEach(() => practice.close());

/** Sends all requests, a few at a time, and returns the results of `send`. */
async function each<T, R>(cases: readonly T[], send: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < cases.length; at += 16)
    results.push(...(await Promise.all(cases.slice(at, at + 16).map(send))));
  return results;
}

const endpointIn = (number: number) => {
  if (!isEndpointNumber(number)) throw new Error(`no endpoint ${number}`);
  return number;
};

/** The fields of a search result are narrower than those of the create, and echo what was sent. */
const narrower = 13;

describe.each(allCases)('endpoint $list.endpoint over HTTP', ({ list, accepts, refuses }) => {
  const number = endpointIn(list.endpoint);
  const { method, statuses, reply } = endpointOf(number);
  const sendChecked = (request: Request) => {
    const checked = checkRequest(request);
    if (!checked.ok) throw new Error('not to be sent');
    return method === 'GET' ? practice.get(checked.request.path) : practice.post(checked.request.path, request.body);
  };

  it('accepts every valid request, with documented statuses and replies, and reports its outcome', async () => {
    const allowed = new Set([...statuses.filter((status) => status !== 400), ...(statuses.length === 0 ? [200] : [])]);
    const answers = await each(accepts, async ({ why, request }) => ({ why, ...(await sendChecked(request)) }));
    expect(answers.filter(({ status }) => !allowed.has(status))).toEqual([]);
    const unexpected = answers.flatMap(({ why, status, body }) =>
      status === 404 || reply === null || number === narrower
        ? []
        : readReply(number, body).unexpected.map((place) => ({ why, ...place })),
    );
    expect(unexpected).toEqual([]);
    const keys = practice.effects().map(({ key }) => key);
    for (const outcome of endpointOf(number).outcome) {
      for (let passed = 0; passed < 6; passed += 1) {
        const amiss = await each(keys, async (key) => {
          const path =
            outcome === 3 ? { shipmentId: key } : outcome === 11 ? { idType: 'PackageId' } : { packageId: key };
          const asked = { endpoint: outcome, path, ...(outcome === 11 && { body: { Ids: [key] } }) };
          if (!checkRequest(asked).ok) return [];
          const { status, body } = await sendRequest(practice, asked);
          if (number === 9 && outcome === 16) return status === 404 ? [] : [{ status }];
          return status === 200 ? readReply(outcome, body).unexpected : [{ key, status }];
        });
        expect(amiss.flat()).toEqual([]);
        practice.pass(5.5);
      }
    }
  });

  it('refuses each violation of a body rule with 400 and changes nothing', async () => {
    const ofBody = refuses.filter((breach) => breach.in === 'body' && breach.path !== '$' && method === 'POST');
    const oneOfEach = [...new Map(ofBody.map((breach) => [breach.rule, breach])).values()];
    const good = checkRequest(list.full);
    if (!good.ok) throw new Error('the full request is refused');
    const answers = await each(oneOfEach, async ({ rule, path, request }) => {
      const { status, body } = await practice.post(good.request.path, (request as Request).body);
      const named = body.Errors?.some(({ Message }: { Message: string }) => Message.startsWith(`${path}:`)) === true;
      return { rule, status, named };
    });
    expect(answers.filter(({ status, named }) => status !== 400 || !named)).toEqual([]);
    expect(method === 'GET' || oneOfEach.length > 3).toBe(true);
    expect(practice.effects().filter(({ effects }) => effects > 0)).toEqual([]);
  });
});

async function sendRequest({ get, post }: TestPractice, request: Request) {
  const checked = checkRequest(request);
  if (!checked.ok) throw new Error('not to be sent');
  return checked.request.method === 'GET' ? get(checked.request.path) : post(checked.request.path, request.body);
}
