import { expect, it } from 'vitest';
import { InterceptedRequests } from '../../electron/sync/intercepted-requests.ts';

const [one, other] = [
  ['e1', 'create 6'],
  ['e2', 'create 2'],
] as const;

it('what something else answers may be in the way of all, until the service answers and others have been served', () => {
  const intercepted = new InterceptedRequests();
  expect(intercepted.isOwn(one)).toBe(false);
  intercepted.serviceAnswered();
  expect(intercepted.isOwn(one)).toBe(false);
  intercepted.serviceAnswered();
  intercepted.answered(other);
  expect(intercepted.isOwn(one)).toBe(true);
  expect(intercepted.isOwn(['e9', 'create 6'])).toBe(true);
});

it('whoever was not suspected before, and nobody since others were served, may be in the way of all', () => {
  const intercepted = new InterceptedRequests();
  intercepted.isOwn(one);
  intercepted.serviceAnswered();
  intercepted.answered(other);
  expect(intercepted.isOwn(other)).toBe(false);
  expect(intercepted.isOwn(one)).toBe(false);
});

it('whom the service has answered as itself is nobody’s stranger any more', () => {
  const intercepted = new InterceptedRequests();
  intercepted.isOwn(one);
  intercepted.serviceAnswered();
  intercepted.answered(other);
  intercepted.answered(one);
  expect(intercepted.isOwn(one)).toBe(false);
});
