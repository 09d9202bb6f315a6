import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkRequest } from '../../shared/service/check-request.ts';
import { endpointOf, isEndpointNumber } from '../../shared/service/endpoints.ts';
import { readReply } from '../../shared/service/read-reply.ts';
import { allCases } from '../service/constraints/all-cases.ts';
import type { Request } from '../service/constraints/request-case.ts';
import { openTestPractice, type TestPractice } from './open-test-practice.ts';

let practice: TestPractice;
beforeEach(async () => void (practice = await openTestPractice()));
afterEach(() => practice.close());

/** Sends all, a few at a time, and returns what `send` makes of each. */
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

/** A search result has narrower fields than the create that made it, and shows what it was told. */
const narrower = 13;

describe.each(allCases)('endpoint $list.endpoint over HTTP', ({ list, accepts, refuses }) => {
  const number = endpointIn(list.endpoint);
  const { method, statuses, reply } = endpointOf(number);
  const sendChecked = (request: Request) => {
    const checked = checkRequest(request);
    if (!checked.ok) throw new Error('not to be sent');
    return method === 'GET' ? practice.get(checked.request.path) : practice.post(checked.request.path, request.body);
  };

  it('takes every request that breaks no rule, with documented statuses and replies, and tells what becomes of it', async () => {
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

  it('refuses a breach of each rule at its body with 400 and changes nothing', async () => {
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
